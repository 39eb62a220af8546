import Glibc

/// A damped spring that pulls a value from 0 to 1: m·x″ + c·x′ + k·x = 0, with x the distance left.
///
/// ```swift
/// let spring = Spring(mass: 1, stiffness: 120, damping: 14)
/// frame.drawing.fill(.circle(center: box.center, radius: 40 * spring.value(at: time.seconds)), .white)
/// ```
public struct Spring: Hashable, Sendable {
  /// The mass that the spring pulls, within 1e-6…1e9.
  public let mass: Double

  /// The pull for each whole way that is left, within 1e-6…1e9.
  public let stiffness: Double

  /// The resistance for each whole way a second, within 0…1e9; 0 swings forever.
  public let damping: Double

  /// In whole ways a second: 1 would arrive after a second if nothing pulled.
  public let initialVelocity: Double

  /// The seconds after which the value stays within 0.001 of 1: the last such crossing, not the bound of an envelope.
  ///
  /// Infinite without damping.
  public let settlingDuration: Double

  /// A spring by its physical constants, each clamped to its range; NaN gives the default.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    self.mass = clamped(mass, 1e-6...1e9, or: 1)
    self.stiffness = clamped(stiffness, 1e-6...1e9, or: 100)
    self.damping = clamped(damping, 0...1e9, or: 10)
    self.initialVelocity = clamped(initialVelocity, -1e6...1e6, or: 0)
    settlingDuration =
      SpringSolution(
        mass: self.mass, stiffness: self.stiffness, damping: self.damping, velocity: self.initialVelocity
      ).settlingDuration
  }

  /// A spring of mass 1 by its perceptual duration and its bounce, as in SwiftUI.
  ///
  /// The stiffness is (2π / duration)². The damping ratio is 1 − bounce, and 1 / (1 + bounce) for a bounce below 0.
  ///
  /// - `duration`: The period without damping, in seconds; it sets the pace. See `settlingDuration` for when it rests.
  /// - `bounce`: 0 for critical damping, up to 1 for swinging forever; below 0, down to −1, it is overdamped.
  public init(duration: Double, bounce: Double, initialVelocity: Double = 0) {
    let bounce = clamped(bounce, -0.999...1, or: 0)
    self.init(
      response: duration, dampingRatio: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce, initialVelocity: initialVelocity)
  }

  /// A spring of mass 1 by its undamped period in seconds, at least 1e-3, and its damping ratio (1 is critical).
  public init(response: Double, dampingRatio: Double, initialVelocity: Double = 0) {
    let response = clamped(response, 1e-3...1e3, or: 0.5)
    let ratio = clamped(dampingRatio, 0...1e3, or: 1)
    let frequency = 2 * Double.pi / response
    self.init(
      mass: 1, stiffness: frequency * frequency, damping: 2 * ratio * frequency, initialVelocity: initialVelocity)
  }

  /// Damping as a share of critical damping.
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The value at `seconds`: 0 up to 0, towards 1 from there, beyond it where the spring overshoots.
  public func value(at seconds: Double) -> Double {
    seconds > 0 ? 1 - motion.remainder(at: min(seconds, TimingLimits.magnitude)) : 0
  }

  /// The derivative of the value, per second; `initialVelocity` up to 0.
  public func velocity(at seconds: Double) -> Double {
    seconds > 0 ? motion.velocity(at: min(seconds, TimingLimits.magnitude)) : initialVelocity
  }

  private var motion: SpringSolution {
    SpringSolution(mass: mass, stiffness: stiffness, damping: damping, velocity: initialVelocity)
  }

  /// The value after a share of a span of seconds, at whose end it is exactly 1.
  func value(atShare share: Double, of duration: Double) -> Double {
    if share <= 0 { return 0 }
    if share >= 1 { return 1 }
    let value = value(at: share * bounded(duration))
    let blend = max(0, (share - 0.9) / 0.1)
    return value + (1 - value) * blend * blend * (3 - 2 * blend)
  }
}
