import Reporting
import StageKit

/// Reads the list of stages.
struct StageReader {
  let context: ReaderContext
  let definitions: [StageDefinition]

  static let keys = ["id", "stage", "parameters", "inputs", "start", "duration", "z", "hidden"]

  func stages(_ job: ObjectReader) -> (stages: [StageEntry], unread: [String]) {
    guard let (found, path) = job.required("stages", "a list of stages"),
      let array = context.array(found, path, expected: "a list of stages")
    else { return ([], []) }
    if array.items.isEmpty && !array.isDamaged {
      context.log.add(
        .warning, at: found.position, path: path.text, "there are no stages; every frame is the background")
    }
    if array.items.count > JobLimits.stages {
      context.report(found, path, "\(array.items.count) stages are more than \(JobLimits.stages)")
      return ([], [])
    }
    var stages: [StageEntry] = []
    var unread: [String] = []
    var positions: [String: SourcePosition] = [:]
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item),
        let fields = ObjectReader(found, path[index], known: Self.keys, expected: "a stage as an object", in: context)
      else { continue }
      let id = self.id(fields, &positions)
      if let entry = entry(fields, id: id) { stages.append(entry) } else if let id { unread.append(id) }
    }
    return (stages, unread)
  }

  /// An id that no earlier stage has; nil after an error.
  private func id(_ fields: ObjectReader, _ positions: inout [String: SourcePosition]) -> String? {
    guard let (found, path) = fields.required("id", "the name by which other stages refer to this one") else {
      return nil
    }
    return context.id(found, path, &positions)
  }

  static func isIDCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private func entry(_ fields: ObjectReader, id: String?) -> StageEntry? {
    let start = fields.read("start", default: StartTime.at(0)) { self.start($0, $1) }
    let duration: Double?? = fields.read("duration", default: nil) {
      context.number($0, $1, .positive(.seconds)).map { .some($0) }
    }
    let z = fields.read("z", default: 0) { context.number($0, $1) }
    let isHidden = fields.read("hidden", default: false, context.boolean)
    guard let definition = definition(fields) else { return nil }
    let (connections, unconnected) = self.connections(fields, definition)
    let reader = ParameterReader(context: context, unconnected: unconnected)
    let (parameters, positions) = self.parameters(fields, definition, reader)
    guard let id else { return nil }
    return StageEntry(
      id: id, definition: definition, parameters: parameters, connections: connections, start: start ?? .at(0),
      duration: duration ?? nil, z: z ?? 0, isHidden: isHidden ?? false, position: fields.found.position,
      path: fields.path.text, parameterPositions: positions,
      follows: reader.follows, tracks: reader.tracks)
  }

  private func definition(_ fields: ObjectReader) -> StageDefinition? {
    guard let (found, path) = fields.required("stage", "the kind of stage"),
      let name = context.string(found, path, expected: "the kind of stage as a string")
    else { return nil }
    if let definition = definitions.first(where: { $0.name == name }) { return definition }
    context.report(
      found, path, "unknown stage '\(name)'", hint: suggestion(for: name, among: definitions.map(\.name)))
    return nil
  }

  private func parameters(
    _ fields: ObjectReader, _ definition: StageDefinition, _ reader: ParameterReader
  ) -> (Parameters, [String: SourcePosition]) {
    let path = fields.path.key("parameters")
    guard let (found, _) = fields["parameters"] else {
      // Of absent parameters the required ones are missing; otherwise an error was reported already.
      let isAbsent = fields.lacks("parameters")
      let parameters = reader.parameters(
        absent: definition.parameters, at: "", isAbsent ? (fields.found, path) : nil)
      return (parameters, ["": fields.found.position])
    }
    let parameters = reader.parameters(found, path, definition.parameters, at: "")
    return (parameters ?? reader.parameters(absent: definition.parameters, at: "", nil), reader.positions)
  }

  // MARK: Other stages

  /// The entry's connections, and the inputs that are not connected and have no error.
  private func connections(
    _ fields: ObjectReader, _ definition: StageDefinition
  ) -> (connections: [Connection], unconnected: Set<String>) {
    let names = definition.inputs.map(\.name)
    var missing = fields.has("inputs") || fields.lacks("inputs") ? definition.inputs : []
    var result: [Connection] = []
    if fields.has("inputs") {
      guard let (found, path) = fields["inputs"],
        let inputs = ObjectReader(
          found, path, known: names, noun: "input", expected: "an object of inputs", in: context)
      else { return ([], []) }
      missing = missing.filter { inputs.lacks($0.name) }
      let unconnected = Set(missing.map(\.name))
      for name in inputs.object.members.map(\.key) where names.contains(name) {
        guard let (found, path) = inputs[name] else { continue }
        let needed = definition.inputs.first { $0.name == name }?.requiredInput
        if let needed, unconnected.contains(needed) { context.reportMissingInput(needed, found, path) }
        guard
          let (stage, output) = context.reference(found, path, expected: "\"stage.output\"", part: "an output")
        else { continue }
        result.append(
          Connection(input: name, stage: stage, output: output, position: found.position, path: path.text))
      }
    }
    for input in missing where !input.isOptional {
      context.report(
        fields.found, fields.path.key("inputs"), "'\(input.name)' is missing",
        hint: "It takes another stage's \(input.type.rawValue), written \"stage.output\".")
    }
    return (result, Set(missing.map(\.name)))
  }

  /// `keys` are those that an object may have.
  func start(_ found: ResolvedValue, _ path: JobPath, keys: [String] = ["at", "after", "delay"]) -> StartTime? {
    if case .number(let seconds) = found.kind { return .at(seconds) }
    let expected = "a number of seconds, {\"at\": …} or {\"after\": …}"
    guard let fields = ObjectReader(found, path, known: keys, expected: expected, in: context)
    else {
      return nil
    }
    let delay = fields.read("delay", default: 0) { context.number($0, $1, .any(.seconds)) }
    switch (fields.has("at"), fields.has("after")) {
    case (true, false):
      if fields.has("delay") {
        context.report(found, path, "'delay' needs 'after' and not 'at'")
        return nil
      }
      return fields["at"].flatMap { context.number($0.0, $0.1, .any(.seconds)) }.map { .at($0) }
    case (false, true):
      guard let (found, path) = fields["after"],
        let (stage, moment) = context.reference(found, path, expected: "\"stage.moment\"", part: "a moment"), let delay
      else { return nil }
      return .after(stage: stage, moment: moment, delay: delay, position: found.position, path: path.text)
    case (true, true): context.report(found, path, "'at' and 'after' exclude each other")
    case (false, false):
      if fields.lacks("at") && fields.lacks("after") { context.report(found, path, "'at' or 'after' is missing") }
    }
    return nil
  }
}
