import StageKit

/// The outline of a leaf with some thickness, as it is seen.
///
/// A leaf that is edge-on shows its edge, so that it never vanishes between its two faces.
struct Slab {
  /// The convex outline on the canvas of both faces, half a `thickness` before and behind the leaf's plane; empty where
  /// the leaf lies flat or something is not finite.
  static func outline(of leaf: Path, angle: Double, thickness: Double, at place: BookletPlacement) -> Path {
    let half = thickness / 2 * sineAndCosine(degrees: angle).sine
    guard half > 0, half.isFinite else { return .empty }
    let corners = samples(of: leaf)
    let points = [half, -half].flatMap { elevation -> [Point] in
      let transform = place.eye.transform(angle: angle, hinge: place.top, elevation: elevation)
      return corners.filter { transform.depth(of: $0) > 0 }.map(transform.apply)
    }
    guard points.allSatisfy(\.isFinite) else { return .empty }
    return .polyline(convexHull(points), closed: true)
  }

  /// The corners, rounded ones by several points each.
  private static func samples(of path: Path) -> [Point] {
    path.subpaths.flatMap { subpath in
      subpath.segments.flatMap { segment in
        segment.isLine ? [segment.end] : (1...8).map { segment.point(at: Double($0) / 8) }
      }
    }
  }

  /// Source: A. M. Andrew, Another Efficient Algorithm for Convex Hulls in Two Dimensions (1979).
  static func convexHull(_ points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func chain(_ points: some Sequence<Point>) -> [Point] {
      var chain: [Point] = []
      for p in points {
        while chain.count > 1, (chain[chain.count - 1] - chain[chain.count - 2]).cross(p - chain[chain.count - 1]) <= 0
        {
          chain.removeLast()
        }
        chain.append(p)
      }
      return chain.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
  }
}
