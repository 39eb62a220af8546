import Coding
import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A flat piece of ground: Web Mercator around an origin, scaled to true meters there; x grows east, y south.
///
/// ```swift
/// let plane = WebMercatorPlane(origin: Coordinate(longitude: 7.42, latitude: 43.74))
/// let east = plane.point(Coordinate(longitude: 7.43, latitude: 43.74)).x
/// ```
public struct WebMercatorPlane: Hashable, Sendable, Digestible {
  /// The coordinate that the ground's (0, 0) is.
  public let origin: Coordinate

  /// The radius of the Web Mercator sphere, in meters.
  public static let earthRadius = 6_378_137.0

  /// The latitude, north and south, at which Web Mercator's square world ends.
  public static let maximumLatitude = 85.051_128_779_806_59

  private let mercatorY: Double
  private let trueScale: Double

  /// A plane that touches the ground at `origin`, its point (0, 0).
  public init(origin: Coordinate) {
    self.origin = origin
    mercatorY = Self.mercatorY(origin.latitude)
    trueScale = cos(Self.clampedRadians(origin.latitude))
  }

  /// Meters east and south of the origin; latitudes beyond `maximumLatitude` count as that, and longitudes go the
  /// short way round.
  public func point(_ c: Coordinate) -> Point {
    let east = (c.longitude - origin.longitude).remainder(dividingBy: 360) * .pi / 180
    return Point(
      east * Self.earthRadius * trueScale, (mercatorY - Self.mercatorY(c.latitude)) * Self.earthRadius * trueScale)
  }

  /// The same without going the short way round: longitudes may lie beyond 180° from the origin, as those of a line do that goes
  /// on over the 180th meridian.
  public func continuedPoint(_ c: Coordinate) -> Point {
    let east = (c.longitude - origin.longitude) * .pi / 180
    return Point(
      east * Self.earthRadius * trueScale, (mercatorY - Self.mercatorY(c.latitude)) * Self.earthRadius * trueScale)
  }

  /// A line or a ring of coordinates as one that does not break at the 180th meridian, on that side of the world that is near the
  /// origin.
  ///
  /// Steps of more than 180° go the other way round, but for those of a whole turn, and, in a ring, where that would not close
  /// it: the file then means the long way.
  public func continuedPoints(_ line: [Coordinate], isRing: Bool = false) -> [Point] {
    guard let first = line.first else { return [] }
    var longitudes = [first.longitude]
    longitudes.reserveCapacity(line.count)
    var jumps = false
    for (a, b) in zip(line, line.dropFirst()) {
      let step = b.longitude - a.longitude
      let isJump = abs(step) > 180 && abs(abs(step) - 360) > 1e-6
      jumps = jumps || isJump
      longitudes.append(longitudes[longitudes.count - 1] + (isJump ? step.remainder(dividingBy: 360) : step))
    }
    if !jumps
      || isRing
        && abs(
          longitudes[longitudes.count - 1]
            + (first.longitude - line[line.count - 1].longitude)
            .remainder(dividingBy: 360) - first.longitude) > 1
    {
      longitudes = line.map(\.longitude)
    }
    let (low, high) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    let turns = (((low + high) / 2 - origin.longitude) / 360).rounded() * 360
    return zip(line, longitudes).map { place, longitude in
      continuedPoint(Coordinate(longitude: longitude - turns, latitude: place.latitude))
    }
  }

  /// The width of the world on the plane, in meters: the plane repeats after it.
  public var worldWidth: Double { 2 * .pi * Self.earthRadius * trueScale }

  /// The coordinate at a point of the plane, in meters.
  public func coordinate(_ p: Point) -> Coordinate {
    let k = Self.earthRadius * trueScale
    let latitude = atan(sinh(mercatorY - p.y / k)) * 180 / .pi
    return Coordinate(longitude: origin.longitude + p.x / k * 180 / .pi, latitude: latitude)
  }

  /// Maps meters on this plane to meters on another, exactly: both are Web Mercator, moved and scaled. The identity for
  /// planes of one origin.
  public func transform(to other: WebMercatorPlane) -> Transform {
    if origin == other.origin { return .identity }
    let k = other.trueScale / trueScale
    let shift = other.point(origin)
    return Transform(k, 0, shift.x, 0, k, shift.y)
  }

  public func digest(into hasher: inout DigestHasher) { origin.digest(into: &hasher) }

  private static func clampedRadians(_ latitude: Double) -> Double {
    min(max(latitude, -maximumLatitude), maximumLatitude) * .pi / 180
  }

  private static func mercatorY(_ latitude: Double) -> Double { asinh(tan(clampedRadians(latitude))) }
}
