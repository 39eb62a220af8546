import Coding
import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A place on the earth, in degrees; longitude comes first, as in GeoJSON.
@frozen
public struct Coordinate: Hashable, Sendable, Digestible {
  /// In degrees, eastward.
  public var longitude: Double
  /// In degrees, northward.
  public var latitude: Double

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

/// A flat piece of ground: Web Mercator around an origin, scaled to true meters there; x grows east, y south.
public struct GroundPlane: Hashable, Sendable, Digestible {
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

  /// The coordinate at a point of the plane, in meters.
  public func coordinate(_ p: Point) -> Coordinate {
    let k = Self.earthRadius * trueScale
    let latitude = atan(sinh(mercatorY - p.y / k)) * 180 / .pi
    return Coordinate(longitude: origin.longitude + p.x / k * 180 / .pi, latitude: latitude)
  }

  /// From meters on this plane to meters on another, exactly: both are Web Mercator, moved and scaled. The identity
  /// for planes of one origin.
  public func transform(to other: GroundPlane) -> Transform {
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

/// A camera over a ground plane, as map kits have it: it looks at a center from a line-of-sight distance.
public struct Camera: Hashable, Sendable, Digestible {
  /// The ground that the camera looks at.
  public var ground: GroundPlane
  /// What the camera looks at, in meters on the ground plane; it appears in the middle of the canvas.
  public var center: Point
  /// From the eye to the center along the line of sight, in meters, above 0.
  public var distance: Double
  /// Degrees from looking straight down, 0 up to below 90.
  public var pitch: Double
  /// The compass direction that is up on the canvas, in degrees clockwise from north.
  public var heading: Double
  /// The vertical angle of view, in degrees.
  public var fieldOfView: Double
  /// The canvas, in points.
  public var canvas: Size

  /// A camera that looks at `center` of the ground; distances are in meters, angles in degrees, the canvas in
  /// points.
  public init(
    ground: GroundPlane, center: Point = .zero, distance: Double, pitch: Double = 0, heading: Double = 0,
    fieldOfView: Double = 30, canvas: Size
  ) {
    self.ground = ground
    self.center = center
    self.distance = distance
    self.pitch = pitch
    self.heading = heading
    self.fieldOfView = fieldOfView
    self.canvas = canvas
  }

  /// Points on the canvas for a meter at the center, across the line of sight.
  public var pointsPerMeter: Double { focalLength / distance }

  /// The height of the eye above the ground, in meters.
  public var altitude: Double { distance * sineAndCosine(degrees: pitch).cosine }

  /// From meters on the ground plane to points on the canvas; its depth is the distance from the eye along the
  /// line of sight, in meters.
  public var groundToCanvas: Transform {
    let (sh, ch) = sineAndCosine(degrees: heading)
    let (sp, cp) = sineAndCosine(degrees: pitch)
    let f = focalLength
    // Right is (ch, sh) and forward (sh, −ch) in (east, south); depth = distance + forward · sp.
    let w = Transform(
      f * ch + canvas.width / 2 * sh * sp, f * sh - canvas.width / 2 * ch * sp, canvas.width / 2 * distance,
      -f * cp * sh + canvas.height / 2 * sh * sp, f * cp * ch - canvas.height / 2 * ch * sp,
      canvas.height / 2 * distance,
      sh * sp, -ch * sp, distance)
    return w * .translation(-center.x, -center.y)
  }

  /// Where a coordinate appears on the canvas; nil behind the near plane.
  public func project(_ c: Coordinate) -> Point? { project(ground.point(c)) }

  /// Where a ground point, in meters, appears on the canvas; nil behind the near plane.
  public func project(_ p: Point) -> Point? {
    let t = groundToCanvas
    return t.depth(of: p) >= distance * Self.nearPlane ? t.apply(p) : nil
  }

  /// The near plane's depth, as a fraction of the distance.
  public static let nearPlane = 0.01

  /// The canvas row of the horizon, in points; nil where the camera looks straight down.
  public var horizon: Double? {
    let (sp, cp) = sineAndCosine(degrees: pitch)
    return sp > 1e-9 ? canvas.height / 2 - focalLength * cp / sp : nil
  }

  public func digest(into hasher: inout DigestHasher) {
    ground.digest(into: &hasher)
    center.digest(into: &hasher)
    for value in [distance, pitch, heading, fieldOfView] { hasher.combine(value) }
    canvas.digest(into: &hasher)
  }

  private var focalLength: Double { canvas.height / 2 / tan(fieldOfView / 2 * .pi / 180) }
}
