import StageKit

/// The unit of a line's width.
enum WidthUnit: String, CaseIterable, ParameterChoice {
  /// Points of the canvas, whatever the distance.
  case points
  /// On the ground, so that it shrinks with distance.
  case meters
}

/// A further route of a sweep.
struct OwnRoute: ParameterGroup {
  @Parameter("The route that this line sweeps along.") var route: RouteSource
  @Parameter("The time at which it starts, after the stage does.", .nonnegative(.seconds)) var start = 0.0
  @Parameter("Its color; without it, the stage's.") var color: Color?
  @Parameter("Its duration; without it, the stage's.", .positive(.seconds)) var duration: Double?
  @Parameter("Its direction; without it, the stage's.") var reverse: Bool?
  @Parameter("The number of times that it sweeps; without it, the stage's.", as: .repetition) var `repeat`: Double?
  @Parameter("Its pause; without it, the stage's.", .nonnegative(.seconds)) var pause: Double?
}

extension PolylineSweep {
  /// The parameters of a sweep.
  public struct Parameters: ParameterGroup {
    @Parameter("The route that the line sweeps along.") var route: RouteSource?
    @Parameter("More routes, each of which may have a start, a color, a pace and a repeat of its own.")
    var routes: [OwnRoute] = []
    @Parameter("The line's color at its head.") var color: Color = .white
    @Parameter("The line's width.", .nonnegative()) var width = 1.5
    @Parameter("The unit of widths: points on the canvas or meters on the ground.") var widthUnit = WidthUnit.points
    @Parameter("The time from the head's start until the tail has reached the route's end.", .positive(.seconds))
    var duration = 1.5
    @Parameter(
      "The line's length, as a fraction of the route, where the curves are even: the tail comes so much of its own time "
        + "after the head. With more than 1 the line rests, whole, in between.",
      NumberSchema(minimum: 0, maximum: 100, isMinimumExclusive: true))
    var trail = 0.3
    @Parameter("The easing of the head, from the route's start to its end.") var curve: Easing = .linear
    @Parameter("The easing of the tail, which takes the same time; without it, the head's.") var tailCurve: Easing?
    @Parameter("Whether it goes from the route's end to its start.") var reverse = false
    @Parameter("The number of times that it sweeps.", as: .repetition) var `repeat` = 1.0
    @Parameter("Between one sweep and the next.", .nonnegative(.seconds)) var pause = 0.0
    @Parameter("Whether the line fades from its head to its tail.") var fade = true
    @Parameter("A still line along the whole route, under the sweep; without it, there is none.") var track: Track?
    @Parameter("A soft light below the line, added to what lies there; without it, there is none.") var glow: Glow?
    @Parameter("Around the routes where there is no camera.", .nonnegative(.points)) var margin = 40.0
    @Include var occlusion = Occlusion(occludedOpacity: 0.6)
    @Parameter(
      "The part of the route, before and behind the head, over which its heading is taken.", .positive(.meters))
    var smoothing = 12.0
    @Parameter("The line's color at the route's end; on the way there it changes evenly from 'color'.")
    var endColor: Color?
    @Parameter(
      "Colors by a value of the recording, such as its speed, instead of 'color'; of 'route', not of 'routes'.")
    var colorBy: ColorScaleParameters?
    @Parameter("A wider line below the line.") var casing: Casing?
    @Parameter("Makes the line of dashes.") var dash: Dash?
    @Parameter(
      "The height above the ground in the middle of the route, as a fraction of the route's length; a shadow stays below.",
      .fraction)
    var arc = 0.0
    @Include var shape: ShapeParameters
    @Include var taper: TaperParameters
    @Parameter("Arrowheads on the line, in the direction of the route.") var arrows: Arrows?
    @Parameter(
      "The sequence of routes: all together, or each as the one before has arrived; a 'start' is added to that.")
    var sequence = PolylineSweep.Sequence.together

    let camera = Input<Camera?>("The camera over whose ground the routes lie.")

    let progressInput = Input<Double?>(
      "The progress of the first route's head, from 0 to 1, such as that of a stage 'route'; then it goes by this "
        + "alone, and its tail comes 'trail' of the route behind it. Its moments stay those of its own duration.",
      name: "progress")

    let head = Output<Point>("The first route's head on the canvas; missing where it is behind the camera.")
    let headCoordinate = Output<Coordinate>("The first route's head on the ground.")
    let progress = Output<Double>("The progress of the first route's head, from 0 to 1.")
    let tail = Output<Double>("The progress of the first route's tail, from 0 to 1.")
    let distance = Output<Double>(
      "The distance that the first route's head has come, in meters, without gaps unless these are lines.",
      unit: .meters)
    let remaining = Output<Double>(
      "The distance that the first route's head has still to go, in meters.", unit: .meters)
    let heading = Output<Double>("The compass direction in which the first route's head goes, in degrees.")
    let turn = Output<Double>(
      "The same on the canvas: degrees clockwise from upward; missing where it is behind the camera.")
    let isVisible = Output<Bool>("Whether any of the first route's sweep shows.", name: "visible")
    let departed = Moment("The first route's head sets out from the start of the route.", .cue)
    let arrived = Moment("The first route's head has reached the end of the route.", .both)

    /// The parameters of a sweep.
    public init() {}
  }

  /// The order of several routes.
  enum Sequence: String, CaseIterable, ParameterChoice {
    case together
    case inTurn = "in-turn"
  }

  static func makeSweeps(_ parameters: Parameters, _ context: any StageContext) throws -> [Sweep] {
    var sweep = Sweep.Settings(
      color: parameters.color, begin: 0, duration: parameters.duration, pause: parameters.pause,
      count: parameters.repeat, trail: parameters.trail, curve: parameters.curve,
      tailCurve: parameters.tailCurve ?? parameters.curve)
    let isReversed = parameters.reverse
    let shape = parameters.shape.shape
    var result: [Sweep] = []
    if let source = parameters.route {
      let line = try load(source, isReversed: isReversed, shape, at: parameters.$route.location, context)
      result.append(Sweep(route: line, settings: sweep))
    }
    let common = sweep
    for own in parameters.routes {
      sweep = common
      sweep.begin = own.start
      if parameters.sequence == .inTurn, let before = result.last { sweep.begin += before.arrival }
      sweep.color = own.color ?? common.color
      sweep.duration = own.duration ?? common.duration
      sweep.count = own.repeat ?? common.count
      sweep.pause = own.pause ?? common.pause
      let line = try load(
        own.route, isReversed: own.reverse ?? isReversed, shape, at: own.$route.location, context)
      result.append(Sweep(route: line, settings: sweep))
    }
    return result
  }

  /// Runs `body`; an error of a file names the parameter that chose the file.
  private static func located<Value>(_ location: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as StageError {
      throw StageError(error.message, parameter: error.parameter ?? location, hint: error.hint)
    }
  }

  private static func load(
    _ source: RouteSource, isReversed: Bool, _ shape: RouteShape, at location: String, _ context: any StageContext
  ) throws -> RouteLine {
    let track = try track(of: source, isReversed: isReversed, at: location, context)
    func make() throws -> RouteLine { try line(along: track, shape, of: source, at: location, context) }
    guard case .file(let file, let selection) = source else { return try make() }
    let key = Digest { hasher in
      hasher.combine("polyline-sweep route 6")
      hasher.combine(file)
      hasher.combine(selection)
      hasher.combine(isReversed)
      shape.digest(into: &hasher)
    }
    return try context.cached(key, make)
  }

  /// The line of a route. Throws `StageError` for one without length, and warns of one that the map's edge cuts.
  static func line(
    along track: RouteTrack, _ shape: RouteShape, of source: RouteSource, at location: String,
    _ context: any StageContext
  ) throws -> RouteLine {
    let places = track.parts.joined()
    if !places.isEmpty, places.allSatisfy({ abs($0.coordinate.latitude) >= WebMercatorPlane.maximumLatitude }) {
      throw StageError("the route lies beyond 85.05° north or south, where maps end", parameter: location)
    }
    guard let line = RouteLine(parts: track.parts.map { $0.map(\.coordinate) }, shape) else {
      throw noLength(source, at: location)
    }
    if line.isCut {
      // Once for all stages of a route.
      let key = Digest { hasher in
        hasher.combine("polyline-sweep cut")
        hasher.combine(line.length)
      }
      _ = try context.cached(key) {
        context.warn(
          "the route goes beyond 85.05° north or south, where maps end: it follows that edge there, and its distances are those of "
            + "the edge")
        return true
      }
    }
    return line
  }

  /// The colors that a job asks for; nil where it does not.
  static func colorScale(
    _ parameters: Parameters, _ line: RouteLine, _ context: any StageContext
  ) throws -> ColorScale? {
    guard let scale = parameters.colorBy else { return nil }
    guard let source = parameters.route else {
      throw StageError("needs 'route'", parameter: parameters.$colorBy.location)
    }
    let track = try track(of: source, isReversed: parameters.reverse, at: parameters.$route.location, context)
    let record = RouteRecord(
      track.parts, spans: line.recordedSpans, gaps: parameters.shape.gaps, isReversed: parameters.reverse)
    guard let colors = ColorScale(scale, of: record, length: line.length) else {
      throw scale.value.absence(at: scale.$value.location)
    }
    return colors
  }

  static func noLength(_ source: RouteSource, at location: String) -> StageError {
    guard case .file(let file, let selection) = source else {
      return StageError("the route has no length", parameter: location)
    }
    return StageError(
      selection.track.map { "way \($0) of '\(file.literal)' has no length" }
        ?? "'\(file.literal)' has no way with a length",
      parameter: location, hint: "A line needs two positions that differ, in one part of it.")
  }

  /// A route with its parts in the order in which they are gone.
  static func track(
    of source: RouteSource, isReversed: Bool, at location: String, _ context: any StageContext
  ) throws -> RouteTrack {
    var track = try located(location) { try context.way(of: source) }
    if isReversed { track.parts = reversed(track.parts) }
    return track
  }

  /// As a recording that is played backward: its times grow in this order.
  static func reversed(_ parts: [[RouteTrack.Place]]) -> [[RouteTrack.Place]] {
    parts.reversed().map { part in
      part.reversed().map { place in
        var place = place
        place.time = place.time.map { -$0 }
        return place
      }
    }
  }
}
