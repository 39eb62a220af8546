/// A way that somebody has gone, or may go, as a file has it.
///
/// ```swift
/// let track = try context.tracks(file).first
/// let highest = track?.places.compactMap(\.elevation).max() ?? 0
/// ```
public struct RouteTrack: Hashable, Sendable {
  /// A point of a way.
  public struct Place: Hashable, Sendable {
    public var coordinate: Coordinate
    /// Meters above the sea.
    public var elevation: Double?
    /// Seconds since 1970 began, in UTC.
    public var time: Double?
    /// Heartbeats a minute.
    public var heartRate: Double?
    /// Revolutions or steps a minute, as the device counts them.
    public var cadence: Double?
    /// Watts.
    public var power: Double?
    /// Degrees Celsius.
    public var temperature: Double?
    /// The number of the lap that it lies in, from 1, as the device counted them; nil where the file has none.
    public var lap: Int?
    /// The line of its file in which it begins; nil in formats without lines.
    public var line: Int?

    /// A point, with what is known of it.
    public init(_ coordinate: Coordinate, elevation: Double? = nil, time: Double? = nil) {
      (self.coordinate, self.elevation, self.time) = (coordinate, elevation, time)
    }
  }

  /// A place of the way's file that has a name, such as a summit or a stop.
  public struct Waypoint: Hashable, Sendable {
    public var coordinate: Coordinate
    /// Nil where the file gives none.
    public var name: String?
    /// The word for its kind, as the file has it, such as `Summit`, `Drinking Water` or `campsite`; nil where it gives none.
    public var symbol: String?

    /// A place, with its name and the word for its kind where it has them.
    public init(_ coordinate: Coordinate, name: String? = nil, symbol: String? = nil) {
      (self.coordinate, self.name, self.symbol) = (coordinate, name, symbol)
    }
  }

  public var name: String?
  /// The waypoints of its file, which may lie beside it.
  public var waypoints: [Waypoint] = []
  /// Pieces in order, between which nothing was recorded; none is empty.
  public var parts: [[Place]]
  /// The seconds by which clocks at its places were ahead of UTC; nil where the file does not say it.
  public var utcOffset: Double?
  /// True where times are instants. Otherwise they are seconds since the recording began, which say nothing of the time of day.
  public var hasDates = true

  /// A way of pieces, of which empty ones are left out.
  public init(name: String? = nil, parts: [[Place]], utcOffset: Double? = nil) {
    self.name = name
    self.parts = parts.filter { !$0.isEmpty }
    self.utcOffset = utcOffset
  }

  /// All points in order.
  public var places: [Place] { parts.flatMap(\.self) }
}

extension GeoJSON.FeatureCollection {
  /// The ways that its features are: several lines of one feature are its parts, and points are waypoints.
  public var tracks: [RouteTrack] {
    let waypoints = waypoints
    return features.compactMap { feature in
      let lines = feature.geometry.map(Self.lines) ?? []
      var track = RouteTrack(
        name: feature["name"]?.string, parts: lines.map { line in line.map { RouteTrack.Place($0) } })
      track.waypoints = waypoints
      return track.parts.isEmpty ? nil : track
    }
  }

  /// The points among its features.
  private var waypoints: [RouteTrack.Waypoint] {
    features.flatMap { feature in
      (feature.geometry.map(Self.points) ?? []).map {
        RouteTrack.Waypoint($0, name: feature["name"]?.string, symbol: feature["marker-symbol"]?.string)
      }
    }
  }

  private static func points(of geometry: GeoJSON.Geometry) -> [Coordinate] {
    switch geometry {
    case .point(let point): [point]
    case .multiPoint(let points): points
    case .collection(let parts): parts.flatMap(points)
    case .lineString, .multiLineString, .polygon, .multiPolygon: []
    }
  }

  private static func lines(of geometry: GeoJSON.Geometry) -> [[Coordinate]] {
    switch geometry {
    case .lineString(let line): [line]
    case .multiLineString(let lines): lines
    case .collection(let parts): parts.flatMap(lines)
    case .point, .multiPoint, .polygon, .multiPolygon: []
    }
  }
}
