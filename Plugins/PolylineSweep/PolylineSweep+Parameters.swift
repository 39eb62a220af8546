import StageKit

/// What a line's width counts.
enum WidthUnit: String, CaseIterable, Sendable {
  /// Of the canvas, whatever the distance.
  case points
  /// On the ground, so that it shrinks with distance.
  case meters
}

extension PolylineSweep {
  static let route = ParameterKey.route("route", "Where the line sweeps along.").optional
  static let color = ParameterKey.color("color", "The line's color at its head.", default: .white)
  static let width = ParameterKey.number("width", "The line's width.", default: 1.5, .nonnegative())
  static let widthUnit = ParameterKey.choice(
    "widthUnit", "Whether widths are points on the canvas or meters on the ground.", default: WidthUnit.points)
  static let duration = ParameterKey.number(
    "duration", "From the head's start until the tail has reached the route's end.", default: 1.5, .positive(.seconds))
  static let trail = ParameterKey.number(
    "trail",
    "How long the line is, as a fraction of the route, where the curves are even: the tail comes so much of its own time "
      + "after the head. With more than 1 the line rests, whole, in between.", default: 0.3,
    NumberSchema(minimum: 0, maximum: 100, isMinimumExclusive: true))
  static let curve = ParameterKey.curve(
    "curve", "How the head spends its time, from the route's start to its end.", default: .linear)
  static let tailCurve = ParameterKey.curve(
    "tailCurve", "How the tail spends as much time; without it, as the head."
  ).optional
  static let endColor = ParameterKey.color(
    "endColor", "The line's color at the route's end; on the way there it changes evenly from 'color'."
  ).optional
  static let arc = ParameterKey.number(
    "arc",
    "How high above the ground it is in the middle of the route, as a fraction of the route's length; a shadow stays below.",
    default: 0, .fraction)
  static let smoothing = ParameterKey.number(
    "smoothing", "Over which part of the route, before and behind the head, its heading is taken.", default: 12,
    .positive(.meters))
  static let reverse = ParameterKey.boolean(
    "reverse", "Whether it goes from the route's end to its start.", default: false)
  static let count = ParameterKey.repetition("repeat", "How often it sweeps.")
  static let pause = ParameterKey.number(
    "pause", "Between one sweep and the next.", default: 0, .nonnegative(.seconds))
  static let fade = ParameterKey.boolean(
    "fade", "Whether the line fades from its head to its tail.", default: true)
  static let line = ParameterKey.color("line", "The color of a still line under the sweep; without it, there is none.")
    .optional
  static let lineWidth = ParameterKey.number(
    "lineWidth", "The still line's width; without it, the sweep's.", .nonnegative()
  ).optional
  static let glow = Glow.parameter
  static let margin = ParameterKey.number(
    "margin", "Around the routes where there is no camera.", default: 40, .nonnegative(.points))

  private static let ownRoute = ParameterKey.route("route", "Where this line sweeps along.")
  private static let ownStart = ParameterKey.number(
    "start", "When it starts, after the stage does.", default: 0, .nonnegative(.seconds))
  private static let ownColor = ParameterKey.color("color", "Its color; without it, the stage's.").optional
  private static let ownDuration = ParameterKey.number(
    "duration", "Its duration; without it, the stage's.", .positive(.seconds)
  ).optional
  private static let ownReverse = ParameterKey<Bool>.boolean(
    "reverse", "Its direction; without it, the stage's."
  ).optional
  private static let ownCount = ParameterKey.repetition("repeat", "How often it sweeps; without it, as the stage.")
    .optional
  private static let ownPause = ParameterKey.number(
    "pause", "Its pause; without it, the stage's.", .nonnegative(.seconds)
  ).optional
  static let routes = ParameterKey.objects(
    "routes", "More routes, each of which may have a start, a color, a pace and a repeat of its own.",
    [ownRoute, ownStart, ownColor, ownDuration, ownReverse, ownCount, ownPause])

  /// How several routes follow each other.
  enum Sequence: String, CaseIterable, Sendable {
    case together
    case inTurn = "in-turn"
  }

  static let sequence = ParameterKey.choice(
    "sequence", "Whether routes start together, or each as the one before has arrived; a 'start' is added to that.",
    default: Sequence.together)

  static func makeSweeps(_ parameters: ParameterValues, _ context: any StageContext) throws -> [Sweep] {
    var sweep = Sweep.Settings(
      color: parameters[color], begin: 0, duration: parameters[duration], pause: parameters[pause],
      count: parameters[count], trail: parameters[trail], curve: parameters[curve],
      tailCurve: parameters[tailCurve] ?? parameters[curve])
    let isReversed = parameters[reverse]
    let shape = RouteShape(parameters)
    var result: [Sweep] = []
    if let source = parameters[route] {
      let line = try load(source, isReversed: isReversed, shape, at: parameters.location(of: route), context)
      result.append(Sweep(route: line, settings: sweep))
    }
    let common = sweep
    for fields in parameters[routes] {
      sweep = common
      sweep.begin = fields[ownStart]
      if parameters[sequence] == .inTurn, let before = result.last { sweep.begin += before.arrival }
      sweep.color = fields[ownColor] ?? common.color
      sweep.duration = fields[ownDuration] ?? common.duration
      sweep.count = fields[ownCount] ?? common.count
      sweep.pause = fields[ownPause] ?? common.pause
      let line = try load(
        fields[ownRoute], isReversed: fields[ownReverse] ?? isReversed, shape,
        at: fields.location(of: ownRoute), context)
      result.append(Sweep(route: line, settings: sweep))
    }
    return result
  }

  /// What is wrong with a file is said of the parameter that names it.
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
    let parts = try parts(of: source, isReversed: isReversed, at: location, context)
    func line() throws -> RouteLine {
      guard let line = RouteLine(parts: parts.map { $0.map(\.coordinate) }, shape) else {
        throw noLength(source, at: location)
      }
      return line
    }
    guard case .file(let file, let number) = source else { return try line() }
    let key = Digest { hasher in
      hasher.combine("polyline-sweep route 3")
      hasher.combine(file)
      hasher.combine(number ?? -1)
      hasher.combine(isReversed)
      shape.digest(into: &hasher)
    }
    return try context.prepared(key, line)
  }

  static func noLength(_ source: RouteSource, at location: String) -> StageError {
    guard case .file(let file, let number) = source else {
      return StageError("the route has no length", parameter: location)
    }
    return StageError(
      number.map { "way \($0) of '\(file.literal)' has no length" } ?? "'\(file.literal)' has no way with a length",
      parameter: location, hint: "A line needs two positions that differ, in one part of it.")
  }

  /// The parts of a route, in the order in which they are gone.
  static func parts(
    of source: RouteSource, isReversed: Bool, at location: String, _ context: any StageContext
  ) throws -> [[RouteTrack.Place]] {
    let parts: [[RouteTrack.Place]]
    switch source {
    case .coordinates(let list): parts = [list.map { RouteTrack.Place($0) }]
    case .file(let file, let number):
      let tracks = try located(location) { try context.tracks(file) }
      let count = "\(tracks.count) \(tracks.count == 1 ? "way" : "ways")"
      guard tracks.indices.contains(number ?? 0) else {
        throw StageError(
          "'\(file.literal)' has \(count), and number \(number ?? 0) is asked for", parameter: location,
          hint: "The first one is number 0")
      }
      // Devices begin files with tracks of one point, before they know where they are.
      let first = tracks.firstIndex { RouteLine(parts: $0.parts.map { $0.map(\.coordinate) }) != nil } ?? 0
      let track = tracks[number ?? first]
      if number == nil, tracks.count > 1 {
        context.warn(
          "'\(file.literal)' has \(count), of which number \(first) is taken; say which: { \"file\": …, \"track\": \(first) }"
        )
      }
      parts = track.parts
    }
    return isReversed ? reversed(parts) : parts
  }

  /// As a recording that is played backward: its times grow in this order.
  static func reversed(_ parts: [[RouteTrack.Place]]) -> [[RouteTrack.Place]] {
    parts.reversed().map { part in
      part.reversed().map { RouteTrack.Place($0.coordinate, elevation: $0.elevation, time: $0.time.map { -$0 }) }
    }
  }
}
