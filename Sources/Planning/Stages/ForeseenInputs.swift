import StageKit

/// The values of a stage's inputs over all of its time, which it asks for before its first frame, and their units.
public struct ForeseenInputs: Sendable {
  private let value: @Sendable (_ input: String, _ seconds: Double) -> PortValue?
  private let units: [String: NumberSchema.Unit]

  /// None, or what an input is given at a number of seconds of the stage's own time; nil where it has no value then. `units`
  /// are those of connected inputs.
  public init(
    units: [String: NumberSchema.Unit] = [:],
    _ value: @escaping @Sendable (_ input: String, _ seconds: Double) -> PortValue? = { _, _ in nil }
  ) {
    (self.units, self.value) = (units, value)
  }

  /// The unit of an input's numbers; `.none` where none is known.
  public func unit<Value>(of input: Input<Value>) -> NumberSchema.Unit { units[input.definition.name] ?? .none }

  /// The value of an input; throws `StageError` if a required one is missing.
  public func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value {
    let name = input.definition.name
    return try Inputs(value(name, seconds).map { [name: $0] } ?? [:])[input]
  }
}
