import Foundation
import JobFile
import Reporting
import StageKit

/// The part of a job that shows a stage: the one that its definition has, or else the shortest entry that uses it.
struct StageExample {
  private let definition: StageDefinition

  init(_ definition: StageDefinition) { self.definition = definition }

  /// As the reference prints it: an entry of a job's stages, or a whole job.
  var text: String { definition.example.map { $0.json + "\n" } ?? shortest }

  /// A whole job with it.
  var job: String {
    if value["canvas"] != nil { return text }
    let entry = text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return """
      {
        "name": "\(definition.name)",
        "canvas": { "size": [480, 300], "fps": 30, "duration": 4, "background": "#12151B" },
        "stages": [
      \(entry)
        ],
        "outputs": [{ "file": "\(definition.name).mp4" }]
      }

      """
  }

  /// When its picture is taken, in seconds; nil where the example is made up.
  var seconds: Double? { definition.example?.seconds }

  /// Why a job with the definition's example cannot be read, each a phrase about the stage; `registry` has all stages of it.
  func problems(_ registry: StageRegistry) -> [String] {
    guard definition.example != nil else { return [] }
    guard JSONValue(parsing: Array(text.utf8)) != nil else { return ["its example is not JSON"] }
    guard value.stage(named: definition.name) != nil else {
      return [
        "its example has no stage '\(definition.name)': expected an entry of a job's stages, "
          + "{ \"id\": \"it\", \"stage\": \"\(definition.name)\", \"parameters\": { … } }"
      ]
    }
    // Its files lie next to a job that is not there.
    return JobReader.read(bytes: Array(job.utf8), file: definition.name, registry: registry).diagnostics
      .filter { $0.severity == .error && $0.code != .unreadableFile }
      .map { "a job with its example cannot be read: \($0.textWithoutFile)" }
  }

  /// True if it names files.
  var hasFiles: Bool { value.texts.contains { !($0 as NSString).pathExtension.isEmpty && $0 != "\(outputName).mp4" } }

  /// The parameters of the stage in the definition's example; none where that is made up.
  var parameters: [JSONValue.Member] {
    guard definition.example != nil, case .object(let members)? = value.stage(named: definition.name)?["parameters"]
    else { return [] }
    return members
  }

  /// The stage itself in the example, without the others around it.
  var ownText: String { value.stage(named: definition.name)?.prettyText ?? text }

  private var value: JSONValue { JSONValue(parsing: Array(text.utf8)) ?? .null }
  private var outputName: String { value["name"]?.string ?? "" }

  /// The required parameters, or else the first one with a plain default.
  private var shortest: String {
    var members: [JSONValue.Member] = [.init("id", .string("it")), .init("stage", .string(definition.name))]
    let inputs = definition.inputs.filter { !$0.isOptional }
    if !inputs.isEmpty {
      members.append(.init("inputs", .object(inputs.map { .init($0.name, .string("camera.\($0.name)")) })))
    }
    let parameters = shortestParameters
    if !parameters.isEmpty { members.append(.init("parameters", .object(parameters))) }
    return JSONValue.object(members).prettyText
  }

  private var shortestParameters: [JSONValue.Member] {
    let required = definition.parameters.filter(\.isRequired).compactMap { declaration in
      Self.written(declaration.schema).map { JSONValue.Member(declaration.name, $0) }
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

  /// A value for readers, or else the first sample for trials.
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
                written(field.schema).map { .init(field.name, $0) }
              }))
        ])
      }
    case .number(let number): .number(min(max(100, number.minimum ?? 100), number.maximum ?? 100))
    case .animated(let constant): written(constant)
    default: ParameterSamples().typical(schema)
    }
  }
}

extension JSONValue {
  /// The first entry of a stage in it, however deep.
  fileprivate func stage(named name: String) -> JSONValue? {
    if self["stage"]?.string == name { return self }
    return self["stages"]?.items?.lazy.compactMap { $0.stage(named: name) }.first
  }

  /// All texts in it, without keys.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    default: []
    }
  }
}
