import StageKit

/// Whether buildings have a height.
enum BuildingForm: String, CaseIterable, Sendable { case solid, flat }

/// How a map's buildings are made and drawn.
struct BuildingChoice: Sendable {
  var form: BuildingForm
  var heights: Building.Heights
  /// How dark shadows are; nil for the style's.
  var shadow: Double?
  var hasWindows: Bool
  var grow: Growth?

  /// Feeds what models are made from.
  func digestForm(_ sun: Sun, into hasher: inout DigestHasher) {
    hasher.combine(form == .solid)
    guard form == .solid else { return }
    heights.digest(into: &hasher)
    sun.digest(into: &hasher)
  }

  /// How buildings come out of the ground.
  struct Growth: Sendable {
    var begin: Double
    var duration: Double
    var curve: Easing
    /// How far from the camera's first center the last ones rise, in meters.
    var reach: Double
  }
}

extension CameraRotation {
  private static let form = ParameterKey.choice(
    "form", "Whether they stand or lie flat on the map.", default: BuildingForm.solid)
  private static let scale = ParameterKey.number(
    "height", "What their heights are multiplied by.", default: 1, NumberSchema(minimum: 0, maximum: 20))
  private static let level = ParameterKey.number(
    "level", "How high a level is where the map tells levels alone.", default: 3.2, .positive(.meters))
  private static let shadow = ParameterKey.number(
    "shadow", "How dark their shadows on the ground are; without it, as in the style.", .fraction
  ).optional

  private static let windows = ParameterKey.boolean("windows", "Whether walls near by have windows.", default: true)

  private static let growBegin = ParameterKey.number(
    "begin", "When the first ones rise.", default: 0, .nonnegative(.seconds))
  private static let growDuration = ParameterKey.number(
    "duration", "How long it takes until all have risen.", default: 1.5, .positive(.seconds))
  private static let growCurve = ParameterKey.curve("curve", "How the wave spends its time.", default: .easeInOut)
  private static let growReach = ParameterKey.number(
    "reach", "How far from the camera's first center the last ones rise.", default: 3000, .positive(.meters))
  private static let grow = ParameterKey.object(
    "grow", "Lets buildings rise out of the ground, from the camera's first center outward.",
    [growBegin, growDuration, growCurve, growReach]
  ).optional

  static let buildings = ParameterKey.object(
    "buildings", "How buildings look.", [form, scale, level, shadow, windows, grow])

  private static let azimuth = ParameterKey.number(
    "azimuth", "The compass direction in which it stands.", default: 315, .any(.degrees))
  private static let altitude = ParameterKey.number(
    "altitude", "Above the horizon.", default: 42, .range(5...90, .degrees))
  static let sun = ParameterKey.object("sun", "Where the light comes from.", [azimuth, altitude])

  static func makeSun(_ fields: ParameterValues) -> Sun { Sun(azimuth: fields[azimuth], altitude: fields[altitude]) }

  static func makeBuildings(_ fields: ParameterValues) -> BuildingChoice {
    let heights = Building.Heights(scale: fields[scale], level: fields[level])
    let growth = fields[grow].map { fields in
      BuildingChoice.Growth(
        begin: fields[growBegin], duration: fields[growDuration], curve: fields[growCurve], reach: fields[growReach])
    }
    return BuildingChoice(
      form: heights.scale > 0 ? fields[form] : .flat, heights: heights, shadow: fields[shadow],
      hasWindows: fields[windows], grow: growth)
  }
}
