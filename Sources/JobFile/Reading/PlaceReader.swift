import Reporting
import StageKit

/// Reads where a stage is placed.
struct PlaceReader {
  let context: ReaderContext

  /// Points of a box by their names, in fractions of it.
  static let anchors: [(name: String, point: Point)] = [("top", 0.0), ("", 0.5), ("bottom", 1.0)].flatMap { row in
    [("left", 0.0), ("start", 0.0), ("", 0.5), ("right", 1.0), ("end", 1.0)].map { column in
      let words = [row.0, column.0].filter { !$0.isEmpty }
      return (words.isEmpty ? "center" : words.joined(separator: "-"), Point(column.1, row.1))
    }
  }

  /// Sides of another stage: where in the other's box and in its own they meet, and which way the gap runs.
  private static let sides: [(name: String, target: Point, anchor: Point, isLogical: Bool)] = [
    ("above", Point(0.5, 0), Point(0.5, 1), false), ("below", Point(0.5, 1), Point(0.5, 0), false),
    ("leftOf", Point(0, 0.5), Point(1, 0.5), false), ("rightOf", Point(1, 0.5), Point(0, 0.5), false),
    ("before", Point(0, 0.5), Point(1, 0.5), true), ("after", Point(1, 0.5), Point(0, 0.5), true),
  ]
  static let sideNames = sides.map(\.name)
  static let alignments: [(name: String, share: Double)] = [("start", 0), ("center", 0.5), ("end", 1)]

  /// Nil after an error.
  func place(_ found: ResolvedValue, _ path: JobPath) -> StagePlace? {
    let known = ["at", "of", "offset", "gap", "align"] + Self.sideNames
    guard
      let fields = ObjectReader(
        found, path, known: known, expected: "an object such as { \"at\": \"bottom\", \"of\": \"safe\" }", in: context)
    else { return nil }
    let offset = fields.read("offset", default: Point.zero) { found, path in
      context.numbers(found, path, count: 2, expected: "[x, y] in points").map { Point($0[0], $0[1]) }
    }
    let given = (["at"] + Self.sideNames).filter(fields.has)
    guard given.count == 1 else {
      if given.count > 1 {
        context.report(found, path, "\(listed(given.map { "'\($0)'" }, or: "and")) exclude each other")
      } else if fields.lacks("at") {
        context.report(
          found, path, "'at' is missing", hint: "Or name a side of another stage, such as \"below\": \"title\".")
      }
      return nil
    }
    var place = StagePlace(
      reference: .canvas, anchor: .zero, target: .zero, offset: offset ?? .zero, isLogical: false,
      position: found.position, path: path.text)
    let isRead = given[0] == "at" ? readAnchor(fields, into: &place) : readSide(given[0], fields, into: &place)
    return isRead && offset != nil ? place : nil
  }

  private func readAnchor(_ fields: ObjectReader, into place: inout StagePlace) -> Bool {
    for name in ["gap", "align"] where fields.has(name) {
      if let (found, path) = fields[name] {
        context.report(found, path, "'\(name)' needs a side of another stage and not 'at'")
      }
    }
    if fields.has("of") {
      guard let (found, path) = fields["of"],
        let id = context.string(found, path, expected: "canvas, safe or the id of a stage")
      else { return false }
      switch id {
      case "canvas": place.reference = .canvas
      case "safe": place.reference = .safeArea
      default: place.reference = .stage(id, position: found.position, path: path.text)
      }
    }
    guard let (found, path) = fields["at"] else { return false }
    if case .array = found.kind {
      guard let shares = context.numbers(found, path, count: 2, expected: "[x, y] in fractions") else { return false }
      place.target = Point(shares[0], shares[1])
    } else {
      guard let name = context.choice(found, path, among: Self.anchors.map(\.name)),
        let anchor = Self.anchors.first(where: { $0.name == name })
      else { return false }
      place.target = anchor.point
      place.isLogical = name.hasSuffix("start") || name.hasSuffix("end")
    }
    place.anchor = place.target
    return true
  }

  private func readSide(_ name: String, _ fields: ObjectReader, into place: inout StagePlace) -> Bool {
    if let (found, path) = fields["of"] { context.report(found, path, "'of' needs 'at' and not '\(name)'") }
    let gap = fields.read("gap", default: 0) { context.number($0, $1, .any(.points)) }
    let align = fields.read("align", default: "center") {
      context.choice($0, $1, among: Self.alignments.map(\.name))
    }
    guard let (found, path) = fields[name],
      let id = context.string(found, path, expected: "the id of a stage as a string"), let gap,
      let share = Self.alignments.first(where: { $0.name == align })?.share,
      let side = Self.sides.first(where: { $0.name == name })
    else { return false }
    place.reference = .stage(id, position: found.position, path: path.text)
    (place.target, place.anchor, place.isLogical) = (side.target, side.anchor, side.isLogical)
    let outward = side.target - side.anchor
    if outward.x == 0 {
      (place.target.x, place.anchor.x) = (share, share)
      place.isLogical = share != 0.5
    } else {
      (place.target.y, place.anchor.y) = (share, share)
    }
    place.offset = place.offset + Point(outward.x * gap, outward.y * gap)
    return true
  }
}
