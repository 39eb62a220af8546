import StageKit

/// A pulse, its pause, over and over, and the inner dot's own pulse, as functions of time.
struct PulseTiming: Sendable {
  struct State: Hashable, Sendable {
    var scale: Double
    var opacity: Double
    /// The progress of the pulse, before any curve of its own.
    var progress: Double
    var dotScale: Double
  }

  /// In seconds.
  let pulse: Double

  /// The time from one pulse to the next, in seconds.
  var period: Double { group.timing.duration }

  private let look: HaloLook
  private let group: TimingGroup
  private let child: Timing
  private let dotPulse: Double
  private let fade: Keyframes<Double>?

  init(look: HaloLook, pulse: Double?, pause: Double?, curve: Easing?, dotPulse: Double) {
    self.look = look
    self.pulse = pulse ?? look.pulse
    self.dotPulse = dotPulse
    // The group is one pass long: which pass it is does not matter.
    group = TimingGroup(
      timing: Timing(duration: self.pulse + (pause ?? look.pause), fill: .both), curve: curve ?? look.curve)
    // Filling forwards keeps the halo clear through the pause.
    child = Timing(duration: self.pulse, fill: .both)
    fade = look == .modern ? Keyframes(times: [0, 0.2, 1], values: [0.45, 0.45, 0]) : nil
  }

  func state(at seconds: Double) -> State {
    let inner = Cycle(at: seconds, period: period).seconds
    let progress = group.progress(of: child, at: inner) ?? 0
    switch look {
    case .classic:
      return State(
        scale: Easing.easeOut.value(at: progress), opacity: 1 - Easing.easeIn.value(at: progress), progress: progress,
        dotScale: 1)
    case .modern:
      return State(
        scale: progress, opacity: fade?.value(at: progress) ?? 0, progress: progress, dotScale: dotScale(at: seconds))
    case .ring:
      return State(scale: 0.01 + 0.99 * progress, opacity: 1 - progress, progress: progress, dotScale: 1)
    }
  }

  /// Runs from 0.8 to 1 and back, on the default curve.
  private func dotScale(at seconds: Double) -> Double {
    guard dotPulse > 0 else { return 1 }
    let share = 2 * Cycle(at: seconds, period: 2 * dotPulse).fraction
    return 0.8 + 0.2 * Easing.ease.value(at: share <= 1 ? share : 2 - share)
  }
}

/// The bounce by which a dot appears.
struct PopIn: Sendable {
  /// In seconds; at 0 there is none.
  let duration: Double
  private let keyframes: Keyframes<Double>?

  init(duration: Double) {
    self.duration = duration
    keyframes = Keyframes(values: [0.05, 1.25, 0.8, 1.1, 0.9, 1], curves: [.easeInOut])
  }

  func scale(at seconds: Double) -> Double {
    guard duration > 0, seconds < duration, let keyframes else { return 1 }
    return keyframes.value(at: seconds / duration)
  }
}
