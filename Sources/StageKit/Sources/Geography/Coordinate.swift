import Coding

#if canImport(Glibc)
  import Glibc
#endif

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

  /// The length of the line of constant direction to another place, in meters on the sphere of `meanEarthRadius`; it goes the short
  /// way round. Latitudes beyond those of Web Mercator's world count as its ends. Source: the loxodrome's equations.
  public func rhumbDistance(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let limit = WebMercatorPlane.maximumLatitude
    let (from, to) = (
      min(max(latitude, -limit), limit) * radians, min(max(other.latitude, -limit), limit) * radians
    )
    let rise = asinh(tan(to)) - asinh(tan(from))
    let narrowing = abs(rise) > 1e-8 ? (to - from) / rise : cos((from + to) / 2)
    let east = (other.longitude - longitude).remainder(dividingBy: 360) * radians * narrowing
    return Self.meanEarthRadius * ((to - from) * (to - from) + east * east).squareRoot()
  }
}
