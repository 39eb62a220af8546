import StageKit

/// The direction of the light.
struct Sun: Hashable, Sendable, Digestible {
  /// The compass direction of the sun, and its height above the horizon, in degrees; a sun that has set is below 0.
  var azimuth = 315.0
  var altitude = 42.0

  /// The height below which no light comes from; a lower sun lights as one there does.
  static let lowest = 5.0

  /// Toward its light, of length 1.
  var direction: SpacePoint {
    let (s, c) = sineAndCosine(degrees: azimuth)
    let (up, along) = sineAndCosine(degrees: max(altitude, Self.lowest))
    return SpacePoint(s * along, -c * along, up)
  }

  /// The part of a shadow's darkness that is left: all of it above the lowest light, nothing once the sun has set.
  var shadowShare: Double { min(max(altitude / Self.lowest, 0), 1) }

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(azimuth)
    hasher.combine(altitude)
  }
}
