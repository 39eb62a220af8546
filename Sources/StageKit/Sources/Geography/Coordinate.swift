import Coding

/// A point on the earth, in degrees; longitude comes first, as in GeoJSON.
///
/// ```swift
/// let monaco = Coordinate(longitude: 7.42, latitude: 43.74)
/// if let point = camera?.project(monaco) { frame.drawing.fill(.circle(center: point, radius: 4), .white) }
/// ```
@frozen
public struct Coordinate: Hashable, Sendable, Digestible {
  /// In degrees, eastward.
  public var longitude: Double
  /// In degrees, northward.
  public var latitude: Double

  /// The radius of the sphere nearest the earth's surface, in meters: the mean (2a + b) / 3 of its axes.
  public static let meanEarthRadius = 6_371_008.8

  /// Degrees, longitude before latitude as in GeoJSON.
  @inlinable
  public init(longitude: Double, latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(longitude)
    hasher.combine(latitude)
  }
}
