import StageKit

/// The place of a stage.
struct PlaceObject: JobObject {
  @Parameter("A corner, side or the middle of both boxes, or the share of both.") var at: PlaceAnchor?
  @Parameter("Whose box: the canvas's, that of its safe area, or that of a stage.", as: box) var of = "canvas"
  @Parameter("A distance from there.") var offset = Point.zero
  let sides = ParameterTable<PlaceSide, StageName>(PlaceSide.allCases) {
    ($0.rawValue, "The id of the stage next to which it is placed.")
  }
  @Parameter("The space between both.", .any(.points)) var gap = 0.0
  @Parameter("The position along that side.") var align = Alignment.center

  private static let box = ParameterSchema.name("canvas, safe or the id of a stage", pattern: Names.idPattern)

  static let declaration = ObjectDeclaration<Self>(
    "place", noun: "an object such as { \"at\": \"bottom\", \"of\": \"safe\" }",
    "Moves a stage so that an anchor of its box, once settled, meets that of another box; or next to another stage.",
    example: #"{ "at": "bottom", "of": "safe", "offset": [0, -24] }"#)
}

/// A side of another stage.
enum PlaceSide: String, CaseIterable {
  case above, below, leftOf, rightOf, before, after

  /// The point in the other's box at which they meet.
  var target: Point {
    switch self {
    case .above: Point(0.5, 0)
    case .below: Point(0.5, 1)
    case .leftOf, .before: Point(0, 0.5)
    case .rightOf, .after: Point(1, 0.5)
    }
  }

  /// The point in its own box at which they meet.
  var anchor: Point { Point(1 - target.x, 1 - target.y) }

  /// True if it changes sides where text is written from the right.
  var isLogical: Bool { self == .before || self == .after }
}

/// The id of a stage.
struct StageName: WrittenValue {
  var id: String

  static let schema = Names.stage
  static let placeholder = StageName(id: "")
  static func read(_ value: ParameterValue) -> Self? { String.read(value).map { Self(id: $0) } }
}

/// A point of a box, in fractions of it.
struct PlaceAnchor: WrittenValue {
  var point: Point
  /// True if its sides are start and end.
  var isLogical = false

  /// Points by their names.
  private static let named: [(name: String, point: Point)] = [("top", 0.0), ("", 0.5), ("bottom", 1.0)].flatMap { row in
    [("left", 0.0), ("start", 0.0), ("", 0.5), ("right", 1.0), ("end", 1.0)].map { column in
      let words = [row.0, column.0].filter { !$0.isEmpty }
      return (words.isEmpty ? "center" : words.joined(separator: "-"), Point(column.1, row.1))
    }
  }

  static let schema = ParameterSchema.alternatives(
    [.choice(named.map(\.name)), .pair("x", "y", .any(.fractions))], noun: "one of \(quoted(named.map(\.name)))")
  static let placeholder = PlaceAnchor(point: .zero)
  static func read(_ value: ParameterValue) -> Self? {
    if let point = Point.read(value) { return Self(point: point) }
    guard let name = String.read(value), let point = named.first(where: { $0.name == name })?.point else { return nil }
    return Self(point: point, isLogical: name.hasSuffix("start") || name.hasSuffix("end"))
  }
}
