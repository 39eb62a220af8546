import Coding
import Geometry
import Graphics

/// How an outline that is kept comes about, and where it goes.
struct OutlineRecipe {
  let key: Digest
  /// Of the path.
  let pointCount: Int
  let projection: Projection
  let make: () -> PreparedOutline

  /// What an earlier run put on the shelf, or else a new one.
  func outline(_ shelf: OutlineShelf?) -> PreparedOutline {
    shelf?.outline(for: key, pointCount: pointCount, make: make) ?? make()
  }
}

extension Rasterizer {
  func recipe(ofFill path: Path, evenOdd: Bool, _ projection: Projection, _ tolerance: Tolerance) -> OutlineRecipe {
    // Straight lines serve every scale, as long as the grid for resolving them is fine enough.
    let isStraight = path.curveCount == 0
    let size = path.controlBounds.map { max($0.width, $0.height) } ?? 0
    let finest = size * 0x1p-22
    let isCoarse = tolerance.value >= finest
    let key = Digest { hasher in
      hasher.combine("fill")
      hasher.combine(path.digest)
      hasher.combine(evenOdd)
      hasher.combine(isStraight ? (isCoarse ? 1000 : 1001) : tolerance.exponent)
    }
    return OutlineRecipe(key: key, pointCount: path.points.count, projection: projection) {
      var lines = Polylines()
      lines.append(path, tolerance: tolerance.value)
      return PreparedOutline(lines, evenOdd: evenOdd, tolerance: isCoarse ? max(tolerance.value, finest) : 0)
    }
  }

  /// Of a stroke that is outlined in its path's space; nil where nothing is covered.
  func recipe(ofStroke path: Path, style: StrokeStyle, transform: Transform, surface: Surface) -> OutlineRecipe? {
    let reach = style.width / 2 * reachFactor(style)
    guard mayCover(path.controlBounds, transform, surface, grownBy: reach) else { return nil }
    guard let projection = Projection(transform, region: surface.region.rect),
      let tolerance = projection.tolerance(in: path.controlBounds?.inset(by: -reach))
    else { return nil }
    let key = Digest { hasher in
      hasher.combine("stroke")
      hasher.combine(path.digest)
      hasher.combine(style)
      hasher.combine(tolerance.exponent)
    }
    return OutlineRecipe(key: key, pointCount: path.points.count, projection: projection) {
      var outline = Polylines()
      if let (lines, stroker) = self.sceneLines(path, style, tolerance) { stroker.outline(lines, into: &outline) }
      return PreparedOutline(outline, evenOdd: false, tolerance: tolerance.value)
    }
  }

  // MARK: Ahead of the drawing

  /// Paths with fewer points are outlined about as fast as they are handed from worker to worker.
  private static let leastAhead = 512

  /// Prepares outlines of the frame's list that are still to come and that no other worker is making, the last first.
  func prepareAhead() {
    guard let (list, surface, transform) = ahead else { return }
    ahead = nil
    prepareAhead(list, surface, transform)
  }

  private func prepareAhead(_ list: DisplayList, _ surface: Surface, _ transform: Transform) {
    for command in list.commands.reversed() {
      switch command {
      case .fill(let path, let rule, _, let own) where path.points.count >= Self.leastAhead:
        let whole = transform * own
        guard mayCover(path.controlBounds, whole, surface, grownBy: 0),
          let projection = Projection(whole, region: surface.region.rect),
          let tolerance = projection.tolerance(in: path.controlBounds)
        else { continue }
        prepare(recipe(ofFill: path, evenOdd: rule == .evenOdd, projection, tolerance))
      case .stroke(_, _, .alongPath, _): continue
      case .stroke(let path, let style, _, let own) where path.points.count >= Self.leastAhead:
        guard style.order == .outlineThenTransform,
          let recipe = recipe(ofStroke: path, style: style, transform: transform * own, surface: surface)
        else { continue }
        prepare(recipe)
      case .group(let group) where group.effects.isEmpty:
        prepareAhead(group.content, surface, transform * group.transform)
      default: continue
      }
    }
  }

  private func prepare(_ recipe: OutlineRecipe) {
    cache.prepare(for: recipe.key, cost: \.cost) { recipe.outline(cache.shelf) }
  }
}
