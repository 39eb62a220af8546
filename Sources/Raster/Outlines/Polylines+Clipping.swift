import Geometry

extension Polylines {
  /// Contours with the same windings within a frame, and none outside (Sutherland and Hodgman 1974).
  ///
  /// Along the frame's sides lines may lie on each other. Lines are cut at the same places for frames on either side of a
  /// border, to within rounding.
  func clipped(to frame: PathCells.Frame) -> Polylines {
    var result = Polylines()
    var contour: [Point] = []
    var rest: [Point] = []
    var start = 0
    for end in ends {
      let all = points[start..<end]
      start = end
      guard let box = Rect(around: all) else { continue }
      if box.maxX < frame.low.x || box.minX > frame.high.x || box.maxY < frame.low.y || box.minY > frame.high.y {
        continue
      }
      contour.removeAll(keepingCapacity: true)
      contour.append(contentsOf: all)
      func clip(isX: Bool, _ sign: Double, _ border: Double) {
        Self.clip(contour, isX: isX, sign, border, into: &rest)
        swap(&contour, &rest)
      }
      if box.minX < frame.low.x { clip(isX: true, 1, frame.low.x) }
      if box.maxX > frame.high.x { clip(isX: true, -1, frame.high.x) }
      if box.minY < frame.low.y { clip(isX: false, 1, frame.low.y) }
      if box.maxY > frame.high.y { clip(isX: false, -1, frame.high.y) }
      guard contour.count >= 3 else { continue }
      result.points.append(contentsOf: contour)
      result.endContour()
    }
    return result
  }

  /// The part of a contour on one side of a line across an axis: at greater coordinates where `sign` is 1, at lesser ones
  /// where it is −1.
  private static func clip(_ contour: [Point], isX: Bool, _ sign: Double, _ border: Double, into rest: inout [Point]) {
    rest.removeAll(keepingCapacity: true)
    guard var a = contour.last else { return }
    var isKept = sign * ((isX ? a.x : a.y) - border) >= 0
    for b in contour {
      let next = sign * ((isX ? b.x : b.y) - border) >= 0
      if next != isKept {
        rest.append(
          isX
            ? Point(border, a.y + (b.y - a.y) * ((border - a.x) / (b.x - a.x)))
            : Point(a.x + (b.x - a.x) * ((border - a.y) / (b.y - a.y)), border))
      }
      if next { rest.append(b) }
      (a, isKept) = (b, next)
    }
  }
}
