import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The viewpoint on a booklet.
struct Eye: Hashable, Sendable {
  /// The point on the canvas at which lines straight away from the viewer meet.
  var vanishingPoint: Point
  /// The distance from the canvas, in points.
  var distance: Double

  /// Maps a leaf's own coordinates to the canvas.
  ///
  /// A leaf's x runs from the hinge, y down from the hinge's `top`. At 0° it lies on the canvas to the right of the
  /// hinge, at 180° to its left, and in between it rises towards the viewer. A point (x, y, z) is seen at
  /// e + ((x, y) − e) · d / (d − z), with e the vanishing point and d the distance.
  ///
  /// - Parameter elevation: Of a plane parallel to the leaf, along its front's normal.
  func transform(angle: Double, hinge top: Point, elevation: Double = 0) -> Transform {
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let lean = 0 - sine / distance
    let nearness = 1 - elevation * cosine / distance
    let e = vanishingPoint
    return Transform(
      cosine + e.x * lean, 0, top.x - elevation * sine + e.x * (nearness - 1),
      e.y * lean, 1, top.y + e.y * (nearness - 1), lean, 0, nearness)
  }

  /// The same for a plane along the hinge, whose x leads from `start`, right of the hinge and toward the viewer, along
  /// `slope`.
  func transform(hinge top: Point, start: (x: Double, z: Double), slope: (x: Double, z: Double)) -> Transform {
    let e = vanishingPoint
    let (lean, lift) = (slope.z / distance, start.z / distance)
    return Transform(
      slope.x - e.x * lean, 0, top.x + start.x - e.x * lift, -e.y * lean, 1, top.y - e.y * lift, -lean, 0, 1 - lift)
  }

  /// The angle at which a leaf at a hinge is seen edge-on, within 0…180: its plane then holds the eye.
  func edgeOnAngle(hinge x: Double) -> Double {
    let side = vanishingPoint.x - x
    return side == 0 ? 90 : atan2(distance, side) * 180 / .pi
  }
}
