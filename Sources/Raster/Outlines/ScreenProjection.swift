import Geometry

/// A transform to pixels, with what is needed to clip and to flatten what it projects.
struct ScreenProjection {
  let transform: Transform
  let isAffine: Bool
  /// The depth of the near plane, where paths are clipped: a quarter of the least depth that can be seen.
  let near: Double
  private let inverse: Transform
  private let region: Rect

  /// Nil if nothing can be seen in `region`, in pixels.
  ///
  /// A pixel's depth is 1 over the w of its image under the inverse, which is linear over the region, so the least
  /// visible depth is found at a corner.
  init?(_ transform: Transform, region: Rect) {
    guard transform.isFinite else { return nil }
    self.transform = transform
    self.region = region
    isAffine = transform.isAffine
    if isAffine {
      near = 0
      inverse = .identity
      return
    }
    guard let inverse = transform.inverse else { return nil }
    self.inverse = inverse
    var nearest = 0.0
    for i in 0..<4 {
      let w = inverse.depth(of: region.corner(i))
      if w > 0 && w.isFinite { nearest = max(nearest, w) }
    }
    guard nearest > 0 else { return nil }
    near = 0.25 / nearest
  }

  /// The tolerance for curves within `bounds` that can be seen; nil if there is no limit.
  func tolerance(in bounds: Rect?) -> FlatteningTolerance? {
    let scale = largestScale(in: bounds)
    return scale.isFinite ? FlatteningTolerance(scale: scale) : nil
  }

  /// The largest number of pixels in a unit of the visible part of `bounds`.
  private func largestScale(in bounds: Rect?) -> Double {
    let t = transform
    if isAffine { return largestStretch(m11: t.m11, m12: t.m12, m21: t.m21, m22: t.m22) }
    let seen = bounds.flatMap(image)?.intersection(region) ?? region
    var scale = 0.0
    for i in 0..<4 {
      let corner = seen.corner(i)
      let w = inverse.depth(of: corner)
      guard w > 0, w.isFinite else { continue }
      // The derivative of the image by the source: (row − image × last row) / depth, and depth is 1 / w.
      scale = max(
        scale,
        largestStretch(
          m11: (t.m11 - corner.x * t.m31) * w, m12: (t.m12 - corner.x * t.m32) * w,
          m21: (t.m21 - corner.y * t.m31) * w, m22: (t.m22 - corner.y * t.m32) * w))
    }
    return scale
  }

  /// False if nothing within a frame is seen in the region or within a pixel of it.
  ///
  /// A side of the region is linear in homogeneous coordinates: what lies beyond it at all corners does so throughout.
  func mayShow(_ frame: PathCells.Frame) -> Bool {
    let t = transform
    var beyond: UInt = 0b11111
    for i in 0..<4 {
      let x = i & 1 == 0 ? frame.low.x : frame.high.x
      let y = i & 2 == 0 ? frame.low.y : frame.high.y
      let w = t.m31 * x + t.m32 * y + t.m33
      let px = t.m11 * x + t.m12 * y + t.m13
      let py = t.m21 * x + t.m22 * y + t.m23
      var sides: UInt = w < near ? 1 : 0
      if px < (region.minX - 1) * w { sides |= 2 }
      if px > (region.maxX + 1) * w { sides |= 4 }
      if py < (region.minY - 1) * w { sides |= 8 }
      if py > (region.maxY + 1) * w { sides |= 16 }
      beyond &= sides
    }
    return beyond == 0
  }

  /// The bounds of a rectangle's image; nil if some of it lies before the near plane.
  private func image(of rect: Rect) -> Rect? {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for i in 0..<4 {
      guard transform.depth(of: rect.corner(i)) >= near else { return nil }
      let p = apply(rect.corner(i))
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    return Rect(from: low, to: high)
  }

  /// The image of a point in front of the near plane.
  @inline(__always)
  func apply(_ p: Point) -> Point { transform.apply(p) }

  /// The direction of a displacement's image at `p`, at length 1.
  func direction(_ d: Point, at p: Point) -> Point {
    let t = transform
    let x = t.m11 * d.x + t.m12 * d.y
    let y = t.m21 * d.x + t.m22 * d.y
    if isAffine { return Point(x, y).normalized }
    let change = t.m31 * d.x + t.m32 * d.y
    let image = apply(p)
    return Point(x - image.x * change, y - image.y * change).normalized
  }

  /// Projects a closed contour into `out`, clipped at the near plane and closed again along it.
  func project(_ points: UnsafeBufferPointer<Point>, into out: Scratch<Point>) {
    out.reserve(points.count * 2 + 2)
    let base = out.base
    let t = transform
    out.count = points.count
    if isAffine {
      for (i, p) in points.enumerated() {
        base[i] = Point(t.m11 * p.x + t.m12 * p.y + t.m13, t.m21 * p.x + t.m22 * p.y + t.m23)
      }
      return
    }
    for (i, p) in points.enumerated() {
      let w = t.m31 * p.x + t.m32 * p.y + t.m33
      guard w >= near else {
        out.count = clip(points, into: base)
        return
      }
      let k = 1 / w
      base[i] = Point((t.m11 * p.x + t.m12 * p.y + t.m13) * k, (t.m21 * p.x + t.m22 * p.y + t.m23) * k)
    }
  }

  /// The slow way, for a contour of which some lies before the near plane; returns the count of corners.
  private func clip(_ points: UnsafeBufferPointer<Point>, into base: UnsafeMutablePointer<Point>) -> Int {
    var count = 0
    guard var a = points.last else { return 0 }
    var da = transform.depth(of: a) - near
    for b in points {
      let db = transform.depth(of: b) - near
      if (da < 0) != (db < 0) {
        base[count] = apply(a.interpolated(to: b, at: da / (da - db)))
        count += 1
      }
      if db >= 0 {
        base[count] = apply(b)
        count += 1
      }
      (a, da) = (b, db)
    }
    return count
  }
}

extension Rect {
  /// One of the four, without an array of them.
  @inline(__always)
  fileprivate func corner(_ i: Int) -> Point { Point(i & 1 == 0 ? minX : maxX, i & 2 == 0 ? minY : maxY) }
}

/// The larger singular value of a 2×2 matrix.
func largestStretch(m11 a: Double, m12 b: Double, m21 c: Double, m22 d: Double) -> Double {
  let p = a * a + c * c
  let q = b * b + d * d
  let r = a * b + c * d
  return ((p + q) / 2 + ((p - q) * (p - q) / 4 + r * r).squareRoot()).squareRoot()
}
