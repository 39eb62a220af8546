import JobFile
import Reporting
import StageKit

/// The shortest entry of a job that uses a stage: what is required, or else its first parameter with a plain default.
struct StageExample {
  let definition: StageDefinition

  init(_ definition: StageDefinition) { self.definition = definition }

  var text: String {
    var members: [JSONValue.Member] = [.init("id", .string("it")), .init("stage", .string(definition.name))]
    let inputs = definition.inputs.filter { !$0.isOptional }
    if !inputs.isEmpty {
      members.append(.init("inputs", .object(inputs.map { .init($0.name, .string("camera.\($0.name)")) })))
    }
    let parameters = self.parameters
    if !parameters.isEmpty { members.append(.init("parameters", .object(parameters))) }
    return JSONValue.object(members).prettyText
  }

  private var parameters: [JSONValue.Member] {
    let required = definition.parameters.filter(\.isRequired).compactMap { declaration in
      (Self.written(declaration.schema) ?? ParameterSamples.typical(declaration.schema)).map {
        JSONValue.Member(declaration.name, $0)
      }
    }
    let plain = definition.parameters.lazy.compactMap { declaration -> JSONValue.Member? in
      switch declaration.defaultValue {
      case .color(let color)?: .init(declaration.name, .string(color.cssText))
      case .number(let value)? where value.isFinite: .init(declaration.name, .number(value))
      case .text(let word)? where !word.isEmpty: .init(declaration.name, .string(word))
      default: nil
      }
    }
    return required.isEmpty ? Array(plain.prefix(1)) : required
  }

  /// A value for readers; the samples are for trials.
  private static func written(_ schema: ParameterSchema) -> JSONValue? {
    switch schema {
    case .file(let extensions): .string("data/file.\(extensions.first ?? "txt")")
    case .job: "other.json"
    case .route: "data/route.geojson"
    case .text: "Hello"
    case .message(let values): .string(values.map { "{\($0)}" }.joined(separator: " "))
    case .variant(let variants):
      variants.first.map { variant in
        .object([
          .init(
            variant.name,
            .object(
              variant.fields.filter(\.isRequired).compactMap { field in
                (written(field.schema) ?? ParameterSamples.typical(field.schema)).map { .init(field.name, $0) }
              }))
        ])
      }
    case .number(let number): .number(min(max(100, number.minimum ?? 100), number.maximum ?? 100))
    case .animated(let constant): written(constant)
    default: nil
    }
  }
}
