/// The interpolation between keyframes.
public enum KeyframeMode: String, Hashable, Sendable, CaseIterable {
  /// A straight line in each span.
  case linear

  /// Each value holds until the next one's time.
  case discrete

  /// Straight lines at even speed from the first time to the last; the times between and the curves are ignored.
  case paced

  /// A Catmull-Rom spline through all values, smooth in time where the curves are linear.
  case cubic

  /// The Catmull-Rom spline of evenly timed values at even speed; the times between and the curves are ignored.
  case cubicPaced = "cubic-paced"

  /// Each value is a goal from its time on, to which the spring of its curve pulls with the speed that the value has then, and the
  /// spring's own initial velocity.
  case springs
}

/// Values at given times, and how to get from one to the next.
///
/// ```swift
/// @Parameter("The rise.") var rise: Animated<Double> = 0
/// let height = rise.value(at: time.seconds)
/// ```
public struct Keyframes<Value: Interpolatable>: Sendable {
  /// Never decreasing. At a time given twice the value switches: exactly then, the later one holds.
  public let times: [Double]

  /// The values at the times; there is one for each.
  public let values: [Value]

  /// One for each span, so one fewer than values; with springs one for each value.
  public let curves: [Easing]

  /// The interpolation between keyframes.
  public let mode: KeyframeMode

  private let pace: Pace
  /// The ways of spans that are curves in space; nil for straight ones.
  private let ways: [CurvedWay<Value>?]
  private let goals: SpringGoals?

  /// Keyframes, or nil where they make no sense.
  ///
  /// That is: no value, counts that do not match, a time that decreases or is beyond ±1e12 or not a number.
  ///
  /// - `times`: In any unit, such as seconds or shares of a duration; even ones within 0…1 when left out.
  /// - `curves`: One for each span, one for all of them, or none for linear ones; with springs one for each value or for
  ///   all, where other curves than springs count as `Spring()`.
  /// - `handles`: For each span the inner points of a cubic Bézier curve on which the value goes, at the speed that the
  ///   span's curve says along it; nil, or no list, for a straight line. In mode `linear` alone.
  public init?(
    times: [Double]? = nil, values: [Value], curves: [Easing] = [], mode: KeyframeMode = .linear,
    handles: [(Value, Value)?] = []
  ) {
    let spans = values.count - (mode == .springs ? 0 : 1)
    let times = times ?? values.indices.map { Double($0) / Double(max(values.count - 1, 1)) }
    guard !values.isEmpty, times.count == values.count, curves.count <= 1 || curves.count == spans,
      times.allSatisfy({ abs($0) <= TimingLimits.magnitude }), zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.times = times
    self.values = values
    self.curves = curves.count == spans ? curves : Array(repeating: curves.first ?? .linear, count: spans)
    self.mode = mode
    pace =
      switch mode {
      case .linear, .discrete, .cubic, .springs: Pace(steps: [], perSpan: 1)
      case .paced: Pace(steps: zip(values, values.dropFirst()).map { $0.distance(to: $1) }, perSpan: 1)
      case .cubicPaced: Pace(steps: Self.splineSteps(values), perSpan: samplesPerSpan)
      }
    ways =
      mode == .linear && handles.count == spans
      ? handles.indices.map { span in
        handles[span].map { CurvedWay(values[span], $0.0, $0.1, values[span + 1]) }
      } : []
    guard mode == .springs else {
      goals = nil
      return
    }
    let springs = self.curves.map { if case .spring(let spring) = $0 { spring } else { Spring() } }
    goals = SpringGoals(times: times, springs: springs)
  }

  /// The value at `time`: the first value before the first time, and from the last time on what the last span leads to.
  ///
  /// At a frame's time it is exactly that frame's value, also up to 1e-9 ahead of it, unless a curve does not start at 0
  /// or the last one does not end at 1, as `linear(1, 0)`. Springs take a unit of `times` for a second. NaN counts as
  /// before all times.
  public func value(at time: Double) -> Value {
    if let goals { return goals.value(at: time, of: values) }
    let last = values.count - 1
    let reached = frame(at: time)
    if reached < 0 { return values[0] }
    if reached >= last { return end }
    switch mode {
    case .discrete, .springs: return values[reached]
    case .linear, .cubic:
      let (from, length) = (times[reached], times[reached + 1] - times[reached])
      return value(in: reached, at: curves[reached].value(at: max(0, (time - from) / length), over: length))
    case .paced, .cubicPaced:
      let (span, progress) = pace.position(at: (time - times[0]) / (times[last] - times[0]))
      if progress <= 0 { return values[span] }
      if progress >= 1 { return values[span + 1] }
      return mode == .paced ? line(span, at: progress) : Self.evenSpline(values, span, at: progress)
    }
  }

  /// The time from which the value no longer changes: the last one, and with springs when they have come to rest.
  public var restTime: Double { goals?.rest ?? times[times.count - 1] }

  /// The value at the end of the last span: the last value, unless a curve ends elsewhere.
  private var end: Value {
    let last = values.count - 1
    guard mode == .linear || mode == .cubic, last > 0, times[last] > times[last - 1] else { return values[last] }
    return value(in: last - 1, at: curves[last - 1].value(at: 1, over: times[last] - times[last - 1]))
  }

  private func value(in span: Int, at progress: Double) -> Value {
    if progress == 0 { return values[span] }
    if progress == 1 { return values[span + 1] }
    if !ways.isEmpty, let way = ways[span] { return way.value(at: progress) }
    return mode == .linear ? line(span, at: progress) : spline(span, at: progress)
  }

  /// The last frame at or before `time`, or −1.
  private func frame(at time: Double) -> Int {
    if time.isNaN { return -1 }
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] - TimingLimits.tolerance <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private func line(_ span: Int, at t: Double) -> Value { values[span].interpolated(to: values[span + 1], at: t) }

  /// A spline with the times as knots; the ends, and switches, continue straight.
  private func spline(_ span: Int, at t: Double) -> Value {
    let p1 = values[span]
    let p2 = values[span + 1]
    let start = times[span]
    let end = times[span + 1]
    let length = end - start
    let hasPrevious = span > 0 && times[span - 1] < start
    let hasNext = span + 2 < times.count && times[span + 2] > end
    return Value.catmullRom(
      hasPrevious ? values[span - 1] : p1.interpolated(to: p2, at: -1), p1, p2,
      hasNext ? values[span + 2] : p1.interpolated(to: p2, at: 2),
      knots: (hasPrevious ? times[span - 1] : start - length, start, end, hasNext ? times[span + 2] : end + length),
      at: start + t * length)
  }

  private static func evenSpline(_ values: [Value], _ span: Int, at t: Double) -> Value {
    let p1 = values[span]
    let p2 = values[span + 1]
    return Value.catmullRom(
      span > 0 ? values[span - 1] : p1.interpolated(to: p2, at: -1), p1, p2,
      span + 2 < values.count ? values[span + 2] : p1.interpolated(to: p2, at: 2), at: t)
  }

  /// Chords of the even spline, `samplesPerSpan` for each span.
  private static func splineSteps(_ values: [Value]) -> [Double] {
    var result: [Double] = []
    for span in 0..<(values.count - 1) {
      var last = values[span]
      for k in 1...samplesPerSpan {
        let isEnd = k == samplesPerSpan
        let next = isEnd ? values[span + 1] : evenSpline(values, span, at: Double(k) / Double(samplesPerSpan))
        result.append(last.distance(to: next))
        last = next
      }
    }
    return result
  }
}

extension Keyframes: Equatable where Value: Equatable {}
extension Keyframes: Hashable where Value: Hashable {}

/// The number of samples for the length of a spline's span.
private let samplesPerSpan = 128
