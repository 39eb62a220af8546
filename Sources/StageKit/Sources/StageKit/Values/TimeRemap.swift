import Timing

/// The time of a stage's children: the stages of a group, or another job.
///
/// Content is a function of time, so any remap is exact: the content is evaluated at another instant.
public struct TimeRemap: Sendable {
  /// The content plays at a constant speed.
  public struct Playback: Hashable, Sendable {
    /// The time in the content at which it begins, in seconds; below 0 the content waits at its beginning.
    public var offset: Double
    /// Seconds of content for each second; above 0.
    public var speed: Double
    /// The length of the played part, in seconds of the content; nil for all of it.
    public var length: Double?
    /// True if it begins again after `length`.
    public var loops: Bool
    /// True if it plays from the end of `length` to its beginning.
    public var isReversed: Bool
  }

  fileprivate enum Mode {
    case playback(Playback)
    case freeze(Double)
    case keyframes(Animated<Double>)
  }

  /// Content ends just before its duration, where stages that end with it can still be seen.
  private static let endMargin = 1e-6

  private let mode: Mode
  private let duration: Double?

  fileprivate init(_ mode: Mode, duration: Double?) {
    self.mode = mode
    self.duration = duration
  }

  /// The playback at a constant speed; nil for content that is frozen or follows keyframes.
  public var playback: Playback? { if case .playback(let playback) = mode { playback } else { nil } }

  /// When the content no longer moves, though time goes on; nil if it never does.
  public var settlingTime: Double? {
    switch mode {
    case .freeze: 0
    case .keyframes(let keyframes): keyframes.settlingTime
    case .playback(let playback): playback.loops ? nil : playback.length.map { $0 / playback.speed }
    }
  }

  /// The instant of the content that is shown at a number of seconds of the stage's own time, in seconds from 0; just
  /// before the content's end where that is over.
  ///
  /// Loops give equal instants bit by bit, as `Cycle` does.
  public func contentTime(at seconds: Double) -> Double { contentTime(at: seconds, backwardMargin: Self.endMargin) }

  /// The instant that is heard at a number of seconds of the stage's own time: backward exactly that instant, where pictures show what
  /// was there just before it.
  public func soundTime(at seconds: Double) -> Double { contentTime(at: seconds, backwardMargin: 0) }

  private func contentTime(at seconds: Double, backwardMargin: Double) -> Double {
    let time: Double
    switch mode {
    case .freeze(let instant): time = instant
    case .keyframes(let keyframes): time = keyframes.value(at: seconds)
    case .playback(let playback):
      time = playback.contentTime(at: seconds, endMargin: Self.endMargin, backwardMargin: backwardMargin)
    }
    let end = duration.map { max($0 - Self.endMargin, 0) } ?? .infinity
    return TimeGrid.snapped(max(0, min(time, end)))
  }

  /// The first number of seconds of the stage's own time, up to `end`, at which the content reaches an instant or
  /// passes it; nil if it never does.
  public func time(ofContentAt instant: Double, until end: Double) -> Double? {
    times(ofContentAt: instant, until: end, limit: 1).first
  }

  /// All numbers of seconds of the stage's own time, up to `end`, at which the content reaches an instant or passes it, in
  /// ascending order: once in each pass of a loop. At most `limit`.
  public func times(ofContentAt instant: Double, until end: Double, limit: Int = 100_000) -> [Double] {
    switch mode {
    case .freeze(let frozen): return frozen == instant ? [0] : []
    case .playback(let playback):
      guard let first = playback.time(ofContentAt: instant) else { return [] }
      let period = playback.loops ? playback.length.map { $0 / playback.speed } : nil
      let times = (0..<(period == nil ? 1 : limit)).lazy.map { first + Double($0) * (period ?? 0) }
      return times.prefix { $0 <= end }.map(TimeGrid.snapped)
    case .keyframes: return crossings(of: instant, until: end, limit: limit)
    }
  }

  /// Searched for in steps of a 240th of a second, then by bisection.
  private func crossings(of instant: Double, until end: Double, limit: Int) -> [Double] {
    func distance(_ seconds: Double) -> Double { contentTime(at: seconds) - instant }
    var before = distance(0)
    var found: [Double] = before == 0 ? [0] : []
    guard end > 0, end.isFinite else { return found }
    for step in 1...max(Int((end * 240).rounded(.up)), 1) {
      if found.count >= limit { break }
      var (low, high) = (Double(step - 1) / 240, min(Double(step) / 240, end))
      let after = distance(high)
      // A value that stays there has reached it once.
      if before != 0, after * before <= 0 {
        for _ in 0..<40 {
          let middle = (low + high) / 2
          if distance(middle) * before <= 0 { high = middle } else { low = middle }
        }
        found.append(TimeGrid.snapped(high))
      }
      before = after
    }
    return found
  }
}

/// The time of a stage's children, as a parameter object; without it the content keeps its own time.
public struct TimeParameters: ParameterGroup {
  @Parameter("The time in its content at which it begins; below 0 its content waits for that long.", .any(.seconds))
  var offset = 0.0
  @Parameter("Seconds of content for each second.", .positive()) var speed = 1.0
  @Parameter("The duration of its content that is played; a job's until its end, unless given.", .positive(.seconds))
  var length: Double?
  @Parameter("Whether it begins again after its length.") var loop = false
  @Parameter("Whether it plays backward, from the end of its length.") var reverse = false
  @Parameter("The instant of its content that it shows all the time, instead of all others.", .nonnegative(.seconds))
  var freeze: Double?
  @Parameter(
    "The instant of its content that it shows, by keyframes over its own time, instead of all others.",
    .nonnegative(.seconds))
  var remap: Animated<Double>?

  /// Time runs as it does.
  public init() {}

  /// The remap for content with a duration in seconds, if it has one. Throws where parameters exclude each other, and for
  /// loops and reversed content without a length.
  public func remap(duration: Double?) throws(StageError) -> TimeRemap {
    let playback = TimeRemap.Playback(
      offset: offset, speed: speed, length: length ?? duration.map { max($0 - offset, 0) }, loops: loop,
      isReversed: reverse)
    let isPlain = offset == 0 && speed == 1 && length == nil && !loop && !reverse
    if freeze != nil, remap != nil || !isPlain {
      throw StageError(
        "'freeze' and \(remap == nil ? "the rest" : "'remap'") exclude each other", parameter: $freeze.location)
    }
    if remap != nil, !isPlain {
      throw StageError("'remap' and the rest exclude each other", parameter: $remap.location)
    }
    for (name, location, instant) in [
      ("offset", $offset.location, offset), ("freeze", $freeze.location, freeze ?? 0),
    ] {
      guard let duration, instant >= duration, instant > 0 else { continue }
      throw StageError(
        "'\(name)' is after the end of what it shows, which lasts \(duration) s", parameter: location)
    }
    if let freeze { return TimeRemap(.freeze(freeze), duration: duration) }
    if let remap { return TimeRemap(.keyframes(remap), duration: duration) }
    if playback.length == nil || playback.length == 0, loop || reverse {
      throw StageError(
        "'\(loop ? "loop" : "reverse")' needs 'length'", parameter: (loop ? $loop : $reverse).location,
        hint: "Say how many seconds of the content are played: \"length\": 2.")
    }
    return TimeRemap(.playback(playback), duration: duration)
  }
}

extension Parameter where Value == TimeParameters? {
  /// The parameter `time` of stages that show content.
  public init() {
    self.init("The time of its content: at another speed, backward, in a loop, frozen, or along keyframes.")
  }
}

extension TimeRemap.Playback {
  fileprivate func contentTime(at seconds: Double, endMargin: Double, backwardMargin: Double) -> Double {
    let played = TimeGrid.snapped(max(0, seconds) * speed)
    guard let length else { return offset + played }
    let place = loops ? Cycle(at: played, period: length).seconds : min(played, length)
    // Backward, what was there just before an instant is shown from it on: of a video the frame that ends then.
    let instant = isReversed ? max(length - place - backwardMargin, 0) : place
    return offset + min(instant, max(length - endMargin, 0))
  }

  /// Any time from 0 on; nil for instants that are not played.
  fileprivate func time(ofContentAt instant: Double) -> Double? {
    let place = instant - offset
    guard place >= 0, length.map({ place <= $0 }) ?? true else { return nil }
    return (isReversed ? (length ?? 0) - place : place) / speed
  }
}
