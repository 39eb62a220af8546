import Timing

/// A value that keyframes exchange for the next one at its time, such as a text or a choice.
public struct Stepped<Value: Hashable & Sendable>: Interpolatable, Hashable {
  public let value: Value

  /// A value that stays until the next one's time.
  public init(_ value: Value) { self.value = value }

  public func interpolated(to other: Stepped, at t: Double) -> Stepped { t < 1 ? self : other }
}

extension Parameter where Value == Animated<Stepped<String>> {
  /// Any string, which may change from time to time by keyframes.
  public static func animatedText(_ name: String, _ summary: String, default value: String? = nil) -> Self {
    Self(name, summary, .animated(.text), default: value.map { .text($0) }, placeholder: Animated(Stepped(""))) {
      $0.animated(\.steppedText)
    }
  }
}

extension Parameter where Value == Animated<Stepped<Bool>> {
  /// True or false, which may change from time to time by keyframes.
  public static func animatedBoolean(_ name: String, _ summary: String, default value: Bool? = nil) -> Self {
    Self(
      name, summary, .animated(.boolean), default: value.map { .boolean($0) }, placeholder: Animated(Stepped(false))
    ) { $0.animated(\.steppedBoolean) }
  }
}

extension Parameter {
  /// One of an enumeration's cases by its raw value, which may change from time to time by keyframes.
  public static func animatedChoice<Choice>(_ name: String, _ summary: String, default value: Choice) -> Self
  where
    Value == Animated<Stepped<Choice>>, Choice: RawRepresentable & CaseIterable & Hashable & Sendable,
    Choice.RawValue == String, Choice.AllCases == [Choice]
  {
    Self(
      name, summary, .animated(.choice(Choice.allCases.map(\.rawValue))), default: .text(value.rawValue),
      placeholder: Animated(Stepped(value))
    ) { written in written.animated { $0.text.flatMap { Choice(rawValue: $0) }.map { Stepped($0) } } }
  }
}

extension ParameterValue {
  fileprivate var steppedText: Stepped<String>? { text.map { Stepped($0) } }
  fileprivate var steppedBoolean: Stepped<Bool>? { if case .boolean(let v) = self { Stepped(v) } else { nil } }
}
