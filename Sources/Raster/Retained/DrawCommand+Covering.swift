import Geometry
import Graphics

extension DisplayList {
  /// The same without what lies below the topmost command that covers all of a canvas, which need not be prepared.
  ///
  /// - Parameter pixel: The size of a pixel, in points.
  func withoutCovered(on canvas: Rect, pixel: Double) -> DisplayList {
    guard let first = commands.lastIndex(where: { $0.covers(canvas, pixel: pixel) }), first > 0 else { return self }
    return DisplayList(Array(commands[first...]))
  }
}

extension DrawCommand {
  /// True if it is surely an opaque rectangle over all of a canvas.
  fileprivate func covers(_ canvas: Rect, pixel: Double) -> Bool {
    guard case .fill(let path, _, let paint, let transform) = self, paint.isOpaque,
      transform.isAffine, transform.m12 == 0, transform.m21 == 0,
      let bounds = path.bounds, path == .rect(bounds)
    else { return false }
    let (a, b) = (transform.apply(bounds.origin), transform.apply(Point(bounds.maxX, bounds.maxY)))
    let rounding = 1e-6 * pixel
    return min(a.x, b.x) <= canvas.x + rounding && max(a.x, b.x) >= canvas.maxX - rounding
      && min(a.y, b.y) <= canvas.y + rounding && max(a.y, b.y) >= canvas.maxY - rounding
  }
}
