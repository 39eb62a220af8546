import Geometry
import Graphics
import Raster

/// The area of a stroke by its definition: every point with a foot on the path, as far away as half the width at most,
/// and the joins and caps. Feet are found by their signs at many points of every curve.
struct SweepReference {
  /// A line or a curve, or the part of one that a dash covers, at even steps.
  private struct Curve {
    var x: [Double] = []
    var y: [Double] = []
    /// The tangent.
    var dx: [Double] = []
    var dy: [Double] = []
    /// Arc lengths.
    var s: [Double] = []

    var first: (p: Point, t: Point) { (Point(x[0], y[0]), Point(dx[0], dy[0])) }
    /// Between two arc lengths.
    func part(from a: Double, to b: Double) -> Curve? {
      guard a < s[s.count - 1], b > s[0] else { return nil }
      var result = Curve()
      func add(_ length: Double) {
        let i = max(s.firstIndex { $0 >= length } ?? s.count - 1, 1)
        let t = (length - s[i - 1]) / (s[i] - s[i - 1])
        func mixed(_ v: [Double]) -> Double { v[i - 1] + (v[i] - v[i - 1]) * t }
        let tangent = Point(mixed(dx), mixed(dy)).normalized
        result.append(Point(mixed(x), mixed(y)), tangent, length)
      }
      add(max(a, s[0]))
      for i in s.indices where s[i] > a && s[i] < b && s[i] > s[0] && s[i] < s[s.count - 1] {
        result.append(Point(x[i], y[i]), Point(dx[i], dy[i]), s[i])
      }
      add(min(b, s[s.count - 1]))
      return result
    }

    mutating func append(_ p: Point, _ tangent: Point, _ length: Double) {
      x.append(p.x)
      y.append(p.y)
      dx.append(tangent.x)
      dy.append(tangent.y)
      s.append(length)
    }

    var last: (p: Point, t: Point) { (Point(x[x.count - 1], y[y.count - 1]), Point(dx[x.count - 1], dy[x.count - 1])) }
  }

  private let radius: Double
  private var style: StrokeStyle
  private var curves: [Curve] = []
  private var corners: [(p: Point, a: Point, b: Point)] = []
  /// Ends, and the directions away from the path.
  private var ends: [(p: Point, t: Point)] = []

  /// `transform` is applied to the path before it is stroked.
  init(_ path: Path, _ style: StrokeStyle, transform: Transform = .identity, steps: Int = 96) {
    self.style = style
    radius = style.width / 2
    var points = path.points[...]
    var start = Point.zero
    var current = Point.zero
    var subpath: [Curve] = []
    var length = 0.0
    func add(_ control: [Point]) {
      if control.allSatisfy({ $0 == control[0] }) { return }
      let curve = Self.curve(control, transform, control.count == 2 && transform.isAffine ? 1 : steps, from: length)
      length = curve.s[curve.s.count - 1]
      subpath.append(curve)
    }
    for verb in path.verbs {
      let taken = Array(points.prefix(verb.pointCount))
      points = points.dropFirst(verb.pointCount)
      switch verb {
      case .move:
        finish(subpath, isClosed: false)
        subpath = []
        start = taken[0]
        current = start
      case .close:
        add([current, start])
        finish(subpath, isClosed: true)
        subpath = []
        current = start
      default:
        add([current] + taken)
        current = taken[taken.count - 1]
      }
    }
    finish(subpath, isClosed: false)
  }

  private mutating func finish(_ subpath: [Curve], isClosed: Bool) {
    guard let first = subpath.first, let last = subpath.last else { return }
    if style.dashes.count == 2 && !isClosed {
      var start = first.s[0] - style.dashOffset
      while start < last.s[last.s.count - 1] {
        var dashed = self
        dashed.style.dashes = []
        dashed.finish(subpath.compactMap { $0.part(from: start, to: start + style.dashes[0]) }, isClosed: false)
        (curves, corners, ends) = (dashed.curves, dashed.corners, dashed.ends)
        start += style.dashes[0] + style.dashes[1]
      }
      return
    }
    curves += subpath
    for (a, b) in zip(subpath, subpath.dropFirst()) { corners.append((b.first.p, a.last.t, b.first.t)) }
    if isClosed {
      corners.append((first.first.p, last.last.t, first.first.t))
    } else {
      ends.append((first.first.p, -first.first.t))
      ends.append((last.last.p, last.last.t))
    }
  }

  private static func curve(_ control: [Point], _ transform: Transform, _ steps: Int, from length: Double) -> Curve {
    var result = Curve()
    var length = length
    for i in 0...steps {
      let t = Double(i) / Double(steps)
      // De Casteljau 1959; the last two points lie on the tangent.
      var level = control
      while level.count > 2 { level = zip(level, level.dropFirst()).map { $0.interpolated(to: $1, at: t) } }
      var ends = (level[0], level[1])
      if ends.0 == ends.1 {
        // Between neighbors in place of at a cusp.
        let other = i == 0 ? control.first { $0 != control[0] } : control.last { $0 != control[control.count - 1] }
        ends = i == 0 ? (control[0], other ?? .zero) : (other ?? .zero, control[control.count - 1])
      }
      let p = level[0].interpolated(to: level[1], at: t)
      let image = transform.apply(p)
      let d = (ends.1 - ends.0).normalized * 1e-4
      let tangent = (transform.apply(p + d) - transform.apply(p - d)).normalized
      if let x = result.x.last, let y = result.y.last { length += image.distance(to: Point(x, y)) }
      result.append(image, tangent, length)
    }
    return result
  }

  /// The arc lengths of all feet of a point within reach.
  func feet(_ q: Point) -> [Double] {
    var result: [Double] = []
    for curve in curves {
      forEachFoot(of: q, on: curve) { i, t in
        result.append(curve.s[i] + (curve.s[i + 1] - curve.s[i]) * t)
        return false
      }
    }
    return result
  }

  func contains(_ q: Point) -> Bool {
    for curve in curves where forEachFoot(of: q, on: curve, { _, _ in true }) { return true }
    return corners.contains { isInCorner(q - $0.p, $0.a, $0.b) } || ends.contains { isInCap(q - $0.p, $0.t) }
  }

  /// Until `body`, which takes a step and a fraction of it, returns true; returns whether it did.
  @discardableResult
  private func forEachFoot(of q: Point, on curve: Curve, _ body: (Int, Double) -> Bool) -> Bool {
    let (qx, qy, limit) = (q.x, q.y, radius * radius)
    return curve.x.withUnsafeBufferPointer { x in
      curve.y.withUnsafeBufferPointer { y in
        curve.dx.withUnsafeBufferPointer { dx in
          curve.dy.withUnsafeBufferPointer { dy in
            var before = (qx - x[0]) * dx[0] + (qy - y[0]) * dy[0]
            var i = 1
            while i < x.count {
              let after = (qx - x[i]) * dx[i] + (qy - y[i]) * dy[i]
              if (before <= 0) != (after <= 0) || before == 0 {
                let t = before == after ? 0 : before / (before - after)
                let ex = qx - x[i - 1] - (x[i] - x[i - 1]) * t
                let ey = qy - y[i - 1] - (y[i] - y[i - 1]) * t
                if ex * ex + ey * ey <= limit, body(i - 1, t) { return true }
              }
              before = after
              i += 1
            }
            return false
          }
        }
      }
    }
  }

  private func isInCorner(_ v: Point, _ a: Point, _ b: Point) -> Bool {
    if abs(a.cross(b)) < 1e-7 && a.dot(b) > 0 { return false }
    guard v.dot(a) >= 0, v.dot(b) <= 0 else { return false }
    if style.join == .round { return v.length <= radius }
    let side = a.cross(b) > 0 ? -1.0 : 1.0
    let (na, nb) = (a.perpendicular * side, b.perpendicular * side)
    if style.join == .miter, 2 <= style.miterLimit * style.miterLimit * (1 + a.dot(b)) {
      return v.dot(na) <= radius && v.dot(nb) <= radius
    }
    // Turned back, it has no outside.
    if 1 + a.dot(b) < 1e-9 { return false }
    return v.dot(na + nb) <= radius * (1 + a.dot(b))
  }

  private func isInCap(_ v: Point, _ t: Point) -> Bool {
    let along = v.dot(t)
    switch style.cap {
    case .butt: return false
    case .round: return along >= 0 && v.length <= radius
    case .square: return along >= 0 && along <= radius && abs(v.dot(t.perpendicular)) <= radius
    }
  }
}

extension Image {
  /// The pixels whose red is not the share that `contains` covers of them, with a tolerance for where the edge lies, and
  /// the mean difference at edges, in 1/255.
  ///
  /// Both are judged by samples, 16 × 16 in each pixel. Curves are flattened to within 1/20 pixel and rounded to
  /// 1/256, so that an edge may lie off by a sample: a pixel is wrong by more than 2 of 255 below the share of those
  /// samples all of whose neighbors are covered, or above the share of those with any neighbor that is.
  func wrongPixels(_ contains: (Point) -> Bool) -> (wrong: [Point], worst: Double, meanError: Double) {
    let n = 16
    var wrong: [Point] = []
    var (sum, worst, edges) = (0.0, 0.0, 0)
    var isInside = [Bool](repeating: false, count: (n + 2) * (n + 2))
    for y in 0..<height {
      for x in 0..<width {
        func sample(_ i: Double, _ j: Double) -> Bool { contains(Point(Double(x) + i, Double(y) + j)) }
        let corners = [
          sample(0.03, 0.03), sample(0.97, 0.03), sample(0.03, 0.97), sample(0.97, 0.97), sample(0.5, 0.5),
        ]
        let value = Int(pixels[(y * width + x) * 4])
        if corners.allSatisfy({ $0 }) && value == 255 || !corners.contains(true) && value == 0 { continue }
        for j in 0..<n + 2 {
          for i in 0..<n + 2 {
            isInside[j * (n + 2) + i] = sample((Double(i) - 0.5) / Double(n), (Double(j) - 0.5) / Double(n))
          }
        }
        var (low, share, high) = (0, 0, 0)
        for j in 1...n {
          for i in 1...n {
            var count = 0
            for b in j - 1...j + 1 { for a in i - 1...i + 1 where isInside[b * (n + 2) + a] { count += 1 } }
            low += count == 9 ? 1 : 0
            high += count > 0 ? 1 : 0
            share += isInside[j * (n + 2) + i] ? 1 : 0
          }
        }
        let unit = 255 / Double(n * n)
        let excess = max(Double(low) * unit - Double(value), Double(value) - Double(high) * unit)
        worst = max(worst, excess)
        if excess > 2 {
          wrong.append(Point(Double(x), Double(y)))
        }
        sum += abs(Double(value) - Double(share) * unit)
        edges += 1
      }
    }
    return (wrong, worst, edges > 0 ? sum / Double(edges) : 0)
  }
}
