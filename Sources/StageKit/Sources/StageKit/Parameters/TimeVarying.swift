/// A value, or a group of values, that may change with time and then settle.
public protocol TimeVarying {
  /// The time after which it no longer changes, in seconds after its stage's start: 0 if it never changes, nil if it
  /// never settles.
  var settlingTime: Double? { get }
}

/// The time at which the last of several values settles: 0 for none, nil if one never does.
public func latestSettlingTime(of parts: (any TimeVarying)?...) -> Double? {
  var latest = 0.0
  for case let part? in parts {
    guard let time = part.settlingTime else { return nil }
    latest = max(latest, time)
  }
  return latest
}
