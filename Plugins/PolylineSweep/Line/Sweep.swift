import StageKit

/// A window that travels along a route: it grows at the start, travels, and shrinks into the end.
struct Sweep: Sendable {
  /// The part of a route that shows, as distances from its start in meters.
  struct Window: Hashable, Sendable {
    var tail: Double
    var head: Double

    var isEmpty: Bool { head <= tail }
  }

  struct Settings: Hashable, Sendable {
    var color: Color
    /// In seconds of the stage's time.
    var begin: Double
    /// The time from the head's start until the tail has reached the end, in seconds.
    var duration: Double
    /// Between one pass and the next, in seconds.
    var pause: Double
    /// The number of passes; infinite for forever, with a fraction for a partial last one.
    var count: Double
    /// The delay of the tail after the head, as a multiple of the time that either takes for the route.
    var trail: Double
    /// The easings of the head and the tail.
    var curve: Easing
    var tailCurve: Easing
  }

  let route: RouteLine
  let color: Color
  /// All passes, each with its pause.
  private let passes: Timing
  /// One pass, within its share of `passes`.
  private let pass: Timing
  private let trail: Double
  private let curve: Easing
  private let tailCurve: Easing
  private let count: Double

  init(route: RouteLine, settings: Settings) {
    self.route = route
    color = settings.color
    let period = settings.duration + settings.pause
    let whole = settings.count.rounded(.down)
    let last = (settings.count - whole) * settings.duration
    passes = Timing(
      begin: settings.begin, duration: period,
      repeatDuration: whole.isFinite ? whole * period + (last > 0 ? last : -settings.pause) : .infinity, fill: .both)
    pass = Timing(duration: settings.duration, fill: .both)
    trail = settings.trail
    curve = settings.curve
    tailCurve = settings.tailCurve
    count = settings.count
  }

  /// When the head sets out, in every pass.
  func departures(_ moment: Moment, until seconds: Double) -> [Moment.Time] {
    moment.repeated(from: passes.begin, every: passes.duration, count: count.rounded(.up), until: seconds)
  }

  /// When the head reaches the route's end, in every pass that goes so far.
  func arrivals(_ moment: Moment, until seconds: Double) -> [Moment.Time] {
    let whole = count.rounded(.down)
    let reachesEnd = count > whole && arrival - passes.begin <= (count - whole) * pass.duration
    return moment.repeated(
      from: arrival, every: passes.duration, count: whole + (reachesEnd ? 1 : 0), until: seconds)
  }

  /// When the last pass ends; infinite where there is none.
  var end: Double { passes.end }

  /// When the head first reaches the route's end.
  ///
  /// Found in steps of a thousandth of its time, then by bisection.
  var arrival: Double {
    let goal = 1.0
    let steps = 1000
    let found = (1...steps).first { eased(Double($0) / Double(steps)) >= goal } ?? steps
    var (low, high) = (Double(found - 1) / Double(steps), Double(found) / Double(steps))
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if eased(middle) >= goal { high = middle } else { low = middle }
    }
    return passes.begin + way * high
  }

  /// The time that the head, and the tail, take for the route, in seconds.
  private var way: Double { pass.duration / (1 + trail) }

  private func eased(_ progress: Double) -> Double { curve.value(at: min(max(progress, 0), 1), over: way) }

  /// The visible window at a time: empty before the start, in a pause and after the end, at the nearest end of the
  /// route.
  func window(at seconds: Double) -> Window {
    switch passes.phase(at: seconds) {
    case .before: return Window(tail: 0, head: 0)
    case .after: return window(afterPass: 1)
    case .playing:
      return window(afterPass: TimingGroup(timing: passes).progress(of: pass, at: seconds) ?? 1)
    }
  }

  /// The visible window when the head has come to a share of the route.
  func window(headAt progress: Double) -> Window {
    let head = min(max(progress, 0), 1)
    return Window(tail: max(head - trail, 0) * route.length, head: head * route.length)
  }

  /// The tail sets out so long after the head that it reaches the end exactly as the pass ends.
  private func window(afterPass progress: Double) -> Window {
    let ways = progress * (1 + trail)
    let head = eased(ways)
    let tail = tailCurve.value(at: min(max(ways - trail, 0), 1), over: way)
    return Window(tail: min(max(tail, 0), 1) * route.length, head: min(max(head, 0), 1) * route.length)
  }
}
