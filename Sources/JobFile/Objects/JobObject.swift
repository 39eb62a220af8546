import StageKit

/// An object of the job file, whose keys are declared as properties: the readers, the schema and the reference take its keys,
/// defaults, ranges and units from there.
protocol JobObject: ParameterGroup {
  static var declaration: ObjectDeclaration<Self> { get }
}

extension JobObject {
  static var schema: ParameterSchema { .named(declaration.named) }
}

/// The declaration of an object of the job.
struct ObjectDeclaration<Object: ParameterGroup>: Sendable {
  let named: NamedSchema
  /// The name of such an object in messages, such as "a sound as an object".
  let noun: String
  let parameters: [ParameterDeclaration]
  /// With all defaults; its parameters know their names.
  let defaults: Object

  /// Reads the declaration of the object once. Cost: about a microsecond for each key.
  init(_ name: String, noun: String, _ summary: String, example: String) {
    let parameters = Object.declarations
    self.parameters = parameters
    self.noun = noun
    named = NamedSchema(name, summary, example: example) {
      .alternatives([.object(parameters)], noun: noun)
    }
    defaults = (try? Object(ParameterValues())) ?? Object()
  }

  subscript(name: String) -> ParameterDeclaration? { parameters.first { $0.name == name } }
}

/// A value of the job that no default has.
protocol WrittenValue: ParameterType {}

extension WrittenValue {
  var parameterValue: ParameterValue? { nil }
}
