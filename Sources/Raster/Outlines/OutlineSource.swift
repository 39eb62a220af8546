import Coding
import Geometry
import Graphics

/// The source, the key and the projection of a cached outline.
struct OutlineSource {
  let key: Digest
  /// The number of the path's points.
  let pointCount: Int
  let projection: ScreenProjection
  let make: () -> PreparedOutline

  /// The outline of a filled path, flattened to within `tolerance`.
  init(fill path: Path, evenOdd: Bool, _ projection: ScreenProjection, _ tolerance: FlatteningTolerance) {
    // Straight lines serve every scale, as long as the grid for resolving them is fine enough.
    let isStraight = path.curveCount == 0
    let size = path.controlBounds.map { max($0.width, $0.height) } ?? 0
    let finest = size * 0x1p-22
    let isCoarse = tolerance.value >= finest
    key = Digest { hasher in
      hasher.combine("fill")
      hasher.combine(path.digest)
      hasher.combine(evenOdd)
      hasher.combine(isStraight ? (isCoarse ? 1000 : 1001) : tolerance.exponent)
    }
    pointCount = path.points.count
    self.projection = projection
    make = {
      var lines = Polylines()
      lines.append(path, tolerance: tolerance.value)
      return PreparedOutline(lines, evenOdd: evenOdd, tolerance: isCoarse ? max(tolerance.value, finest) : 0)
    }
  }

  /// The outline of a stroke, made in its path's space.
  init(stroke path: Path, style: StrokeStyle, _ projection: ScreenProjection, _ tolerance: FlatteningTolerance) {
    key = Digest { hasher in
      hasher.combine("stroke")
      hasher.combine(path.digest)
      hasher.combine(style)
      hasher.combine(tolerance.exponent)
    }
    pointCount = path.points.count
    self.projection = projection
    make = {
      var outline = Polylines()
      if let (lines, stroker) = localLines(path, style, tolerance) { stroker.outline(lines, into: &outline) }
      return PreparedOutline(outline, evenOdd: false, tolerance: tolerance.value)
    }
  }

  /// The outline of this run or an earlier one, or else a new one.
  func outline(_ cache: ResourceCache) -> PreparedOutline {
    cache.value(for: key, cost: \.cost) {
      cache.outlines?.outline(for: key, pointCount: pointCount, make: make) ?? make()
    }
  }
}
