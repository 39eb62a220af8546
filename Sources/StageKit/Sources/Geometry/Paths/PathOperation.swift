/// What becomes of two filled outlines.
///
/// ```swift
/// let hole = Path.circle(center: box.center, radius: 20)
/// let ring = try context.combine(.rect(box), hole, by: .difference, tolerance: 0.05)
/// frame.drawing.fill(ring, .white)
/// ```
public enum PathOperation: String, Hashable, Sendable, CaseIterable {
  /// What is in either of them.
  case union
  /// What is in both.
  case intersection
  /// What is in the first and not in the second.
  case difference
  /// What is in one of them alone.
  case symmetricDifference
}
