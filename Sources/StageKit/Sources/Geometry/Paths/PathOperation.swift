/// What becomes of two filled outlines.
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
