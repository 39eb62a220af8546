import StageKit

/// A window that travels along a route: it grows at the start, travels, and shrinks into the end.
struct Sweep: Sendable {
  /// The part of a route that shows, as distances from its start in metres.
  struct Window: Hashable, Sendable {
    var tail: Double
    var head: Double

    var isEmpty: Bool { head <= tail }
  }

  struct Settings: Hashable, Sendable {
    var color: Color
    /// In seconds of the stage's time.
    var begin: Double
    /// From the head's start until the tail has reached the end, in seconds.
    var duration: Double
    /// Between one pass and the next, in seconds.
    var pause: Double
    /// How many passes; infinite for ever, and a fraction of the last one where it is not whole.
    var count: Double
    /// The window's length as a fraction of the route's.
    var trail: Double
    /// How the head spends its time.
    var curve: Curve
  }

  let route: RouteLine
  let color: Color
  private let begin: Double
  private let duration: Double
  private let pause: Double
  private let count: Double
  private let trail: Double
  private let curve: Curve

  init(route: RouteLine, settings: Settings) {
    self.route = route
    color = settings.color
    begin = settings.begin
    duration = settings.duration
    pause = settings.pause
    count = settings.count
    trail = settings.trail
    curve = settings.curve
  }

  /// When the last pass ends; infinite where there is none.
  var end: Double {
    let whole = count.rounded(.down)
    guard whole.isFinite else { return .infinity }
    return begin + whole * (duration + pause) + (count > whole ? (count - whole) * duration : -pause)
  }

  /// When the head first reaches the route's end.
  ///
  /// Found in steps of a thousandth of the duration, then by bisection.
  var arrival: Double {
    let goal = 1 / (1 + trail)
    let steps = 1000
    let found = (1...steps).first { curve.value(at: Double($0) / Double(steps)) >= goal } ?? steps
    var (low, high) = (Double(found - 1) / Double(steps), Double(found) / Double(steps))
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if curve.value(at: middle) >= goal { high = middle } else { low = middle }
    }
    return begin + duration * high
  }

  /// What shows at a time: nothing before the start, in a pause and after the end, where the window rests at the
  /// nearest end of the route.
  func window(at seconds: Double) -> Window {
    let length = route.length
    let atEnd = Window(tail: length, head: length)
    let elapsed = seconds - begin
    guard elapsed > 0 else { return Window(tail: 0, head: 0) }
    guard seconds < end else { return atEnd }
    let within = Cycle(at: elapsed, period: duration + pause).seconds
    return within < duration ? window(afterPass: within / duration) : atEnd
  }

  private func window(afterPass share: Double) -> Window {
    let length = route.length
    let place = curve.value(at: share) * length * (1 + trail)
    return Window(tail: min(max(place - trail * length, 0), length), head: min(max(place, 0), length))
  }
}
