#if canImport(Glibc)
  import Glibc
#endif

/// A part of an ellipse, its angles in degrees on the circle that the ellipse was before it was stretched and turned;
/// positive is clockwise on a canvas.
struct EllipticArc {
  var center: Point
  var radii: Size
  var rotation: Double
  var start: Double
  /// At most a full turn either way.
  var sweep: Double

  /// The maximum angle of an arc that one cubic replaces, in degrees; its radius is then off by less than 1 part in
  /// 200,000.
  private static let pieceAngle = 45.0

  init(center: Point, radii: Size, rotation: Double = 0, start: Double, sweep: Double) {
    self.center = center
    self.radii = radii
    self.rotation = rotation
    self.start = start
    self.sweep = min(max(sweep, -360), 360)
  }

  /// The arc between two points; nil where it is a straight line, because a radius is 0 or something is not finite.
  ///
  /// Radii too small to reach are scaled up. Source: SVG 1.1, F.6.5 and F.6.6, computed on the unit circle.
  init?(from a: Point, to b: Point, radii: Size, rotation: Double, largeArc: Bool, sweep: Bool) {
    var rx = abs(radii.width)
    var ry = abs(radii.height)
    guard rx > 0, ry > 0 else { return nil }
    let (s, c) = sineAndCosine(degrees: rotation)
    let half = (a - b) * 0.5
    var u = Point((c * half.x + s * half.y) / rx, (c * half.y - s * half.x) / ry)
    let reach = u.lengthSquared
    guard reach > 0, reach.isFinite else { return nil }
    var offset = Point.zero
    if reach >= 1 {
      let k = reach.squareRoot()
      (rx, ry, u) = (rx * k, ry * k, u / k)
    } else {
      let k = (1 / reach - 1).squareRoot()
      offset = (largeArc != sweep ? -u.perpendicular : u.perpendicular) * k
    }
    let degrees = 180 / Double.pi
    let first = atan2(u.y - offset.y, u.x - offset.x) * degrees
    let second = atan2(-u.y - offset.y, -u.x - offset.x) * degrees
    var turn = second - first
    if sweep, turn < 0 { turn += 360 }
    if !sweep, turn > 0 { turn -= 360 }
    let middle = (a + b) * 0.5
    let center = Point(
      middle.x + c * rx * offset.x - s * ry * offset.y, middle.y + s * rx * offset.x + c * ry * offset.y)
    guard center.isFinite, rx.isFinite, ry.isFinite else { return nil }
    self.init(center: center, radii: Size(rx, ry), rotation: rotation, start: first, sweep: turn)
  }

  func point(degrees: Double) -> Point {
    let (s, c) = sineAndCosine(degrees: degrees)
    return center + turned(Point(radii.width * c, radii.height * s))
  }

  /// Adds the arc as cubics, from the builder's current point, which is the arc's start, to exactly `end`.
  func append(to builder: inout PathBuilder, end: Point) {
    guard sweep != 0, sweep.isFinite, start.isFinite else { return builder.line(to: end) }
    let count = max(1, Int((abs(sweep) / Self.pieceAngle - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let k = 4.0 / 3 * tan(step / 4 * .pi / 180)
    for index in 0..<count {
      let a = start + step * Double(index)
      let b = start + step * Double(index + 1)
      let to = index == count - 1 ? end : point(degrees: b)
      builder.cubic(point(degrees: a) + velocity(degrees: a) * k, to - velocity(degrees: b) * k, to: to)
    }
  }

  /// The change of position for a change of angle, in radians.
  private func velocity(degrees: Double) -> Point {
    let (s, c) = sineAndCosine(degrees: degrees)
    return turned(Point(-radii.width * s, radii.height * c))
  }

  private func turned(_ p: Point) -> Point {
    let (s, c) = sineAndCosine(degrees: rotation)
    return Point(c * p.x - s * p.y, s * p.x + c * p.y)
  }
}
