import StageKit

/// A cubic Bézier curve from (0, 0) to (1, 1), read as y over x: the easing of a keyframe.
struct UnitCurve: Hashable, Sendable {
  private let x1: Double
  private let y1: Double
  private let x2: Double
  private let y2: Double

  /// A curve with two control points, whose x is clamped to 0…1; what is no number counts as on the line.
  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1.isFinite ? min(max(x1, 0), 1) : 0
    self.x2 = x2.isFinite ? min(max(x2, 0), 1) : 1
    self.y1 = y1.isFinite ? min(max(y1, -1e6), 1e6) : 0
    self.y2 = y2.isFinite ? min(max(y2, -1e6), 1e6) : 1
  }

  /// True if it is the straight line.
  var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// The height of the curve at x from 0 to 1; beyond that the nearer end.
  func value(at x: Double) -> Double {
    if !(x > 0) { return 0 }
    if x >= 1 { return 1 }
    return isLinear ? x : Easing.cubicBezier(x1, y1, x2, y2).value(at: x)
  }
}
