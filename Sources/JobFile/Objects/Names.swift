import Formats
import StageKit

/// Forms of strings that several objects take.
enum Names {
  static let idPattern = "^[A-Za-z0-9_-]+$"
  static let id = ParameterSchema.name("an id as a string", pattern: idPattern)
  /// The id of a stage of the job.
  static let stage = ParameterSchema.name("the id of a stage as a string", pattern: idPattern)
  static let language = ParameterSchema.name(
    "a language such as \"en\"", pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$")
}

/// A value that a reader of its own reads, under a name that the schema has.
struct ReadApart: WrittenValue {
  static let schema = ParameterSchema.anything("a value")
  static let placeholder = ReadApart()
  static func read(_ value: ParameterValue) -> Self? { nil }
}

extension ParameterSchema {
  /// A value that is checked where it is read.
  static func anything(_ noun: String) -> ParameterSchema { .alternatives([], noun: noun) }

  /// A list that messages call by a name of its own.
  static func list(of item: ParameterSchema, minimumCount: Int = 0, noun: String) -> ParameterSchema {
    .alternatives([.list(of: item, minimumCount: minimumCount)], noun: noun)
  }
}
