import StageKit

/// A movement of the booklet.
enum Action: String, CaseIterable, ParameterChoice {
  /// Lifts the next leaf a little and lets it spring back.
  case peek
  case open
  /// Turns one or more leaves of the open booklet.
  case turn
  /// Turns leaves back.
  case back
  case close

  /// True if it moves sheets one by one, and not the booklet with its cover.
  var turnsSheets: Bool {
    switch self {
    case .peek, .turn, .back: true
    case .open, .close: false
    }
  }
}

extension Action {
  /// The seconds that it takes where a job does not say; of turns, each leaf.
  var usualDuration: Double {
    switch self {
    case .peek: 0.8
    case .open, .close: 1
    case .turn, .back: 0.7
    }
  }
}

/// One action at its time.
struct Step: Sendable {
  var action: Action
  /// In seconds of the stage's time.
  var begin: Double
  /// The duration of the action, or of each leaf's turn.
  var duration: Double
  /// The lift of a peek, in degrees.
  var lift = 30.0
  /// The number of leaves that turn, and the seconds after which each starts after the last one.
  var count = 1
  var offset = 0.0
  /// The easing of a leaf's turn.
  var curve = Motion.turn
  /// The number of leaves, the cover among them, on the left before and after.
  var turnedBefore = 0
  var turnedAfter = 0

  /// - Parameter duration: The action's usual duration if nil.
  init(_ action: Action, begin: Double, duration: Double? = nil) {
    self.action = action
    self.begin = begin
    self.duration = duration ?? action.usualDuration
  }

  var end: Double { TimeGrid.snapped(begin + duration + Double(count - 1) * offset) }

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
    Timing(begin: begin + Double(index) * offset, duration: duration, fill: .both).progress(at: seconds) ?? 0
  }

  /// The turned share of the `index`-th leaf: 0 at its start, 1 at its end.
  func turn(at seconds: Double, leaf index: Int) -> Double {
    curve.value(at: share(at: seconds, leaf: index), over: duration)
  }

  /// The share of a peek that lifts; the rest springs back.
  private static let rise = 0.36
  private static let spring = Spring(duration: 0.3, bounce: 0.35)

  /// The angle of a leaf that peeks, before it bounces.
  func peekAngle(at share: Double) -> Double {
    if share < Self.rise { return lift * Easing.easeInOut.value(at: share / Self.rise) }
    let back = Easing.spring(Self.spring).value(
      at: (share - Self.rise) / (1 - Self.rise), over: Self.spring.settlingDuration)
    return lift * (1 - back)
  }
}
