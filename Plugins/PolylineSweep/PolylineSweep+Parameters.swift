import StageKit

/// What a line's width counts.
enum WidthUnit: String, CaseIterable, Sendable {
  /// Of the canvas, whatever the distance.
  case points
  /// On the ground, so that it shrinks with distance.
  case meters
}

extension PolylineSweep {
  static let route = Parameter.route("route", "Where the line sweeps along.").optional
  static let color = Parameter.color("color", "The line's color at its head.", default: .white)
  static let width = Parameter.number("width", "The line's width.", default: 1.5, .nonnegative())
  static let widthUnit = Parameter.choice(
    "widthUnit", "Whether widths are points on the canvas or meters on the ground.", default: WidthUnit.points)
  static let duration = Parameter.number(
    "duration", "From the head's start until the tail has reached the route's end.", default: 1.5, .positive(.seconds))
  static let trail = Parameter.number(
    "trail", "How long the line is, as a fraction of the route.", default: 0.3,
    NumberSchema(minimum: 0, maximum: 1, isMinimumExclusive: true))
  static let curve = Parameter.curve("curve", "How the head spends its time.", default: .linear)
  static let reverse = Parameter.boolean(
    "reverse", "Whether it goes from the route's end to its start.", default: false)
  static let count = Parameter.repetition("repeat", "How often it sweeps.")
  static let pause = Parameter.number(
    "pause", "Between one sweep and the next.", default: 0, .nonnegative(.seconds))
  static let fade = Parameter.boolean(
    "fade", "Whether the line fades from its head to its tail.", default: true)
  static let line = Parameter.color("line", "The color of a still line under the sweep; without it, there is none.")
    .optional
  static let lineWidth = Parameter.number(
    "lineWidth", "The still line's width; without it, the sweep's.", .nonnegative()
  ).optional
  static let glow = Glow.parameter
  static let margin = Parameter.number(
    "margin", "Around the routes where there is no camera.", default: 40, .nonnegative(.points))

  private static let ownRoute = Parameter.route("route", "Where this line sweeps along.")
  private static let ownStart = Parameter.number(
    "start", "When it starts, after the stage does.", default: 0, .nonnegative(.seconds))
  private static let ownColor = Parameter.color("color", "Its color; without it, the stage's.").optional
  private static let ownDuration = Parameter.number(
    "duration", "Its duration; without it, the stage's.", .positive(.seconds)
  ).optional
  private static let ownReverse = Parameter<Bool>.boolean(
    "reverse", "Its direction; without it, the stage's."
  ).optional
  private static let ownCount = Parameter.repetition("repeat", "How often it sweeps; without it, as the stage.")
    .optional
  private static let ownPause = Parameter.number(
    "pause", "Its pause; without it, the stage's.", .nonnegative(.seconds)
  ).optional
  static let routes = Parameter.objects(
    "routes", "More routes, each of which may have a start, a color, a pace and a repeat of its own.",
    [ownRoute, ownStart, ownColor, ownDuration, ownReverse, ownCount, ownPause])

  static func makeSweeps(_ parameters: Parameters, _ context: any StageContext) throws -> [Sweep] {
    var sweep = Sweep.Settings(
      color: parameters[color], begin: 0, duration: parameters[duration], pause: parameters[pause],
      count: parameters[count], trail: parameters[trail], curve: parameters[curve])
    let isReversed = parameters[reverse]
    var result: [Sweep] = []
    if let source = parameters[route] {
      let line = try load(source, isReversed: isReversed, at: parameters.location(of: route), context)
      result.append(Sweep(route: line, settings: sweep))
    }
    let common = sweep
    for fields in parameters[routes] {
      sweep = common
      sweep.begin = fields[ownStart]
      sweep.color = fields[ownColor] ?? common.color
      sweep.duration = fields[ownDuration] ?? common.duration
      sweep.count = fields[ownCount] ?? common.count
      sweep.pause = fields[ownPause] ?? common.pause
      let line = try load(
        fields[ownRoute], isReversed: fields[ownReverse] ?? isReversed, at: fields.location(of: ownRoute), context)
      result.append(Sweep(route: line, settings: sweep))
    }
    return result
  }

  private static func load(
    _ source: RouteSource, isReversed: Bool, at location: String, _ context: any StageContext
  ) throws -> RouteLine {
    func line(along coordinates: [Coordinate]) throws -> RouteLine {
      guard let line = RouteLine(isReversed ? coordinates.reversed() : coordinates) else {
        throw StageError("the route has no length", parameter: location)
      }
      return line
    }
    switch source {
    case .coordinates(let list): return try line(along: list)
    case .file(let file, let index):
      let lines = try lines(of: file, at: location, context)
      guard lines.indices.contains(index) else {
        if lines.isEmpty { throw StageError("'\(file.literal)' has no line to follow", parameter: location) }
        throw StageError(
          "'\(file.literal)' has \(lines.count) \(lines.count == 1 ? "line" : "lines"), and number \(index) is asked for",
          parameter: location, hint: "The first line is number 0")
      }
      let key = Digest { hasher in
        hasher.combine("polyline-sweep route 1")
        hasher.combine(file)
        hasher.combine(index)
        hasher.combine(isReversed)
      }
      return try context.prepared(key) { try line(along: lines[index]) }
    }
  }

  /// All lines of a GeoJSON file, in its order.
  private static func lines(
    of file: FileReference, at location: String, _ context: any StageContext
  ) throws -> [[Coordinate]] {
    let key = Digest { hasher in
      hasher.combine("polyline-sweep lines 1")
      hasher.combine(file)
    }
    return try context.prepared(key) {
      let bytes = try context.bytes(of: file)
      do {
        return try GeoJSON.parse(bytes).features.compactMap(\.geometry).flatMap(lines)
      } catch {
        throw StageError("\(file.literal):\(error)", parameter: location)
      }
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
