import StageKit

/// The unit of distances along a route that marks count.
enum DistanceUnit: String, CaseIterable, ParameterChoice {
  case kilometers, miles, meters

  /// In meters.
  var length: Double {
    switch self {
    case .kilometers: 1000
    case .miles: 1609.344
    case .meters: 1
    }
  }
}

/// Marks along a route: its kilometers, its start and its end, and the waypoints of its file.
public struct RouteMarks: Stage {
  /// The parameters of marks.
  public struct Parameters: ParameterGroup {
    @Include var way: RouteOnMap
    @Parameter("The distance from one mark to the next, in 'unit'; 0 for none.", .nonnegative()) var every = 1.0
    @Parameter("The unit of 'every', and of the numbers.") var unit = DistanceUnit.kilometers
    @Parameter("The text of a mark of distance, in which # is the distance.") var text = "#"
    @Parameter("Whether the waypoints of the route's file are marked, with their names.") var waypoints = true
    @Parameter("The text of a flag at the route's start; without one, there is none.") var start: String?
    @Parameter("The text of a flag at the route's end; without one, there is none.") var finish: String?
    @Parameter(
      "The text of a mark where a lap of the file (FIT, TCX) ends, in which # is its number; without one, there are none."
    )
    var lap: String?
    @Parameter(
      "The time after the text of a mark: split, since the mark before it of its kind; total, since the start. At the finish it is the "
        + "total.")
    var times = MarkTimes.none
    @Parameter("The color of dots and flags.") var color = Color(hex: 0x2F7BF6)
    @Parameter("The color of waypoints.") var waypointColor = Color(hex: 0xF59E0B)
    @Parameter("The color of the plates under texts.") var plate = Color.white
    @Parameter("The color of texts.") var textColor = Color(hex: 0x0F172A)
    @Parameter("The radius of dots.", .nonnegative(.points)) var dot = 5.0
    @Parameter("Enlarges dots, flags and texts together.", .nonnegative()) var zoom: Animated<Double> = 1
    @Include var type = TextParameters(weight: 650, size: 15)

    let passed = Output<Double>("The number of marks that have come.")
    let comes = Moment("A mark comes.", .cue, name: "mark")

    /// The parameters of marks.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "route-marks", version: 1,
    "Marks along a route: its kilometers and laps, flags at its start and its end, and the waypoints of its file.",
    handles: [.coordinate("route")],
    example: .init(
      at: 2.6,
      """
      {
        "id": "hike",
        "stage": "group",
        "stages": [
          { "id": "way", "stage": "route", "parameters": { "route": "data/hike.gpx", "duration": 3 } },
          {
            "id": "line",
            "stage": "polyline-sweep",
            "inputs": { "progress": "way.progress" },
            "parameters": { "route": "data/hike.gpx", "trail": 1, "fade": false, "color": "#5CE1E6", "width": 5, "margin": 60 }
          },
          {
            "id": "marks",
            "stage": "route-marks",
            "inputs": { "progress": "way.progress" },
            "parameters": { "route": "data/hike.gpx", "text": "# km", "start": "Start", "finish": "Lunch", "margin": 60 }
          }
        ]
      }
      """))

  private let parameters: Parameters
  let marks: [RouteMark]
  /// The time at which each comes; infinite for those that are never passed.
  private let times: [Double]
  /// The indexes of the marks whose labels give way to fewer, first.
  private let order: [Int]
  private let flatCamera: Camera
  /// Texts beyond it are not there to be read: a map goes on beyond the safe area.
  private let readableArea: Rect

  /// In seconds.
  private static let (interval, growth) = (0.12, 0.5)
  /// The distance between two labels, in points, from which on both are seen whole.
  private static let clearance = 6.0
  private static let maxCount = 2000
  /// Robert Penner's back-out.
  private static let pop = Easing.cubicBezier(0.34, 1.56, 0.64, 1)

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let (track, line, flatCamera) = try parameters.way.resolved(context)
    self.flatCamera = flatCamera
    readableArea = context.composition.safeArea
    if parameters.waypoints, track.waypoints.count > Self.maxCount {
      throw StageError(
        "the file has \(track.waypoints.count) waypoints, and \(Self.maxCount) are the most",
        parameter: parameters.$waypoints.location, hint: "Set 'waypoints' to false.")
    }
    let places = try Self.places(parameters, line, track, context)
    guard places.count <= Self.maxCount else {
      throw StageError(
        "the route has \(places.count) marks, and \(Self.maxCount) are the most", parameter: parameters.$every.location,
        hint: parameters.lap == nil ? "Make 'every' larger." : "Make 'every' larger, or remove 'lap'.")
    }
    let marks = try places.map { try RouteMark($0, parameters, context) }
    self.marks = marks
    order = marks.indices.sorted { (marks[$0].place.rank, $0) < (marks[$1].place.rank, $1) }
    let shares = places.map { $0.distance / line.length }
    times =
      try RoutePassing.times(of: shares, by: parameters.way.progress, context)
      ?? shares.indices.map { Double($0) * Self.interval }
  }

  /// All marks in the order of the way.
  private static func places(
    _ parameters: Parameters, _ line: RouteLine, _ track: RouteTrack, _ context: any StageContext
  ) throws -> [RouteMark.Place] {
    let clock = try MarkClock(parameters, line, track)
    func place(_ kind: RouteMark.Kind, at distance: Double) -> RouteMark.Place {
      RouteMark.Place(kind: kind, coordinate: line.ground.coordinate(line.point(at: distance)), distance: distance)
    }
    var places: [RouteMark.Place] = []
    if let text = parameters.start { places.append(place(.start(text), at: 0)) }
    if let text = parameters.finish {
      places.append(place(.finish(text), at: line.length))
      places[places.count - 1].time = clock.total
    }
    let step = parameters.every * parameters.unit.length
    if step > 0 {
      let length = line.recorded(line.length)
      for index in 0..<Int(min(length / step + 1e-6, Double(maxCount + 1))) {
        let distance = Double(index + 1) * step
        // Near the end the flag says it.
        guard parameters.finish == nil || length - distance > step * 0.02 else { continue }
        places.append(place(.distance(index + 1), at: line.distance(ofRecorded: min(distance, length))))
        let before = line.distance(ofRecorded: Double(index) * step)
        places[places.count - 1].time = clock.time(from: before, to: places[places.count - 1].distance)
      }
    }
    if parameters.lap != nil {
      for lap in clock.laps where parameters.finish == nil || line.length - lap.end > 1 {
        places.append(place(.lap(lap.number), at: lap.end))
        places[places.count - 1].time = lap.time
      }
    }
    if parameters.waypoints {
      let icons = WaypointIcons(track.waypoints)
      if let warning = icons.warning { context.warn(warning) }
      var far: [String] = []
      let reach = max(1000, line.length / 10)
      for waypoint in track.waypoints {
        let (distance, gap) = line.nearest(to: line.ground.continuedPoint(waypoint.coordinate))
        guard gap <= reach else {
          far.append(waypoint.name.map { "'\($0)'" } ?? "one without a name")
          continue
        }
        places.append(
          RouteMark.Place(
            kind: .waypoint(waypoint.name, icons[waypoint]), coordinate: waypoint.coordinate, distance: distance))
      }
      if !far.isEmpty {
        let names = far.prefix(3).joined(separator: ", ") + (far.count > 3 ? " and \(far.count - 3) more" : "")
        context.warn(
          "waypoints that lie more than \((reach / 100).rounded() / 10) km from the way are left out: \(names)"
        )
      }
    }
    return places.sorted { $0.distance < $1.distance }
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    times.filter { $0 <= seconds }.sorted().map { parameters.comes.at($0) }
  }

  public var duration: Double? {
    let last = times.filter(\.isFinite).max() ?? 0
    return latestSettlingTime(of: parameters.zoom).map { max($0, last + Self.growth) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame(DisplayList())
    frame[parameters.passed] = Double(times.count { $0 <= time.seconds })
    guard let camera = try parameters.way.camera(inputs, or: flatCamera) else { return frame }
    let zoom = parameters.zoom.value(at: time.seconds)
    // The marks that give way come later, so that each knows those before which it fades.
    var shown: [(index: Int, point: Point, scale: Double, label: Rect?, opacity: Double)] = []
    for index in order where times[index] <= time.seconds {
      let mark = marks[index]
      guard let place = AnchorPosition(ground: camera.groundPoint(mark.place.coordinate), camera: camera) else {
        continue
      }
      let grown = min((time.seconds - times[index]) / Self.growth, 1)
      let scale = zoom * Self.pop.value(at: grown)
      let label = mark.label?.scaled(by: zoom).offset(by: place.point)
      let opacity = shown.reduce(min(grown * 3, 1)) { rest, other in
        guard let label, let taken = other.label else { return rest }
        return rest * (1 - other.opacity * (1 - min(max(label.gap(to: taken) / Self.clearance, 0), 1)))
      }
      shown.append((index, place.point, scale, label, opacity))
    }
    // Those lower on the canvas are nearer.
    shown.sort { ($0.point.y, $0.index) < ($1.point.y, $1.index) }
    for mark in shown where mark.scale > 0 {
      let transform = Transform.translation(mark.point) * .scale(mark.scale)
      frame.drawing.group(Group(marks[mark.index].sign, transform: transform))
    }
    for mark in shown where mark.scale > 0 && mark.opacity > 0 {
      let transform = Transform.translation(mark.point) * .scale(mark.scale)
      frame.drawing.group(Group(marks[mark.index].text, transform: transform, opacity: mark.opacity))
      if mark.opacity == 1, mark.scale == zoom, let label = mark.label, label.isWithin(readableArea) {
        frame.legibleText.group(Group(marks[mark.index].letters, transform: transform))
      }
    }
    return frame
  }
}

extension Rect {
  fileprivate func scaled(by factor: Double) -> Rect {
    Rect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
  }

  fileprivate func offset(by way: Point) -> Rect {
    Rect(x: minX + way.x, y: minY + way.y, width: width, height: height)
  }

  fileprivate func isWithin(_ other: Rect) -> Bool {
    minX >= other.minX && maxX <= other.maxX && minY >= other.minY && maxY <= other.maxY
  }

  /// The distance between two rectangles along one axis, the larger; below 0 where they overlap.
  fileprivate func gap(to other: Rect) -> Double {
    max(
      max(minX - other.maxX, other.minX - maxX), max(minY - other.maxY, other.minY - maxY))
  }
}
