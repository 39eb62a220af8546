import StageKit

/// A photograph of a way.
struct PhotoParameters: ParameterGroup {
  @Parameter(
    "The picture; a name with a * stands for all whose names are like it.",
    as: .file(extensions: FileReference.pictureEndings)) var file: FileReference
  @Parameter("The text under it while it is large; without one, none.") var caption: String?
  @Parameter(
    "The place at which it was taken; without one, the place that its file says, or where the way was at the time that its file says."
  )
  var coordinate: Coordinate?
}

/// Photographs that appear where they were taken: as the route passes, each grows to the middle of the canvas, and goes back to its
/// place on the map.
public struct RoutePhotos: Stage {
  /// The parameters of photographs.
  public struct Parameters: ParameterGroup {
    @Include var way: RouteOnMap
    @Parameter("The photographs, in any order.") var photos: [PhotoParameters]
    @Parameter(
      "The hours by which the clocks of cameras were ahead of UTC where the pictures do not say it; by default those of the route's file, or 0.",
      .range(-14...14))
    var utcOffset: Double?
    @Parameter("The side of a photograph on the map; 0 for none there.", .nonnegative(.points)) var thumbnail = 52.0
    @Parameter(
      "The longer side of a photograph while it is large, as a share of the canvas's shorter side.", .range(0.1...2))
    var large = 0.78
    @Parameter("The middle of a photograph while it is large, as shares of the canvas.") var at = Point(0.5, 0.5)
    @Parameter("The time for which it is large.", .nonnegative(.seconds)) var hold = 1.4
    @Parameter("The time in which it grows, and in which it goes back.", .positive(.seconds)) var growth = 0.6
    @Parameter("The radius of its corners while it is large.", .nonnegative(.points)) var radius = 18.0
    @Parameter("The color of its edge, and of the caption's plate.") var edge = Color.white
    @Parameter("The width of its edge.", .nonnegative(.points)) var edgeWidth = 3.0
    @Parameter("The color of captions.") var color = Color(hex: 0x0F172A)
    @Include var type = TextParameters(weight: 600, size: 20)

    let shown = Output<Double>("The growth of the photograph that is large, from 0 to 1; 0 while none is.")
    let comes = Moment("A photograph begins to grow.", .cue, name: "photo")
    let goes = Moment("A photograph begins to go back.", .cue, name: "back")

    /// The parameters of photographs.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "route-photos", version: 1,
    "Photographs that appear on a map where they were taken, grow as the route passes, and go back to their places.",
    handles: [.coordinate("route")],
    example: .init(
      at: 2.2,
      """
      {
        "id": "hike",
        "stage": "group",
        "stages": [
          { "id": "way", "stage": "route", "parameters": { "route": "data/hike.gpx", "duration": 5 } },
          {
            "id": "line",
            "stage": "polyline-sweep",
            "inputs": { "progress": "way.progress" },
            "parameters": { "route": "data/hike.gpx", "trail": 1, "fade": false, "color": "#5CE1E6", "width": 5 }
          },
          {
            "id": "photos",
            "stage": "route-photos",
            "inputs": { "progress": "way.progress" },
            "parameters": {
              "route": "data/hike.gpx",
              "photos": [{ "file": "data/passport-portrait.png", "coordinate": [0.02, 46.502], "caption": "Ada at the spring" }]
            }
          }
        ]
      }
      """))

  private let parameters: Parameters
  private let photos: [RoutePhoto]
  private let flatCamera: Camera
  private let canvas: Size

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    canvas = context.composition.size
    let (track, line, flatCamera) = try parameters.way.resolved(context)
    self.flatCamera = flatCamera
    let clock = PhotoClock(
      track, line, parameters.way.shape.shape, isReversed: parameters.way.reverse, utcOffset: parameters.utcOffset)
    let places = try Self.places(of: parameters.photos, clock, context)
    let order = places.indices.sorted { (places[$0].distance, $0) < (places[$1].distance, $1) }
    let shares = order.map { places[$0].distance / line.length }
    let passing = try RoutePassing.times(of: shares, by: parameters.way.progress, context)
    // One is large at a time: the next one waits for the one before.
    var free = 0.0
    photos = try order.enumerated().map { rank, index in
      let begin = max(passing?[rank] ?? 0, free)
      free = begin + 2 * parameters.growth + parameters.hold
      return try RoutePhoto(parameters.photos[index], at: places[index].coordinate, from: begin, parameters, context)
    }
    Self.warn(of: photos, places, along: line, context)
  }

  /// Warns of photographs that do not come before the film's end, and of those that were taken far from the way.
  private static func warn(
    of photos: [RoutePhoto], _ places: [Place], along line: RouteLine, _ context: any StageContext
  ) {
    let late = photos.count { $0.begin >= context.composition.duration }
    if late > 0 {
      context.warn(
        "\(late) of \(photos.count) photographs \(late == 1 ? "does" : "do") not come before the film's end"
          + (photos.allSatisfy(\.begin.isFinite)
            ? ": one is large at a time. Shorten 'hold' and 'growth', or let the way take longer."
            : ". Let the way come to the places of all."))
    }
    let reach = max(2000, line.length / 5)
    let gaps = places.map { line.nearest(to: line.ground.continuedPoint($0.coordinate)).gap }
    if let farthest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[farthest] > reach {
      let count = gaps.count { $0 > reach }
      context.warn(
        "\(count) of \(places.count) photographs \(count == 1 ? "was" : "were") taken far from the way, the farthest "
          + "\(Int((gaps[farthest] / 1000).rounded())) km from it: '\(places[farthest].name)'")
    }
  }

  private typealias Place = (distance: Double, coordinate: Coordinate, name: String)

  /// The places of all; the error of the first one names others that have none.
  private static func places(
    of photos: [PhotoParameters], _ clock: PhotoClock, _ context: any StageContext
  ) throws -> [Place] {
    var (places, fault, others): ([Place], StageError?, [String]) = ([], nil, [])
    for photo in photos {
      do {
        let place = try clock.place(of: photo, context)
        places.append((place.distance, place.coordinate, photo.file.literal))
      } catch let error as StageError {
        if fault == nil { fault = error } else { others.append("'\(photo.file.literal)'") }
      }
    }
    guard let fault else { return places }
    let more = others.count > 8 ? " and \(others.count - 8) more" : ""
    throw others.isEmpty
      ? fault
      : StageError(
        "\(fault.message); nor can \(others.prefix(8).joined(separator: ", "))\(more) be placed",
        parameter: fault.parameter, hint: fault.hint)
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    photos.filter { $0.begin.isFinite }
      .flatMap {
        [parameters.comes.at($0.begin), parameters.goes.at($0.begin + parameters.growth + parameters.hold)]
      }
      .ordered(until: seconds)
  }

  public var duration: Double? {
    photos.map(\.begin).filter(\.isFinite).max().map { $0 + 2 * parameters.growth + parameters.hold } ?? 0
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame(DisplayList())
    frame[parameters.shown] = 0
    guard let camera = try parameters.way.camera(inputs, or: flatCamera) else { return frame }
    var large: (photo: RoutePhoto, growth: Double, from: Point?)?
    var small: [(photo: RoutePhoto, place: Point)] = []
    for photo in photos {
      let place = AnchorPosition(ground: camera.groundPoint(photo.coordinate), camera: camera)?.point
      let growth = photo.growth(at: time.seconds, parameters)
      if growth > 0 {
        large = (photo, growth, place)
        frame[parameters.shown] = growth
      } else if let place, parameters.thumbnail > 0, time.seconds >= photo.begin {
        small.append((photo, place))
      }
    }
    // Those lower on the canvas are nearer.
    for (photo, place) in small.sorted(by: { $0.place.y < $1.place.y }) {
      photo.draw(0, from: place, on: canvas, parameters, into: &frame.drawing, letters: &frame.legibleText)
    }
    if let large {
      large.photo.draw(
        large.growth, from: large.from, on: canvas, parameters, into: &frame.drawing, letters: &frame.legibleText)
    }
    return frame
  }
}
