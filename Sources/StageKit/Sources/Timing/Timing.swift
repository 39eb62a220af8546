/// When a motion plays in its parent's time, how fast, how often, and what shows before and after.
///
/// Seconds throughout. The model is that of media timing in SMIL and Core Animation, except that `offset` skips: it does
/// not move the part that was skipped to the end.
public struct Timing: Hashable, Sendable {
  /// The state of a motion that does not play.
  public enum Fill: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none

    /// Its end, afterwards.
    case forwards

    /// Its start, beforehand.
    case backwards

    /// Its start beforehand and its end afterwards.
    case both
  }

  /// When it begins, in the parent's time.
  public var begin: Double

  /// The duration of one pass, in local time; a pass of 0 or less is over as it begins.
  public var duration: Double

  /// Local seconds for each of the parent's. Below 0 it plays from `offset` back to 0; at 0 it stays at `offset`.
  public var speed: Double

  /// The local time at `begin`; below 0 it delays.
  public var offset: Double

  /// The number of times that it plays: each time forth, or forth and back if it reverses. May be fractional or
  /// infinite.
  public var repeatCount: Double

  /// The duration for which it plays, in local time; replaces `repeatCount`.
  public var repeatDuration: Double?

  /// True if each forward pass is followed by a backward one.
  public var autoreverse: Bool

  /// The state before and after.
  public var fill: Fill

  /// By default it plays once, forward, from the parent's start on, and shows nothing before and after.
  public init(
    begin: Double = 0, duration: Double, speed: Double = 1, offset: Double = 0, repeatCount: Double = 1,
    repeatDuration: Double? = nil, autoreverse: Bool = false, fill: Fill = .none
  ) {
    self.begin = begin
    self.duration = duration
    self.speed = speed
    self.offset = offset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverse = autoreverse
    self.fill = fill
  }

  /// The duration for which it plays in local time, all repetitions included; infinite if it never ends.
  public var activeDuration: Double {
    if let repeatDuration { return duration > 0 ? max(repeatDuration.isNaN ? 0 : repeatDuration, 0) : 0 }
    let passes = Repeat(count: repeatCount, autoreverse: autoreverse).passes
    return passes > 0 && duration > 0 ? passes * duration : 0
  }

  /// When it ends, in the parent's time; infinite if it never does.
  public var end: Double {
    let left = speed < 0 ? min(offset, activeDuration) : activeDuration - offset
    if speed == 0 { return offset < activeDuration ? .infinity : begin }
    return begin + max(left / abs(speed), 0)
  }

  /// The state of a motion at a time of its parent's.
  public enum Phase: Hashable, Sendable { case before, playing, after }

  /// The state at a time of its parent's; `before`, if a time is not a number.
  ///
  /// It plays from the moment `begin`, or the later one when local time enters 0…`activeDuration`, up to and without
  /// the moment when local time leaves it. Both count as reached up to 1e-9 of a pass, and of a second, early.
  public func phase(at parent: Double) -> Phase {
    let tolerance = clamped(duration, 0...1, or: 0) * TimingLimits.tolerance
    let elapsed = parent - begin
    guard elapsed >= -tolerance, !speed.isNaN, !offset.isNaN else { return .before }
    let local = unfilledTime(at: parent)
    let active = activeDuration
    if speed < 0 ? local > active + tolerance : local < -tolerance { return .before }
    return (speed < 0 ? local <= tolerance : local >= active - tolerance) ? .after : .playing
  }

  private func unfilledTime(at parent: Double) -> Double { bounded(bounded(parent - begin) * speed + offset) }

  /// (`parent` − `begin`) × `speed` + `offset` while it plays, and what its fill keeps before and after; else nil.
  ///
  /// Not yet folded into repetitions. The fill backwards keeps the local time at which it enters, the fill forwards the
  /// one at which it leaves.
  public func localTime(at parent: Double) -> Double? {
    switch phase(at: parent) {
    case .playing: min(max(unfilledTime(at: parent), 0), activeDuration)
    case .before: fill == .backwards || fill == .both ? min(max(bounded(offset), 0), activeDuration) : nil
    case .after: fill == .forwards || fill == .both ? (speed < 0 ? 0 : activeDuration) : nil
    }
  }

  /// The progress of the pass that plays, or that its fill keeps: 0…1, running backward in a reversed pass; else nil.
  ///
  /// A pass includes its start and leaves its end to the next. At the very end, which only a fill shows, it is the last
  /// pass's end: 1, or 0 where that pass was backward, or the share reached where the count is fractional. A motion
  /// without duration is at 0 before it begins and at its end from there on.
  public func progress(at parent: Double) -> Double? {
    guard let local = localTime(at: parent) else { return nil }
    if !(duration > 0) { return phase(at: parent) == .before || autoreverse ? 0 : 1 }
    return Repeat(count: 1, autoreverse: autoreverse)
      .progress(at: local, duration: duration, of: activeDuration / duration)
  }

  /// The time within the pass that plays, `progress` × `duration`; local time itself where a pass never ends.
  public func passTime(at parent: Double) -> Double? {
    if duration == .infinity { return localTime(at: parent) }
    return progress(at: parent).map { $0 * bounded(duration) }
  }
}
