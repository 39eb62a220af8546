import Geometry

/// The edges of a frame's outlines, snapped to 1/256 pixel, culled, and sorted into strips.
///
/// Outlines are added one at a time, between `begin` and `finish`. A stack: `release` removes what was added after a
/// mark.
final class EdgeStore {
  let edges = Scratch<Edge>(capacity: 4096)
  let borders = Scratch<Int32>(capacity: 256)
  /// Edges of the outline at hand: x and y of one corner and of the next.
  private let pending = Scratch<SIMD4<Int32>>(capacity: 4096)
  /// For each strip, how many more of the pending edges touch it than the one above.
  private let changes = Scratch<Int32>()
  /// The strip of each row, down to the lowest row so far.
  private let stripOfRow = Scratch<Int32>()
  /// Corners clamped to the guard band, a few thousand at a time.
  private let clamped = Scratch<Point>(capacity: 4160)
  private var surface = Surface(region: .empty, stripHeight: 1)
  private var low = Point(.infinity, .infinity)
  private var high = Point(-.infinity, -.infinity)
  private var keepsHorizontals = true

  struct Mark {
    let edges: Int
    let borders: Int
  }

  var mark: Mark { Mark(edges: edges.count, borders: borders.count) }

  func release(to mark: Mark) {
    edges.count = mark.edges
    borders.count = mark.borders
  }

  func begin(_ surface: Surface, mode: CoverageMode) {
    if surface.stripHeight != self.surface.stripHeight { stripOfRow.count = 0 }
    while stripOfRow.count < surface.region.height {
      stripOfRow.append(Int32(truncatingIfNeeded: stripOfRow.count / surface.stripHeight))
    }
    self.surface = surface
    changes.reserve(surface.stripCount + 1)
    changes.base.update(repeating: 0, count: surface.stripCount + 1)
    pending.count = 0
    low = Point(.infinity, .infinity)
    high = Point(-.infinity, -.infinity)
    if case .simple = mode { keepsHorizontals = false } else { keepsHorizontals = true }
  }

  /// Adds a closed contour of `count` corners in pixels of the canvas; one with a NaN is dropped.
  ///
  /// A contour that lies wholly above, below, or to the right of the surface covers nothing; neither does one that lies
  /// wholly to the left, since it is closed and its windings cancel.
  func addContour(_ corners: UnsafePointer<Point>, _ count: Int) {
    guard count > 2 else { return }
    let points = corners
    let region = surface.region
    var lowX = Double.infinity
    var lowY = Double.infinity
    var highX = -Double.infinity
    var highY = -Double.infinity
    var finite = 0.0
    for i in 0..<count {
      let p = points[i]
      finite += (p.x - p.x) + (p.y - p.y)
      lowX = p.x < lowX ? p.x : lowX
      highX = p.x > highX ? p.x : highX
      lowY = p.y < lowY ? p.y : lowY
      highY = p.y > highY ? p.y : highY
    }
    // The sum is NaN if any corner is infinite or NaN, which spares a test of each corner.
    if finite != 0 {
      for i in 0..<count where points[i].x.isNaN || points[i].y.isNaN { return }
    }
    guard
      highX > Double(region.x0) - 0.01, lowX < Double(region.x1) + 0.01, highY > Double(region.y0) - 0.01,
      lowY < Double(region.y1) + 0.01
    else { return }
    low = Point(min(low.x, lowX), min(low.y, lowY))
    high = Point(max(high.x, highX), max(high.y, highY))
    let guardBand = 1_000_000.0
    if lowX > -guardBand && lowY > -guardBand && highX < guardBand && highY < guardBand {
      snap(corners, count, from: corners[count - 1])
    } else {
      snapFar(corners, count)
    }
  }

  /// Snaps a line from `start` through all corners, within the guard band, and adds the edges that touch the surface.
  private func snap(_ points: UnsafePointer<Point>, _ count: Int, from start: Point) {
    pending.reserve(pending.count + count)
    let out = pending.base
    let changes = changes.base
    let stripOfRow = stripOfRow.base
    var n = pending.count
    let region = surface.region
    let originX = region.x0 << 8
    let originY = region.y0 << 8
    let width = region.width << 8
    let height = region.height << 8
    let keepsHorizontals = keepsHorizontals
    var ax = nearestInteger(start.x * 256) &- originX
    var ay = nearestInteger(start.y * 256) &- originY
    for i in 0..<count {
      let bx = nearestInteger(points[i].x * 256) &- originX
      let by = nearestInteger(points[i].y * 256) &- originY
      defer { (ax, ay) = (bx, by) }
      let top = min(ay, by)
      let bottom = max(ay, by)
      var (fromX, toX) = (ax, bx)
      if ay == by {
        // A level edge changes no winding, but within a row it connects pieces in different columns, which exact
        // coverage needs.
        let isConnector =
          keepsHorizontals && ay & 255 != 0 && ax >> 8 != bx >> 8 && ay > 0 && ay < height
          && min(ax, bx) < width && max(ax, bx) > 0
        if !isConnector { continue }
      } else {
        if bottom <= 0 || top >= height || (ax >= width && bx >= width) { continue }
        // To the left of the surface only the winding counts, so that the edge may lie on the border.
        if ax <= 0 && bx <= 0 { (fromX, toX) = (0, 0) }
      }
      out[n] = SIMD4(
        Int32(truncatingIfNeeded: fromX), Int32(truncatingIfNeeded: ay), Int32(truncatingIfNeeded: toX),
        Int32(truncatingIfNeeded: by))
      n &+= 1
      let strips = Self.strips(from: top, to: bottom, stripOfRow: stripOfRow, height: height)
      changes[strips.first] &+= 1
      changes[strips.last &+ 1] &-= 1
    }
    pending.count = n
  }

  /// True if drawing what was added since `begin` takes more than `limit` steps, one for each row of pixels that an edge
  /// meets, and one for each 16 columns.
  func isHeavier(than limit: Int) -> Bool {
    let (width, height) = (surface.region.width, surface.region.height)
    guard pending.count > limit / (height + width / 16 + 2) else { return false }
    var steps = 0
    for i in 0..<pending.count {
      let corners = pending.base[i]
      let (a, b) = (min(max(Int(corners.x), 0), width << 8), min(max(Int(corners.z), 0), width << 8))
      let (top, bottom) = (max(Int(min(corners.y, corners.w)), 0), min(Int(max(corners.y, corners.w)), height << 8))
      steps += (bottom - top) >> 8 + abs(a - b) >> 12 + 1
    }
    return steps > limit
  }

  /// Snaps a contour that leaves the guard band: what lies outside is moved to the nearest point on the border of a square
  /// far outside any surface, which changes no winding within.
  private func snapFar(_ corners: UnsafePointer<Point>, _ count: Int) {
    let band = 900_000.0
    let farthest = 1e12
    func bounded(_ p: Point, _ limit: Double) -> Point {
      Point(min(max(p.x, -limit), limit), min(max(p.y, -limit), limit))
    }
    var a = bounded(corners[count - 1], farthest)
    var reached = bounded(a, band)
    clamped.count = 0
    for i in 0..<count {
      let b = bounded(corners[i], farthest)
      // The crossings of the line from `a` with the square's sides or their extensions.
      var crossings = SIMD4<Double>(repeating: .infinity)
      for (side, (from, to)) in [(a.x, b.x), (a.x, b.x), (a.y, b.y), (a.y, b.y)].enumerated() {
        let t = ((side % 2 == 0 ? -band : band) - from) / (to - from)
        if t > 0 && t < 1 { crossings[side] = t }
      }
      while true {
        let t = crossings.min()
        guard t < 1 else { break }
        crossings.replace(with: .infinity, where: crossings .== t)
        clamped.append(bounded(a.interpolated(to: b, at: t), band))
      }
      clamped.append(bounded(b, band))
      a = b
      if clamped.count >= 4096 || i == count - 1 {
        snap(clamped.base, clamped.count, from: reached)
        reached = clamped.base[clamped.count - 1]
        clamped.count = 0
      }
    }
  }

  /// Sorts what was added since `begin` into strips; nil if nothing can be covered.
  func finish(_ mode: CoverageMode) -> EdgeSet? {
    let n = pending.count
    let region = surface.region
    guard n > 0, low.x <= high.x else { return nil }
    func column(_ x: Int) -> Int { min(max(x - region.x0, 0), region.width) }
    func row(_ y: Int) -> Int { min(max(y - region.y0, 0), region.height) }
    let far = PixelRect.largestSide * 4
    let bounds = PixelRect(
      x0: column(floorClamped(low.x - 0.01, -far, far)), y0: row(floorClamped(low.y - 0.01, -far, far)),
      x1: column(ceilingClamped(high.x + 0.01, -far, far)), y1: row(ceilingClamped(high.y + 0.01, -far, far)))
    guard !bounds.isEmpty else { return nil }
    let firstStrip = Int(stripOfRow.base[bounds.y0])
    let stripCount = Int(stripOfRow.base[bounds.y1 - 1]) - firstStrip + 1
    let firstBorder = borders.count
    let start = edges.count
    borders.reserve(firstBorder + stripCount + 1)
    borders.count = firstBorder + stripCount + 1
    let border = borders.base + firstBorder
    let source = pending.base
    let height = region.height << 8
    var inStrip: Int32 = 0
    border[0] = Int32(start)
    for i in 0..<stripCount {
      inStrip += changes.base[firstStrip + i]
      border[i + 1] = border[i] + inStrip
    }
    edges.reserve(Int(border[stripCount]))
    edges.count = Int(border[stripCount])
    // Filling advances every border to the next one; afterwards they are moved back.
    let out = edges.base
    let stripOfRow = stripOfRow.base
    for i in 0..<n {
      let corners = source[i]
      let edge = Edge(fromX: corners.x, fromY: corners.y, toX: corners.z, toY: corners.w)
      var (strip, last) = Self.strips(from: Int(edge.y0), to: Int(edge.y1), stripOfRow: stripOfRow, height: height)
      repeat {
        out[Int(border[strip &- firstStrip])] = edge
        border[strip &- firstStrip] &+= 1
        strip &+= 1
      } while strip <= last
    }
    for i in stride(from: stripCount, to: 0, by: -1) { border[i] = border[i - 1] }
    border[0] = Int32(start)
    return EdgeSet(
      bounds: bounds, firstStrip: firstStrip, stripCount: stripCount, firstBorder: firstBorder, mode: mode)
  }

  /// The first and the last strip that an edge touches; y in 1/256 pixel from the surface's top.
  @inline(__always)
  private static func strips(
    from y0: Int, to y1: Int, stripOfRow: UnsafePointer<Int32>, height: Int
  ) -> (first: Int, last: Int) {
    let top = max(y0, 0) >> 8
    let bottom = max(min(y1, height) &- 1, y0) >> 8
    return (Int(stripOfRow[top]), Int(stripOfRow[max(bottom, top)]))
  }
}
