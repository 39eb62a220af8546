/// What may change with time and come to rest.
public protocol Moving {
  /// When it comes to rest, in seconds after its stage's start: 0 where it never moves, nil where it always does.
  var end: Double? { get }
}

/// When the last of several things comes to rest: 0 for none, nil where one never does.
public func restTime(of parts: (any Moving)?...) -> Double? {
  var latest = 0.0
  for case let part? in parts {
    guard let end = part.end else { return nil }
    latest = max(latest, end)
  }
  return latest
}
