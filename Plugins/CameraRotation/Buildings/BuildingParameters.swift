import StageKit

/// The form of buildings: solid, with a height, or flat.
enum BuildingForm: String, CaseIterable, ParameterChoice { case solid, flat }

/// The form, the colors and the shadows of a map's buildings.
struct BuildingChoice: Sendable {
  var form: BuildingForm
  var heights: Building.Heights
  /// The opacity of shadows; nil for the style's.
  var shadow: Double?
  var footDarkness: Double
  var hasWindows: Bool
  /// The share by which the colors of tags take the place of the style's.
  var tagColors: Double
  var grow: Growth?

  /// Feeds what models are made from.
  func digestForm(_ sun: Sun, into hasher: inout DigestHasher) {
    hasher.combine(form == .solid)
    guard form == .solid else { return }
    heights.digest(into: &hasher)
    hasher.combine(tagColors)
    sun.digest(into: &hasher)
  }

  /// The growth of buildings out of the ground.
  struct Growth: Sendable {
    var begin: Double
    var duration: Double
    var curve: Easing
    /// The distance from the camera's first center at which the last ones rise, in meters.
    var reach: Double
  }
}

/// The growth of buildings out of the ground, as parameters.
struct GrowthParameters: ParameterGroup {
  @Parameter("The time at which the first ones rise.", .nonnegative(.seconds)) var begin = 0.0
  @Parameter("The time until all have risen.", .positive(.seconds)) var duration = 1.5
  @Parameter("The easing of the wave.") var curve: Easing = .usual
  @Parameter("The distance from the camera's first center at which the last ones rise.", .positive(.meters)) var reach =
    3000.0
}

/// The look of buildings, as parameters.
struct BuildingParameters: ParameterGroup {
  @Parameter("The form: solid, or flat on the map.") var form = BuildingForm.solid
  @Parameter("A factor of their heights.", NumberSchema(minimum: 0, maximum: 20)) var height = 1.0
  @Parameter("The height of a level where the map gives levels alone.", .positive(.meters)) var level = 3.2
  @Parameter("The darkness of their shadows on the ground; without it, the style's.", .fraction) var shadow: Double?
  @Parameter(
    "The darkness of the ground at their foot, where walls hide the sky; soft, and seen where a meter is larger than a third of a "
      + "point.", .fraction)
  var footShadow = 0.0
  @Parameter("Whether walls near by have windows.") var windows = true
  @Parameter("The share by which the colors and materials of a file's tags take the place of the style's.", .fraction)
  var tagColors = 0.6
  @Parameter("Lets buildings rise out of the ground, from the camera's first center outward.")
  var grow: GrowthParameters?

  var choice: BuildingChoice {
    let heights = Building.Heights(scale: height, level: level)
    let growth = grow.map {
      BuildingChoice.Growth(begin: $0.begin, duration: $0.duration, curve: $0.curve, reach: $0.reach)
    }
    return BuildingChoice(
      form: heights.scale > 0 ? form : .flat, heights: heights, shadow: shadow, footDarkness: footShadow,
      hasWindows: windows, tagColors: tagColors, grow: growth)
  }
}
