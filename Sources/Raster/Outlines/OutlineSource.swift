import Coding
import Geometry
import Graphics

/// A way to make a path's outline, with the key that it is cached under and its projection.
struct OutlineSource {
  let projection: ScreenProjection
  let key: Digest
  private let path: Path
  /// The farthest that the outline may lie from the path.
  private let reach: Double
  private let tolerance: Double
  private let evenOdd: Bool
  /// The flattened outline of some of the path's subpaths.
  private let flatten: (Path) -> Polylines

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
    self.path = path
    self.projection = projection
    self.evenOdd = evenOdd
    self.tolerance = isCoarse ? max(tolerance.value, finest) : 0
    reach = 0
    flatten = { path in
      var lines = Polylines()
      lines.append(path, tolerance: tolerance.value)
      return lines
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
    self.path = path
    self.projection = projection
    self.tolerance = tolerance.value
    evenOdd = false
    // Lines around a coarse arc lie outside the circle.
    reach = style.width * style.reachFactor
    flatten = { path in
      var outline = Polylines()
      if let (lines, stroker) = localLines(path, style, tolerance) { stroker.outline(lines, into: &outline) }
      return outline
    }
  }

  /// The outlines, of this run or an earlier one or else new, that together show all of the path that may be seen.
  func outlines(_ cache: ResourceCache) -> [PreparedOutline] {
    guard path.points.count >= PathCells.minPoints else { return [whole(cache)] }
    let cellsKey = Digest { hasher in
      hasher.combine("cells")
      hasher.combine(path.digest)
      hasher.combine(reach)
    }
    let cells = cache.value(for: cellsKey, cost: \.cost) { PathCells(path, reach: reach) }
    guard cells.count > 1 else { return [whole(cache)] }
    return (0..<cells.count).compactMap { cell in
      let frame = cells.frame(cell)
      guard !cells.isEmpty(cell), projection.mayShow(frame) else { return nil }
      let cellKey = Digest { hasher in
        hasher.combine(key)
        hasher.combine(cell)
      }
      return cache.value(for: cellKey, cost: \.cost, isKept: true) {
        PreparedOutline(
          part: flatten(cells.path(cell)).clipped(to: frame), evenOdd: evenOdd, tolerance: tolerance)
      }
    }
  }

  private func whole(_ cache: ResourceCache) -> PreparedOutline {
    cache.value(for: key, cost: \.cost) {
      func make() -> PreparedOutline { PreparedOutline(flatten(path), evenOdd: evenOdd, tolerance: tolerance) }
      return cache.outlines?.outline(for: key, pointCount: path.points.count, make: make) ?? make()
    }
  }
}
