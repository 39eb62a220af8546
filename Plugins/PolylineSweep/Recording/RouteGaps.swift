import StageKit

/// The way over a gap between the parts of a recording.
enum RouteGaps: String, CaseIterable, ParameterChoice {
  /// Without a line, a distance or a time.
  case skip
  /// Without a line or a distance, with the time that passed.
  case jump
  /// On a dashed line without a distance, in the time that passed.
  case dashed
  /// As if nothing were missing.
  case line

  /// True if the time of a gap passes in a recorded pace.
  var keepsTime: Bool { self != .skip }
}
