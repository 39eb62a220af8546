import Geometry
import Graphics

/// The division of a clip whose sides lie on whole pixels: groups need a layer only in its rounded ends.
struct ClipRegion {
  /// Pixels that are covered wholly.
  let inside: PixelRect

  /// Shorter ones are not worth it.
  private static let minHeight = 16

  /// Nil where a clip is no convex outline with two upright sides on whole pixels. Says so by geometry alone, so that strips
  /// do not show.
  init?(_ clip: Clip, _ transform: Transform, _ surface: Surface, isConvex: () -> Bool) {
    guard transform.isAffine, transform.m12 == 0, transform.m21 == 0, clip.path.subpaths.count == 1,
      let subpath = clip.path.subpaths.first
    else { return nil }
    // In 1/256 pixel, as edges are.
    func snapped(_ point: Point) -> (x: Int, y: Int) {
      let pixel = transform.apply(point) - Point(Double(surface.region.x0), Double(surface.region.y0))
      return (nearestInteger(pixel.x * 256), nearestInteger(pixel.y * 256))
    }
    var sides: [(x: Int, top: Int, bottom: Int)] = []
    func add(_ a: Point, _ b: Point) {
      let (from, to) = (snapped(a), snapped(b))
      if from.x == to.x, from.y != to.y { sides.append((from.x, min(from.y, to.y), max(from.y, to.y))) }
    }
    var end = subpath.start
    for segment in subpath.segments {
      if case .line(let from, let to) = segment { add(from, to) }
      end = segment.end
    }
    add(end, subpath.start)
    guard sides.count == 2, sides[0].x != sides[1].x, sides.allSatisfy({ $0.x & 255 == 0 }) else { return nil }
    let columns = min(sides[0].x, sides[1].x) >> 8..<max(sides[0].x, sides[1].x) >> 8
    let first = (max(sides[0].top, sides[1].top) + 255) >> 8
    let last = min(sides[0].bottom, sides[1].bottom) >> 8
    guard last - first >= Self.minHeight else { return nil }
    // No curve bulges beyond the sides.
    guard clip.path.points.allSatisfy({ columns.lowerBound << 8...columns.upperBound << 8 ~= snapped($0).x }),
      isConvex()
    else { return nil }
    inside = PixelRect(x0: columns.lowerBound, y0: first, x1: columns.upperBound, y1: last)
  }

  /// The rest of the pixels of a clip with these bounds.
  func ends(of bounds: PixelRect) -> [PixelRect] {
    [
      PixelRect(x0: inside.x0, y0: bounds.y0, x1: inside.x1, y1: min(inside.y0, bounds.y1)),
      PixelRect(x0: inside.x0, y0: max(inside.y1, bounds.y0), x1: inside.x1, y1: bounds.y1),
    ]
  }
}
