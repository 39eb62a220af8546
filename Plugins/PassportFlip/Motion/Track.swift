import StageKit

/// A change of one property within an opening, in shares of the whole.
struct Change<Value: Interpolatable>: Sendable {
  var to: Value
  var start: Double
  /// 0 makes it a switch: from exactly `start` on the value is `to`.
  var duration: Double
  var curve: Easing
}

/// The motion of one property from its value while closed to its value while open, and back again.
///
/// A single change closes again as it opened, from the other value, so that a spring settles at both ends; several
/// changes are run through backward.
struct Track<Value: Interpolatable>: Sendable {
  /// The value at rest before the opening.
  let closed: Value
  private let opening: Keyframes<Value>
  private let closing: Keyframes<Value>?

  /// Nil where changes overlap, are not in order, or reach beyond the whole.
  init?(from closed: Value, changes: [Change<Value>]) {
    self.closed = closed
    guard let opening = Self.keyframes(from: closed, changes) else { return nil }
    self.opening = opening
    if changes.count == 1, var change = changes.first {
      let open = change.to
      change.to = closed
      closing = Self.keyframes(from: open, [change])
    } else {
      closing = nil
    }
  }

  /// The value at rest after the opening.
  var open: Value { opening.value(at: 1) }

  /// The value at a share of the opening; with a spring it may lie beyond both ends.
  func opening(at share: Double) -> Value { opening.value(at: share) }

  /// The value at a share of the closing.
  func closing(at share: Double) -> Value { closing?.value(at: share) ?? opening.value(at: 1 - share) }

  private static func keyframes(from first: Value, _ changes: [Change<Value>]) -> Keyframes<Value>? {
    var times = [0.0]
    var values = [first]
    var curves: [Easing] = []
    var value = first
    for change in changes {
      let end = change.start + change.duration
      guard change.duration >= 0, end <= 1 + 1e-9 else { return nil }
      times += [change.start, min(end, 1)]
      values += [value, change.to]
      curves += [.linear, change.curve]
      value = change.to
    }
    return Keyframes(times: times, values: values, curves: curves)
  }
}
