import StageKit

/// The curve along which a position moves from a keyframe to the next one, evenly by its length.
struct MotionPath: Sendable {
  private let measure: PathMeasure

  /// A curve between two positions, with displacements to its control points.
  init(from start: Point, to end: Point, leaving: Point, arriving: Point) {
    measure = PathMeasure(
      Path {
        $0.move(to: start)
        $0.cubic(start + leaving, end + arriving, to: end)
      }, tolerance: 1e-6)
  }

  /// The point after a share of its length; nil for a curve without length.
  func point(at share: Double) -> Point? { measure.location(at: measure.length * min(max(share, 0), 1))?.point }
}
