/// The part of the work that a regression run does.
public enum RegressionPurpose: Sendable {
  /// Everything.
  case whole
  /// Draw, deliver and judge jobs, and keep in the store what follows; compare nothing.
  case store
  /// Compare by what the store has; draw nothing.
  case join
}

/// A job that is in the store, or why it is not.
public struct KeptJob: Sendable {
  public let file: String
  public let failure: RegressionFailure?
}
