import StageKit

/// The look of features whose properties meet some conditions.
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
    /// The length of dashes and of the gaps between them; nil for a solid line. Casings are solid.
    var dash: Double?
    var casing: Casing?
    /// The light of the street on the ground along it; nil where it has none.
    var glow: Color?

    func digest(into hasher: inout DigestHasher) {
      hasher.combine(color)
      hasher.combine(width)
      hasher.combine(isInMeters)
      hasher.combine(dash ?? 0)
      hasher.combine(casing)
      hasher.combine(glow)
    }
  }

  var conditions: [MapCondition]
  /// The fill of areas.
  var fill: Color?
  /// The colors of standing buildings; nil if the rule is not for buildings.
  var look: BuildingModels.Look?
  /// The color into which an area fades at its edge, such as the shore of water.
  var shore: Color?
  /// The radius of the circles that points are, in meters, which have the fill; nil where points are not drawn.
  var radius: Double?
  /// The line along lines and around areas.
  var line: Line?
  /// Higher ones are drawn above lower ones; within one order, fills come first, then casings, then lines.
  var order: Int

  /// True where it covers the ground, and is for no building.
  var isGround: Bool { fill != nil && look == nil }

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

/// The unit of a line's width.
enum WidthUnit: String, CaseIterable, ParameterChoice { case meters, points }

/// A rule of a job, as parameters.
struct RuleParameters: ParameterGroup {
  @Parameter(
    "The features that it is for: 'key=value', 'key=value|value', 'key=*' or 'key!=value', several joined by '&'; the key "
      + "'geometry' is 'point', 'line' or 'area'.")
  var match: String
  @Parameter("The fill of areas and of the circles of points.") var fill: Color?
  @Parameter("The color of buildings' walls; without it, one that suits the fill, which is the roof's.")
  var wall: Color?
  @Parameter("The color that areas fade into around them, as water does.") var shore: Color?
  @Parameter("The radius of the circles that points are; without it, points are not drawn.", .positive(.meters))
  var radius: Double?
  @Parameter("The stroke of lines and outlines.") var stroke: Color?
  @Parameter("The width of lines.", .nonnegative()) var width = 1.0
  @Parameter("The unit of widths: meters on the ground or points on the canvas.") var widthUnit = WidthUnit.meters
  @Parameter("The length of dashes and gaps; without it, lines are solid.", .positive()) var dash: Double?
  @Parameter("The edge of lines.") var casing: Color?
  @Parameter("The width of the edge on either side.", .nonnegative()) var casingWidth = 1.0
  @Parameter(
    "Higher ones are drawn above lower ones; land is at 10 to 19, water at 20, buildings at 50, roads at 70 to 79.",
    .range(-1000...1000))
  var order = 90

  private(set) var conditions: [MapCondition] = []

  mutating func prepare() throws {
    do throws(MapConditionError) {
      conditions = try MapCondition.parse(match)
    } catch {
      throw StageError(
        "'\(error.part)' is not a condition", parameter: $match.location,
        hint: "Write 'key=value', 'key=value|value', 'key=*' or 'key!=value', joined by '&'")
    }
  }
}

extension MapRule {
  init(_ rule: RuleParameters) {
    conditions = rule.conditions
    fill = rule.fill
    look = fill.map { BuildingModels.Look(roof: $0, wall: rule.wall) }
    shore = rule.shore
    radius = rule.radius
    line = rule.stroke.map { color in
      Line(
        color: color, width: rule.width, isInMeters: rule.widthUnit == .meters, dash: rule.dash,
        casing: rule.casing.map { Casing(color: $0, width: rule.casingWidth) })
    }
    order = rule.order
  }
}
