import StageKit

/// The kind of progress: determinate if it is known how long something takes.
enum RingMode: String, CaseIterable, ParameterChoice { case determinate, indeterminate }

/// The position of a ring's arc over time.
struct RingMotion: ParameterGroup {
  @Parameter("determinate: it fills as far as its progress; indeterminate: an arc runs around forever.")
  var mode = RingMode.determinate
  @Parameter(
    "The progress, from 0 to 1; without one it fills once within 'duration'.", .fraction, replacedBy: ["progress"])
  var progress: Animated<Double>?
  @Parameter("The time that filling takes where no progress is given.", .positive(.seconds)) var duration = 3.0
  @Parameter("The easing of filling.") var curve: Easing = .usual
  @Parameter("The time that a turn of the indeterminate arc takes.", .positive(.seconds)) var period = 1.6

  /// An arc, its ends in turns clockwise from the top; the head is at or after the tail.
  struct State {
    var tail: Double
    var head: Double
    var progress: Double
    var isFull: Bool
  }

  /// The share of a turn by which the arc is longest and shortest.
  static let longest = 0.75
  static let shortest = 0.05

  /// The time of a turn, in seconds; nil if the ring fills.
  var turn: Double? { mode == .indeterminate ? period : nil }

  /// When it comes to rest, in seconds; nil where it never does.
  var settlingTime: Double? {
    if mode == .indeterminate { return nil }
    return progress.map(\.settlingTime) ?? duration
  }

  /// When it is full for good, as far as its own parameters say; nil where that never comes.
  var completedAt: Double? {
    guard mode == .determinate, let settlingTime else { return nil }
    return state(at: settlingTime, input: nil).isFull ? settlingTime : nil
  }

  func state(at seconds: Double, input: Double?) -> State {
    if mode == .indeterminate { return running(Cycle(at: seconds, period: period).fraction) }
    let filled = Timing(duration: duration, fill: .both).progress(at: seconds) ?? 0
    let own = progress?.value(at: seconds) ?? curve.value(at: filled, over: duration)
    let share = min(max(input ?? own, 0), 1)
    return State(tail: 0, head: share, progress: share, isFull: share >= 1)
  }

  /// The head runs ahead in the first half of a turn and the tail follows in the second, while both go round; after one
  /// period all is where it was.
  private func running(_ share: Double) -> State {
    let stretch = Self.longest - Self.shortest
    let round = share * (1 - stretch)
    let head = round + Easing.easeInOut.value(at: min(1, share * 2)) * stretch + Self.shortest
    let tail = round + Easing.easeInOut.value(at: max(0, share * 2 - 1)) * stretch
    return State(tail: tail, head: head, progress: share, isFull: false)
  }
}
