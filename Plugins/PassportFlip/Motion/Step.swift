import StageKit

/// What a booklet can be told to do.
enum Action: String, CaseIterable, Sendable {
  /// Lifts the next leaf a little and lets it spring back.
  case peek
  case open
  /// Turns one or more leaves of the open booklet.
  case turn
  /// Turns leaves back.
  case back
  case close
}

/// One action at its time.
struct Step: Sendable {
  var action: Action
  /// In seconds of the stage's time.
  var begin: Double
  /// Of the action, or of each leaf that turns.
  var duration: Double
  /// How far a peek lifts, in degrees.
  var lift = 30.0
  /// How many leaves turn, and by how many seconds each starts after the last one.
  var count = 1
  var offset = 0.0
  /// How a leaf turns.
  var curve = Motion.turn
  /// How many leaves, the cover among them, lie on the left before and after.
  var turnedBefore = 0
  var turnedAfter = 0

  var end: Double { begin + duration + Double(count - 1) * offset }

  /// The first leaf that moves.
  var leaf: Int {
    switch action {
    case .peek, .turn: turnedBefore
    case .back: turnedBefore - 1
    case .open, .close: 0
    }
  }

  /// The share of the action that is over, 0…1; of the `index`-th leaf's turn where several turn.
  func share(at seconds: Double, leaf index: Int = 0) -> Double {
    let elapsed = seconds - begin - Double(index) * offset
    if elapsed <= 0 { return 0 }
    return elapsed < duration ? elapsed / duration : 1
  }

  /// The share of a peek that lifts; the rest springs back.
  private static let rise = 0.36
  private static let spring = Curve.spring(Spring(duration: 0.3, bounce: 0.35))

  /// The angle of a leaf that peeks, before it bounces.
  func peekAngle(at share: Double) -> Double {
    if share < Self.rise { return lift * Curve.easeInOut.value(at: share / Self.rise) }
    return lift * (1 - Self.spring.value(at: (share - Self.rise) / (1 - Self.rise)))
  }
}
