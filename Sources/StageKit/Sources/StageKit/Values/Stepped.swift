import Timing

/// A value that keyframes exchange for the next one at its time, such as a text or a choice.
public struct Stepped<Value: Hashable & Sendable>: Interpolatable, Hashable {
  public let value: Value

  /// A value that stays until the next one's time.
  public init(_ value: Value) { self.value = value }

  public func interpolated(to other: Stepped, at t: Double) -> Stepped { t < 1 ? self : other }
}
