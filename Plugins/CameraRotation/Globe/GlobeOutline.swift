import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Areas on a globe as a path whose part inside of the disc is what is seen, for filling by the even-odd rule; before the view's
/// tilt.
///
/// Rings are projected whole: what is hidden lies outside of the disc. Where the sphere and the projected rings differ on
/// whether the middle of the disc is inside, a circle around all of them turns them inside out.
struct GlobeOutline {
  private let view: GlobeView
  /// The longest side in radians; a chord is then within a fifth of a pixel of its arc.
  private let step: Double
  private(set) var areas = PathBuilder()
  /// The sides that are seen, as lines.
  private(set) var lines = PathBuilder()
  /// A place next to the middle, where hardly a side runs through.
  private let probe: (place: Coordinate, point: Point)
  private var isInside = false
  private var isInsidePath = false

  /// - Parameter pixel: The size of a pixel, in points.
  init(_ view: GlobeView, center: Coordinate, pixel: Double) {
    self.view = view
    step = min(0.08, max(0.002, 2 * acos(max(0, 1 - 0.2 * pixel / max(view.radius, pixel)))))
    let place = Coordinate(longitude: center.longitude + 1.7e-5, latitude: center.latitude * (1 - 1e-7) + 0.9e-5)
    probe = (place, view.continuedPoint(place.direction).point)
  }

  /// Adds a ring, whose sides are straight in longitude and latitude.
  mutating func add(_ ring: [Coordinate]) {
    guard ring.count > 2 else { return }
    var last = view.continuedPoint(ring[ring.count - 1].direction)
    var isFirst = true
    for (a, b) in zip([ring[ring.count - 1]] + ring.dropLast(), ring) {
      cross(a, b)
      // Sides along the border of a flat map are no coasts.
      let isBorder = abs(a.longitude) == 180 && abs(b.longitude) == 180 || a.latitude == -90 && b.latitude == -90
      let longitude = Self.turn(from: a.longitude, to: b.longitude)
      let length = max(abs(longitude), abs(b.latitude - a.latitude)) * .pi / 180
      let count = max(1, Int((length / step).rounded(.up)))
      for index in 1...count {
        let share = Double(index) / Double(count)
        let place =
          index == count
          ? b
          : Coordinate(
            longitude: a.longitude + longitude * share, latitude: a.latitude + (b.latitude - a.latitude) * share)
        let next = view.continuedPoint(place.direction)
        add(last, next, startsRing: isFirst, isLine: !isBorder)
        (last, isFirst) = (next, false)
      }
    }
    areas.close()
  }

  /// Adds a circle around a direction, by its radius in radians, below π.
  mutating func add(around middle: Direction3, radius angle: Double) {
    let side = abs(middle.z) < 0.9 ? Direction3(0, 0, 1) : Direction3(1, 0, 0)
    var first = side - middle * middle.dot(side)
    first /= first.dot(first).squareRoot()
    let second = middle.cross(first)
    let count = max(24, Int((2 * .pi * sin(angle) / step).rounded(.up)))
    let points = (0...count).map { index -> (Point, Bool) in
      let turn = 2 * Double.pi * Double(index % count) / Double(count)
      return view.continuedPoint(middle * cos(angle) + (first * cos(turn) + second * sin(turn)) * sin(angle))
    }
    for (index, (a, b)) in zip(points, points.dropFirst()).enumerated() {
      add((a.0, a.1), (b.0, b.1), startsRing: index == 0, isLine: false)
    }
    areas.close()
    if middle.angle(to: probe.place.direction) < angle { isInside.toggle() }
  }

  /// The areas; what is outside of the disc is no part of the picture.
  var path: Path {
    var path = areas
    if isInside != isInsidePath { path.circle(center: view.middle, radius: view.radius * (GlobeView.reach + 3)) }
    return path.path
  }

  private mutating func add(
    _ a: (point: Point, isSeen: Bool), _ b: (point: Point, isSeen: Bool), startsRing: Bool, isLine: Bool
  ) {
    if startsRing { areas.move(to: a.point) }
    var from = a.point
    if !a.isSeen, !b.isSeen {
      // Past the back of the globe the direction jumps; around the disc, not through it.
      let (u, v) = (a.point - view.middle, b.point - view.middle)
      if u.dot(v) < 0 {
        let cross = u.x * v.y - u.y * v.x
        let turn = atan2(cross, u.dot(v))
        for share in [1.0 / 3, 2.0 / 3] {
          let (s, c) = (sin(turn * share), cos(turn * share))
          let corner = view.middle + Point(u.x * c - u.y * s, u.x * s + u.y * c)
          go(from, corner)
          from = corner
        }
      }
    } else if isLine {
      lines.move(to: a.point)
      lines.line(to: b.point)
    }
    go(from, b.point)
  }

  private mutating func go(_ a: Point, _ b: Point) {
    areas.line(to: b)
    let p = probe.point
    if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) { isInsidePath.toggle() }
  }

  /// Counts a side that lies north of the probe on its meridian; the north pole is outside of all areas.
  private mutating func cross(_ a: Coordinate, _ b: Coordinate) {
    let p = probe.place
    let from = Self.turn(from: p.longitude, to: a.longitude)
    let to = from + Self.turn(from: a.longitude, to: b.longitude)
    for shift in [-360.0, 0, 360] where (from + shift > 0) != (to + shift > 0) {
      let share = (0 - from - shift) / (to - from)
      if a.latitude + (b.latitude - a.latitude) * share > p.latitude { isInside.toggle() }
    }
  }

  /// Degrees of longitude from one to another, the short way.
  private static func turn(from a: Double, to b: Double) -> Double { (b - a).remainder(dividingBy: 360) }
}
