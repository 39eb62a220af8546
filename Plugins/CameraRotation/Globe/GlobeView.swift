import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A direction from the center of the earth, of length 1: x leads to 0° E on the equator, y to 90° E, z to the north pole.
typealias Direction3 = SIMD3<Double>

extension Coordinate {
  var direction: Direction3 {
    let (up, flat) = sineAndCosine(degrees: latitude)
    let (y, x) = sineAndCosine(degrees: longitude)
    return Direction3(flat * x, flat * y, up)
  }
}

extension Direction3 {
  func dot(_ other: Direction3) -> Double { (self * other).sum() }

  func cross(_ other: Direction3) -> Direction3 {
    Direction3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The place in this direction.
  var coordinate: Coordinate {
    Coordinate(longitude: atan2(y, x) * 180 / .pi, latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi)
  }

  /// The angle between two directions, from 0 to π; exact for small ones too.
  func angle(to other: Direction3) -> Double {
    let cross = cross(other)
    return atan2(cross.dot(cross).squareRoot(), dot(other))
  }

  /// The direction that is a fraction of the shortest way to another; opposite ones go by the north.
  func toward(_ other: Direction3, _ fraction: Double) -> Direction3 {
    let angle = angle(to: other)
    if angle < 1e-12 { return self }
    var aim = other - self * dot(other)
    if aim.dot(aim) < 1e-20 { aim = Direction3(0, 0, 1) - self * z }
    if aim.dot(aim) < 1e-20 { aim = Direction3(1, 0, 0) }
    aim /= aim.dot(aim).squareRoot()
    return self * cos(angle * fraction) + aim * sin(angle * fraction)
  }
}

/// A globe as an eye sees it, or a camera over a map.
///
/// A point at the angle θ from the middle of the disc, and at the distance ρ from the earth's center in radii, appears at
/// f ρ sin θ / (e − ρ cos θ) from the middle, e being the eye's distance in radii. The limb is at cos θ = 1 / e, where that is
/// f / √(e² − 1), the radius of the disc.
struct GlobeView {
  /// The middle of the disc, in points, before `tilt`.
  let middle: Point
  /// The radius of the disc, in points, before `tilt`.
  let radius: Double
  /// The distance of the eye from the center, in radii, above 1.
  let eye: Double
  /// The distance of the eye from what it looks at on the ground, in meters.
  let distance: Double
  /// The direction toward the eye, and those that are right and up on the canvas.
  let front, right, up: Direction3
  /// Maps what an eye sees that looks at the middle of the disc to the canvas: not the identity for a camera that looks elsewhere.
  let tilt: Transform

  /// The least distance of the eye: nearer, it would see next to nothing of the globe.
  static let nearestEye = 1.05

  /// A globe with a place in its middle, and the north up but for `roll`, in degrees clockwise.
  ///
  /// - Parameter eye: Clamped to `nearestEye`, which an easing may go beyond.
  init(middle: Point, radius: Double, eye: Double, center: Coordinate, roll: Double) {
    (self.middle, self.radius, self.eye) = (middle, radius, max(eye, Self.nearestEye))
    distance = (self.eye - 1) * WebMercatorPlane.earthRadius
    front = center.direction
    let (s, c) = sineAndCosine(degrees: center.longitude)
    let east = Direction3(-s, c, 0)
    let (high, wide) = sineAndCosine(degrees: center.latitude)
    let north = Direction3(-high * c, -high * s, wide)
    let (turn, keep) = sineAndCosine(degrees: roll)
    right = east * keep + north * turn
    up = north * keep - east * turn
    tilt = .identity
  }

  /// The globe as a camera over a map sees it: the camera's center lies where it does on the map, at the same scale.
  init(_ camera: Camera) {
    let center = camera.ground.coordinate(camera.center)
    let zenith = center.direction
    let (s, c) = sineAndCosine(degrees: center.longitude)
    let east = Direction3(-s, c, 0)
    let north = zenith.cross(east)
    let (sh, ch) = sineAndCosine(degrees: camera.heading)
    let (sp, cp) = sineAndCosine(degrees: camera.pitch)
    let forward = north * ch + east * sh
    right = east * ch - north * sh
    // The map's meters are true at its origin, and here by Mercator's scale.
    distance = camera.distance * camera.ground.transform(to: WebMercatorPlane(origin: center)).m11
    let reach = distance / WebMercatorPlane.earthRadius
    let place = zenith * (1 + reach * cp) - forward * (reach * sp)
    eye = place.dot(place).squareRoot()
    front = place / eye
    up = front.cross(right)
    let focal = camera.pointsPerMeter * camera.distance
    middle = camera.middle
    radius = focal / (eye * eye - 1).squareRoot()
    guard camera.pitch != 0 else {
      tilt = camera.rolling
      return
    }
    // The line of sight turns from the earth's center up to the camera's center.
    let sight = forward * sp - zenith * cp
    let (keep, turn) = (-sight.dot(front), sight.dot(up))
    tilt =
      camera.rolling * .translation(middle.x, middle.y)
      * Transform(1, 0, 0, 0, keep, focal * turn, 0, -turn / focal, keep)
      * .translation(-middle.x, -middle.y)
  }

  /// The angle of the limb from the middle, seen from the earth's center.
  var limb: Double { acos(1 / eye) }

  /// The point on the canvas of a direction at a height above the ground, in radii; nil where the earth hides it, and next to
  /// the eye or behind it.
  func point(_ direction: Direction3, height: Double = 0) -> Point? {
    let place = direction * (1 + height)
    let depth = place.dot(front)
    guard eye - depth > min(0.02, (eye - 1) / 2) else { return nil }
    let point = point(right: place.dot(right), up: place.dot(up), depth: depth)
    // A point behind the limb's plane is seen only outside of the disc.
    guard depth > 1 / eye - 1e-12 || height > 0 && (point - middle).length >= radius else { return nil }
    return tilt.depth(of: point) > 0.01 ? tilt.apply(point) : nil
  }

  private func point(right x: Double, up y: Double, depth: Double) -> Point {
    let scale = radius * (eye * eye - 1).squareRoot() / (eye - depth)
    return Point(middle.x + x * scale, middle.y - y * scale)
  }

  /// The point of a direction on the ground, before `tilt`; what is hidden goes on beyond the limb, the farther the nearer it is to the back
  /// of the globe, so that outlines stay whole and their hidden parts lie outside of the disc.
  func continuedPoint(_ direction: Direction3) -> (point: Point, isSeen: Bool) {
    let depth = direction.dot(front)
    let (x, y) = (direction.dot(right), direction.dot(up))
    if depth >= 1 / eye { return (point(right: x, up: y, depth: depth), true) }
    let flat = (x * x + y * y).squareRoot()
    let beyond = (atan2(flat, depth) - limb) / (.pi - limb)
    let reach = radius * (1 + Self.reach * beyond)
    let (dx, dy) = flat > 1e-12 ? (x / flat, y / flat) : (1, 0)
    return (Point(middle.x + dx * reach, middle.y - dy * reach), false)
  }

  /// The distance of the back of the globe from the limb in `continuedPoint`, in radii of the disc.
  static let reach = 5.0

  /// The disc, before `tilt`.
  var disc: Path { .circle(center: middle, radius: radius) }

  /// The middle of the disc on the canvas.
  var middleOnCanvas: Point { tilt.apply(middle) }
}
