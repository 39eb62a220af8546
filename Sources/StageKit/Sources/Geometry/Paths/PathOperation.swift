/// A combination of two filled outlines.
///
/// ```swift
/// let hole = Path.circle(center: box.center, radius: 20)
/// let ring = try context.combine(.rect(box), hole, by: .difference, tolerance: 0.05)
/// frame.drawing.fill(ring, .white)
/// ```
public enum PathOperation: String, Hashable, Sendable, CaseIterable {
  /// The parts in either of them.
  case union
  /// The parts in both.
  case intersection
  /// The parts in the first and not in the second.
  case difference
  /// The parts in exactly one of them.
  case symmetricDifference
}
