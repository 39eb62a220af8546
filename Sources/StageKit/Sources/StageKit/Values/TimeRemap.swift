import Timing

/// How the time of what a stage holds runs: the stages of a group, or another job.
///
/// Content is a function of time, so any remap is exact: the content is evaluated at another instant.
public struct TimeRemap: Sendable {
  /// The content plays at a constant speed.
  public struct Playback: Hashable, Sendable {
    /// Where in the content it begins, in seconds.
    public var offset: Double
    /// Seconds of content for each second; above 0.
    public var speed: Double
    /// How much of the content is played, in its seconds; nil for all that comes.
    public var length: Double?
    /// Whether it begins again after `length`.
    public var loops: Bool
    /// Whether it plays from the end of `length` to its beginning.
    public var isReversed: Bool
  }

  private enum Mode {
    case playback(Playback)
    case freeze(Double)
    case keyframes(Animated<Double>)
  }

  /// For a definition's list; absent, time runs as it does.
  public static let parameter = Parameter.object(
    "time", "How the time of its content runs: at another speed, backward, in a loop, frozen, or along keyframes.",
    [offset, speed, length, loop, reverse, freeze, remap]
  ).optional

  private static let offset = Parameter.number(
    "offset", "Where in its content it begins.", default: 0, .nonnegative(.seconds))
  private static let speed = Parameter.number(
    "speed", "Seconds of content for each second.", default: 1, .positive())
  private static let length = Parameter.number(
    "length", "How much of its content is played; a job's until its end, unless given.", .positive(.seconds)
  ).optional
  private static let loop = Parameter.boolean("loop", "Whether it begins again after its length.", default: false)
  private static let reverse = Parameter.boolean(
    "reverse", "Whether it plays backward, from the end of its length.", default: false)
  private static let freeze = Parameter.number(
    "freeze", "The instant of its content that it shows all the time, instead of all others.", .nonnegative(.seconds)
  ).optional
  private static let remap = Parameter.number(
    "remap", "Which instant of its content it shows, by keyframes over its own time, instead of all others.",
    .nonnegative(.seconds)
  ).animated.optional

  /// Content ends just before its duration, where stages that end with it can still be seen.
  private static let endMargin = 1e-6

  private let mode: Mode
  private let duration: Double?

  /// From the fields of the parameter, for content with a duration in seconds, if it has one. Throws where they
  /// exclude each other, and for loops and reversed content without a length.
  public init(_ parameters: Parameters, duration: Double?) throws {
    self.duration = duration
    let playback = Playback(
      offset: parameters[Self.offset], speed: parameters[Self.speed],
      length: parameters[Self.length] ?? duration.map { max($0 - parameters[Self.offset], 0) },
      loops: parameters[Self.loop], isReversed: parameters[Self.reverse])
    let isPlain =
      playback.offset == 0 && playback.speed == 1 && parameters[Self.length] == nil && !playback.loops
      && !playback.isReversed
    let (freeze, remap) = (parameters[Self.freeze], parameters[Self.remap])
    for other in freeze == nil ? [] : [remap == nil ? nil : Self.remap.declaration.name, isPlain ? nil : "the rest"] {
      guard let other else { continue }
      throw StageError(
        "'freeze' and \(other == "the rest" ? other : "'\(other)'") exclude each other",
        parameter: parameters.location(of: Self.freeze))
    }
    if remap != nil, !isPlain {
      throw StageError("'remap' and the rest exclude each other", parameter: parameters.location(of: Self.remap))
    }
    for (name, instant) in [("offset", playback.offset), ("freeze", freeze ?? 0)] {
      guard let duration, instant >= duration, instant > 0 else { continue }
      throw StageError(
        "'\(name)' is after the end of what it shows, which lasts \(duration) s",
        parameter: parameters.location(of: name == "offset" ? Self.offset.optional : Self.freeze))
    }
    if let freeze {
      mode = .freeze(freeze)
    } else if let remap {
      mode = .keyframes(remap)
    } else {
      mode = .playback(playback)
      guard playback.length == nil || playback.length == 0, playback.loops || playback.isReversed else { return }
      throw StageError(
        "'\(playback.loops ? "loop" : "reverse")' needs 'length'",
        parameter: parameters.location(of: playback.loops ? Self.loop : Self.reverse),
        hint: "Say how many seconds of the content are played: \"length\": 2.")
    }
  }

  /// How the content plays at a constant speed; nil where it is frozen or follows keyframes.
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
  public func contentTime(at seconds: Double) -> Double {
    let time: Double
    switch mode {
    case .freeze(let instant): time = instant
    case .keyframes(let keyframes): time = keyframes.value(at: seconds)
    case .playback(let playback): time = playback.contentTime(at: seconds, endMargin: Self.endMargin)
    }
    let end = duration.map { max($0 - Self.endMargin, 0) } ?? .infinity
    return TimeGrid.snapped(max(0, min(time, end)))
  }

  /// The first number of seconds of the stage's own time, up to `end`, at which the content reaches an instant or
  /// passes it; nil if it never does.
  public func time(ofContentAt instant: Double, until end: Double) -> Double? {
    switch mode {
    case .freeze(let frozen): return frozen == instant ? 0 : nil
    case .playback(let playback):
      return playback.time(ofContentAt: instant).flatMap { $0 <= end ? TimeGrid.snapped($0) : nil }
    case .keyframes: return crossing(of: instant, until: end)
    }
  }

  /// Searched for in steps of a 240th of a second, then by bisection.
  private func crossing(of instant: Double, until end: Double) -> Double? {
    let first = contentTime(at: 0) - instant
    if first == 0 { return 0 }
    guard end > 0, end.isFinite else { return nil }
    let count = Int((end * 240).rounded(.up))
    for step in 1...max(count, 1) {
      var (low, high) = (Double(step - 1) / 240, min(Double(step) / 240, end))
      guard (contentTime(at: high) - instant) * first <= 0 else { continue }
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if (contentTime(at: middle) - instant) * first <= 0 { high = middle } else { low = middle }
      }
      return TimeGrid.snapped(high)
    }
    return nil
  }
}

extension TimeRemap.Playback {
  fileprivate func contentTime(at seconds: Double, endMargin: Double) -> Double {
    let played = TimeGrid.snapped(max(0, seconds) * speed)
    guard let length else { return offset + played }
    let place = loops ? Cycle(at: played, period: length).seconds : min(played, length)
    return offset + min(isReversed ? length - place : place, max(length - endMargin, 0))
  }

  /// Any time from 0 on; nil for instants that are not played.
  fileprivate func time(ofContentAt instant: Double) -> Double? {
    let place = instant - offset
    guard place >= 0, length.map({ place <= $0 }) ?? true else { return nil }
    return (isReversed ? (length ?? 0) - place : place) / speed
  }
}
