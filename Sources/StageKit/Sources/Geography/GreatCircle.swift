#if canImport(Glibc)
  import Glibc
#endif

extension Coordinate {
  /// The radius of the sphere nearest the earth's surface, in meters: the mean (2a + b) / 3 of its axes.
  public static let meanEarthRadius = 6_371_008.8

  /// The way along the sphere, in the radius's unit. Source: the haversine formula, which stays accurate for
  /// neighbors and is safe for opposite points.
  public func distance(to other: Coordinate, radius: Double = meanEarthRadius) -> Double {
    let radians = Double.pi / 180
    let a = sin((other.latitude - latitude) * radians / 2)
    let b = sin((other.longitude - longitude) * radians / 2)
    let h = a * a + cos(latitude * radians) * cos(other.latitude * radians) * b * b
    return 2 * radius * asin(min(1, h.squareRoot()))
  }

  /// The sum of the ways from each coordinate to the next.
  public static func length(of coordinates: [Coordinate], radius: Double = meanEarthRadius) -> Double {
    zip(coordinates, coordinates.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1, radius: radius) }
  }
}
