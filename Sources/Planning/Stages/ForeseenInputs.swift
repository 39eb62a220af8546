import StageKit

/// What the inputs of a stage are given over all of its time, as it asks for it before its first frame.
public struct ForeseenInputs: Sendable {
  private let value: @Sendable (_ input: String, _ seconds: Double) -> PortValue?

  /// None, or what an input is given at a number of seconds of the stage's own time; nil where it has no value then.
  public init(_ value: @escaping @Sendable (_ input: String, _ seconds: Double) -> PortValue? = { _, _ in nil }) {
    self.value = value
  }

  /// What an input is given; throws `StageError` where it must have a value and has none.
  public func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value {
    let name = input.definition.name
    return try Inputs(value(name, seconds).map { [name: $0] } ?? [:])[input]
  }
}
