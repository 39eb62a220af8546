import StageKit

/// A value of one of two types, which differ in how a job writes them.
enum Either<First: ParameterType, Second: ParameterType>: ParameterType {
  case first(First)
  case second(Second)

  static var schema: ParameterSchema {
    let schemas = [First.schema, Second.schema]
    return .alternatives(schemas, noun: schemas.map(\.noun).joined(separator: " or "))
  }
  static var placeholder: Self { .first(.placeholder) }
  static func read(_ value: ParameterValue) throws -> Self? {
    try First.read(value).map { .first($0) } ?? Second.read(value).map { .second($0) }
  }
  var parameterValue: ParameterValue? {
    switch self {
    case .first(let value): value.parameterValue
    case .second(let value): value.parameterValue
    }
  }
}
