import Reporting
import StageKit

/// Reads the list of stages.
struct StageReader {
  let context: ReaderContext
  let definitions: [StageDefinition]

  static let keys = [
    "id", "stage", "parameters", "inputs", "start", "duration", "z", "hidden", "matte", "place", "mirror",
    "ignoreLayoutChecks", "shutter", "stages",
  ]

  /// Earlier keys of a stage, by which jobs may still name them.
  private static let renamedKeys = ["bleeds": "ignoreLayoutChecks"]

  func stages(_ job: ObjectReader) -> (stages: [StageEntry], unread: [String]) {
    guard let (found, path) = job.required("stages", "a list of stages"),
      let array = context.array(found, path, expected: "a list of stages")
    else { return ([], []) }
    if array.items.isEmpty && !array.isDamaged {
      context.log.add(
        .warning, at: found.position, path: path.text, "there are no stages; every frame is the background")
    }
    var list = StageList()
    read(array, path, parent: nil, into: &list)
    if list.count > JobLimits.stages {
      context.report(found, path, "\(list.count) stages are more than \(JobLimits.stages)")
      return ([], [])
    }
    return (list.stages, list.unread)
  }

  /// Stages in the order of the file, each before those that it holds.
  private struct StageList {
    var stages: [StageEntry] = []
    /// The ids of stages with errors.
    var unread: [String] = []
    var positions: [String: SourcePosition] = [:]
    var count = 0
  }

  private func read(_ array: SourceArray, _ path: JobPath, parent: Int?, into list: inout StageList) {
    list.count += array.items.count
    for (index, item) in array.items.enumerated() where list.count <= JobLimits.stages {
      guard let found = context.resolve(item),
        let fields = ObjectReader(
          found, path[index], known: Self.keys, expected: "a stage as an object", in: context, hint: belonging,
          renamed: { Self.renamedKeys[$0].map { RenamedKey($0) } })
      else { continue }
      let id = self.id(fields, &list.positions)
      let entry = self.entry(fields, id: id)
      let own = list.stages.count
      if var entry {
        entry.parent = parent
        list.stages.append(entry)
      } else if let id {
        list.unread.append(id)
      }
      guard let (held, path) = heldStages(fields, entry?.definition) else { continue }
      let first = list.stages.count
      read(held, path, parent: own, into: &list)
      // What a stage with errors holds cannot be drawn either.
      if entry == nil { list.unread += list.stages[first...].map(\.id) }
      if entry == nil { list.stages.removeSubrange(first...) }
    }
  }

  /// That a key of a stage is one of its parameters.
  private func belonging(_ object: SourceObject, _ key: String) -> String? {
    guard case .string(let kind)? = object["stage"]?.kind,
      let definition = definitions.first(where: { $0.name == kind }),
      definition.parameters.contains(where: { $0.name == key })
    else { return nil }
    return "It is a parameter: write \"parameters\": { \"\(key)\": … }."
  }

  /// The stages that a stage holds; reported where its kind holds none, or the job lists none.
  private func heldStages(_ fields: ObjectReader, _ definition: StageDefinition?) -> (SourceArray, JobPath)? {
    guard fields.has("stages") else {
      if let definition, definition.content == .stages, fields.lacks("stages") {
        context.report(
          fields.found, fields.path.key("stages"), "'stages' is missing",
          hint: "It is the list of stages that '\(definition.name)' holds.")
      }
      return nil
    }
    guard let (found, path) = fields["stages"] else { return nil }
    if let definition, definition.content != .stages {
      let holders = definitions.filter { $0.content == .stages }.map(\.name)
      context.report(
        found, path, "'\(definition.name)' holds no stages",
        hint: holders.isEmpty ? nil : "Stages that hold others are \(quoted(holders)).")
    }
    return context.array(found, path, expected: "a list of stages").map { ($0, path) }
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
    context.usesRow = false
    let start = fields.read("start", default: StartTime.at(0)) { self.start($0, $1) }
    let duration: Double?? = fields.read("duration", default: nil) {
      context.number($0, $1, .positive(.seconds)).map { .some($0) }
    }
    let z = fields.read("z", default: 0) { context.number($0, $1) }
    let isHidden: Bool?? = fields.read("hidden", default: nil) { context.boolean($0, $1).map { .some($0) } }
    let matte = self.matte(fields)
    let place: StagePlace?? = fields.read("place", default: nil) {
      PlaceReader(context: context).place($0, $1).map { .some($0) }
    }
    let mirrors = fields.read("mirror", default: true, context.boolean)
    let ignoresLayoutChecks = fields.read("ignoreLayoutChecks", default: false, context.boolean)
    let shutter = ShutterReader(context: context).shutter(fields)
    guard let definition = definition(fields) else { return nil }
    let (connections, unconnected) = self.connections(fields, definition)
    let reader = ParameterReader(
      context: context, unconnected: unconnected, connected: Set(connections.map(\.input)))
    let (parameters, positions) = self.parameters(fields, definition, reader)
    let nested = reader.nested.flatMap { NestedJobReader(context: context).job($0, reader.handedIn) }
    if reader.nested != nil, nested == nil { return nil }
    guard let id else { return nil }
    var entry = StageEntry(
      id: id, definition: definition, parameters: parameters, connections: connections, start: start ?? .at(0),
      duration: duration ?? nil, z: z ?? 0, isVisible: (isHidden ?? nil).map(!), position: fields.found.position,
      path: fields.path.text, parameterPositions: positions,
      follows: reader.follows, tracks: reader.tracks)
    entry.matte = matte
    entry.place = place ?? nil
    entry.mirrors = mirrors ?? true
    entry.ignoresLayoutChecks = ignoresLayoutChecks ?? false
    entry.shutter = shutter
    entry.nested = nested
    entry.usesRow = context.usesRow
    return entry
  }

  /// The id of a stage, or an object with more about how it masks.
  private func matte(_ fields: ObjectReader) -> MatteReference? {
    guard let (found, path) = fields["matte"] else { return nil }
    if case .string = found.kind { return matte(from: found, path, at: found, path) }
    guard
      let own = ObjectReader(
        found, path, known: ["from", "channel", "inverted"], expected: "the id of a stage, or an object", in: context)
    else { return nil }
    let channel = own.read("channel", default: MaskChannel.alpha) { found, path in
      context.choice(found, path, among: Self.channels.map(\.name)).flatMap { name in
        Self.channels.first { $0.name == name }?.channel
      }
    }
    let isInverted = own.read("inverted", default: false, context.boolean)
    guard let (from, fromPath) = own.required("from", "the id of the stage whose drawing masks this one"), let channel,
      let isInverted, var matte = matte(from: from, fromPath, at: found, path)
    else { return nil }
    (matte.channel, matte.isInverted) = (channel, isInverted)
    return matte
  }

  static let channels: [(name: String, channel: MaskChannel)] = [("alpha", .alpha), ("luminance", .luminance)]

  private func matte(
    from id: ResolvedValue, _ idPath: JobPath, at found: ResolvedValue, _ path: JobPath
  ) -> MatteReference? {
    guard let id = context.string(id, idPath, expected: "the id of a stage as a string") else { return nil }
    return MatteReference(
      stage: id, channel: .alpha, isInverted: false, position: found.position, path: path.text)
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
  ) -> (ParameterValues, [String: SourcePosition]) {
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
