import Geometry

extension DisplayList {
  /// A rectangle around all outlines, with the widths of strokes and within the clips of groups, but without shadows and
  /// other effects; nil where nothing is drawn. Curves count with their control points.
  public var bounds: Rect? { bounds(under: .identity, withEffects: false) }

  /// The same with shadows and blurs, as far as they can be seen.
  public var visibleBounds: Rect? { bounds(under: .identity, withEffects: true) }

  fileprivate func bounds(under transform: Transform, withEffects: Bool) -> Rect? {
    var result: Rect?
    for command in commands {
      guard let added = command.bounds(under: transform, withEffects: withEffects) else { continue }
      result = result?.union(added) ?? added
    }
    return result
  }
}

extension DrawCommand {
  fileprivate func bounds(under outer: Transform, withEffects: Bool) -> Rect? {
    switch self {
    case .fill(let path, _, _, let own): return Self.placed(path.controlBounds, outer * own)
    case .stroke(let path, let style, _, let own):
      let half = style.width / 2
      return Self.placed(
        path.controlBounds.map {
          Rect(x: $0.x - half, y: $0.y - half, width: $0.width + 2 * half, height: $0.height + 2 * half)
        }, outer * own)
    case .group(let group):
      let whole = outer * group.transform
      // A filter draws in its region, whatever its source.
      let region = group.effects.compactMap { if case .graph(let graph) = $0 { graph.region } else { nil } }.last
      var drawn = region.flatMap { Self.placed($0, whole) }
      if region == nil, withEffects, group.effects.contains(where: \.reachesOut) {
        let own = group.content.bounds(under: .identity, withEffects: true)
        drawn = Self.placed(own.map { group.effects.reduce($0) { $1.reach(of: $0) } }, whole)
      } else if region == nil {
        drawn = group.content.bounds(under: whole, withEffects: withEffects)
      }
      guard let content = drawn else { return nil }
      guard let clip = group.clip else { return content }
      return Self.placed(clip.path.controlBounds, whole * clip.transform).flatMap { content.intersection($0) }
    case .backdrop(let filter) where filter.isAdjustment: return nil
    case .backdrop(let filter):
      return filter.outline.bounds(under: outer * filter.transform, withEffects: withEffects)
    case .exposure(let exposure):
      return exposure.samples.compactMap { $0.content.bounds(under: outer, withEffects: withEffects) }
        .reduce(nil) { $0?.union($1) ?? $1 }
    case .solids(let solids, let own): return Self.bounds(solids, outer * own)
    }
  }

  /// The bounds of the parts beyond the near plane.
  private static func bounds(_ solids: Solids, _ transform: Transform) -> Rect? {
    let projection = transform * solids.projection
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for vertex in solids.mesh.vertices {
      let place = projection.homogeneous(vertex)
      guard place.z >= solids.near else { continue }
      let (x, y) = (place.x / place.z, place.y / place.z)
      low = Point(min(low.x, x), min(low.y, y))
      high = Point(max(high.x, x), max(high.y, y))
    }
    return low.x <= high.x ? Rect(from: low, to: high) : nil
  }

  /// Nil where a part of it lies behind the viewer.
  private static func placed(_ bounds: Rect?, _ transform: Transform) -> Rect? {
    guard let corners = bounds?.corners, corners.allSatisfy({ transform.depth(of: $0) > 0 }) else { return nil }
    return Rect(around: corners.map(transform.apply)).flatMap {
      $0.origin.isFinite && $0.width.isFinite && $0.height.isFinite ? $0 : nil
    }
  }
}

extension Effect {
  /// A Gaussian is cut off at three standard deviations.
  private static let gaussianReach = 3.0

  /// True where it draws beyond its source.
  fileprivate var reachesOut: Bool {
    switch self {
    case .blur, .dropShadow, .shadow: true
    case .innerShadow, .color, .grade, .highlights, .graph: false
    }
  }

  /// The bounds of what it makes of a source with bounds.
  fileprivate func reach(of source: Rect) -> Rect {
    func grown(_ rect: Rect, _ sigma: Double) -> Rect { rect.inset(by: -Self.gaussianReach * max(sigma, 0)) }
    func cast(_ offset: Point, _ sigma: Double) -> Rect {
      grown(Rect(x: source.x + offset.x, y: source.y + offset.y, width: source.width, height: source.height), sigma)
    }
    switch self {
    case .blur(let sigma): return grown(source, sigma)
    case .dropShadow(_, let offset, let sigma): return source.union(cast(offset, sigma))
    case .shadow(_, let offset, let sigma): return cast(offset, sigma)
    case .innerShadow, .color, .grade, .highlights, .graph: return source
    }
  }
}
