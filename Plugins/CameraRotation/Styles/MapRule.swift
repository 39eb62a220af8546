import StageKit

/// What features look like whose properties meet some conditions.
struct MapRule: Hashable, Sendable, Digestible {
  struct Casing: Hashable, Sendable, Digestible {
    var color: Color
    /// To either side, in the line's unit.
    var width: Double

    func digest(into hasher: inout DigestHasher) {
      hasher.combine(color)
      hasher.combine(width)
    }
  }

  struct Line: Hashable, Sendable, Digestible {
    var color: Color
    var width: Double
    /// Meters on the ground, or points on the canvas.
    var isInMeters = true
    /// Of dashes and of the gaps between them; nil for a solid line. Casings are solid.
    var dash: Double?
    var casing: Casing?

    func digest(into hasher: inout DigestHasher) {
      hasher.combine(color)
      hasher.combine(width)
      hasher.combine(isInMeters)
      hasher.combine(dash ?? 0)
      hasher.combine(casing)
    }
  }

  var conditions: [MapCondition]
  /// What areas are filled with.
  var fill: Color?
  /// What buildings that stand are made of; nil for what they are not.
  var look: BuildingModels.Look?
  /// What an area fades into around it, such as the shore of water.
  var shore: Color?
  /// The radius of the circles that points are, in meters, which have the fill; nil where points are not drawn.
  var radius: Double?
  /// What lines, and the outlines of areas, are drawn with.
  var line: Line?
  /// Higher ones are drawn above lower ones; within one order, fills come first, then casings, then lines.
  var order: Int

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(conditions)
    hasher.combine(fill)
    hasher.combine(look)
    hasher.combine(shore)
    hasher.combine(radius ?? 0)
    hasher.combine(line)
    hasher.combine(order)
  }
}

/// What a line's width counts.
enum WidthUnit: String, CaseIterable, Sendable { case meters, points }

extension MapRule {
  private static let match = ParameterKey.text(
    "match",
    "Which features it is for: 'key=value', 'key=value|value', 'key=*' or 'key!=value', several joined by '&'; the key "
      + "'geometry' is 'point', 'line' or 'area'.")
  private static let fillColor = ParameterKey.color("fill", "What areas and the circles of points are filled with.")
    .optional
  private static let shoreColor = ParameterKey.color("shore", "What areas fade into around them, as water does.").optional
  private static let pointRadius = ParameterKey.number(
    "radius", "Of the circles that points are; without it, points are not drawn.", .positive(.meters)
  ).optional
  private static let wallColor = ParameterKey.color(
    "wall", "What walls of buildings are made of; without it, what suits the fill, which is the roof's."
  ).optional
  private static let strokeColor = ParameterKey.color("stroke", "What lines and outlines are drawn with.").optional
  private static let width = ParameterKey.number("width", "Of lines.", default: 1, .nonnegative())
  private static let unit = ParameterKey.choice(
    "widthUnit", "Whether widths are meters on the ground or points on the canvas.", default: WidthUnit.meters)
  private static let dashLength = ParameterKey.number(
    "dash", "The length of dashes and gaps; without it, lines are solid.", .positive()
  ).optional
  private static let casingColor = ParameterKey.color("casing", "What lines are edged with.").optional
  private static let casingWidth = ParameterKey.number(
    "casingWidth", "Of the edge on either side.", default: 1, .nonnegative())
  private static let layer = ParameterKey.integer(
    "order",
    "Higher ones are drawn above lower ones; land is at 10 to 19, water at 20, buildings at 50, roads at 70 to 79.",
    default: 90, .range(-1000...1000))

  static let list = ParameterKey.objects(
    "rules",
    "What features look like; the first rule that is for a feature counts, then the style's. One without colors hides "
      + "its features.",
    [
      match, fillColor, wallColor, shoreColor, pointRadius, strokeColor, width, unit, dashLength, casingColor,
      casingWidth, layer,
    ])

  init(_ fields: ParameterValues) throws {
    do throws(MapConditionError) {
      conditions = try MapCondition.parse(fields[Self.match])
    } catch {
      throw StageError(
        "'\(error.part)' is not a condition", parameter: fields.location(of: Self.match),
        hint: "Write 'key=value', 'key=value|value', 'key=*' or 'key!=value', joined by '&'")
    }
    fill = fields[Self.fillColor]
    look = fill.map { BuildingModels.Look(roof: $0, wall: fields[Self.wallColor]) }
    shore = fields[Self.shoreColor]
    radius = fields[Self.pointRadius]
    line = fields[Self.strokeColor].map { color in
      Line(
        color: color, width: fields[Self.width], isInMeters: fields[Self.unit] == .meters,
        dash: fields[Self.dashLength],
        casing: fields[Self.casingColor].map { Casing(color: $0, width: fields[Self.casingWidth]) })
    }
    order = fields[Self.layer]
  }
}
