import Reporting
import StageKit

/// Reads the list of stages.
struct StageReader {
  let context: ReaderContext
  let definitions: [StageDefinition]

  static let keys = StageObject.declaration.parameters.map(\.name)

  func stages(_ job: DeclaredReader<RootObject>) -> (stages: [StageEntry], unread: [String]) {
    guard let (found, path) = job.required(\.$stages),
      let array = context.array(found, path, expected: "a list of stages")
    else { return ([], []) }
    if array.items.isEmpty && !array.isDamaged {
      context.log.add(
        .warning, at: found.position, path: path.text, "there are no stages; every frame is the background")
    }
    var list = StageList()
    read(array, path, parent: nil, into: &list)
    if list.count > JobLimits.stages {
      context.report(found, path, "\(list.count) stages are more than \(JobLimits.stages)", code: .limit)
      return ([], [])
    }
    connectScenes(&list.stages)
    return (list.stages, list.unread)
  }

  /// Lets each scene without a start of its own begin after the one before it. What is only a matte or an input of others is
  /// no scene.
  private func connectScenes(_ stages: inout [StageEntry]) {
    let drawing = StageDefinition.drawing.definition.name
    let taken = Set(
      stages.flatMap { stage in
        stage.connections.filter { $0.output == drawing }.map(\.stage) + (stage.matte.map { [$0.stage] } ?? [])
      })
    var previous: [Int: String] = [:]
    for index in stages.indices {
      let entry = stages[index]
      guard let parent = entry.parent, stages[parent].definition.isSequence else { continue }
      guard entry.definition.draws, entry.isVisible ?? !taken.contains(entry.id) else {
        stages[index].isNextInSequence = false
        continue
      }
      if entry.isNextInSequence, let stage = previous[parent] {
        stages[index].start = .after(
          stage: stage, moment: "end", delay: 0, position: entry.position, path: entry.path)
      } else {
        stages[index].isNextInSequence = false
      }
      previous[parent] = entry.id
    }
  }

  /// Stages in the order of the file, each before those that it holds.
  struct StageList {
    var stages: [StageEntry] = []
    /// The ids of stages with errors.
    var unread: [String] = []
    var positions: [String: SourcePosition] = [:]
    var count = 0
  }

  func read(_ array: SourceArray, _ path: JobPath, parent: Int?, into list: inout StageList) {
    list.count += array.items.count
    for (index, item) in array.items.enumerated() where list.count <= JobLimits.stages {
      guard let found = context.resolve(item),
        let fields = DeclaredReader<StageObject>(found, path[index], in: context, hint: belonging)
      else { continue }
      let id = fields.required(\.$id).flatMap { context.id($0.found, $0.path, &list.positions) }
      let entry = self.entry(fields, id: id)
      let own = list.stages.count
      if var entry {
        entry.parent = parent
        entry.original = context.copy?.ids.first { $0.value == entry.id }?.key
        let isInSequence = parent.map { list.stages[$0].definition.isSequence } ?? false
        if isInSequence, let (found, path) = fields[\.$z] {
          context.report(found, path, "'z' changes nothing in a sequence", hint: "Scenes play in their order.")
        }
        if isInSequence, fields.lacks(\.$start) { entry.isNextInSequence = true }
        list.stages.append(entry)
      } else if let id {
        list.unread.append(id)
      }
      guard let (held, path) = heldStages(fields, entry?.definition) else { continue }
      let first = list.stages.count
      if let entry, let copies = copies(of: entry, held) {
        read(held, path, copies, of: own, into: &list)
      } else {
        // Those of one with errors are read for theirs alone.
        read(held, path, parent: entry == nil ? nil : own, into: &list)
      }
      // Stages within one that has errors cannot be drawn either.
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
  private func heldStages(_ fields: DeclaredReader<StageObject>, _ definition: StageDefinition?) -> (
    SourceArray, JobPath
  )? {
    guard fields.has(\.$stages) else {
      if let definition, definition.content == .stages, fields.lacks(\.$stages) {
        context.report(
          fields.fields.found, fields.fields.path.key("stages"), "'stages' is missing",
          hint: "It is the list of stages that '\(definition.name)' holds.")
      }
      return nil
    }
    guard let (found, path) = fields[\.$stages] else { return nil }
    if let definition, definition.content != .stages {
      let holders = definitions.filter { $0.content == .stages }.map(\.name)
      context.report(
        found, path, "'\(definition.name)' holds no stages",
        hint: holders.isEmpty ? nil : "Stages that hold others are \(quoted(holders)).")
    }
    let array = context.array(found, path, expected: "a list of stages")
    if let array, array.items.isEmpty, !array.isDamaged, let definition,
      definition.copies != nil || definition.isSequence
    {
      context.log.add(
        .warning, at: found.position, path: path.text, "has no effect: there is no stage in it", code: .noEffect)
    }
    return array.map { ($0, path) }
  }

  static func isIDCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private func entry(_ fields: DeclaredReader<StageObject>, id: String?) -> StageEntry? {
    context.usesRow = false
    let start = fields.read(\.$start).map { StartTime($0, fields.place(of: "start.after"), context) }
    let duration = fields.read(\.$duration) ?? nil
    let z = fields.read(\.$z) ?? 0
    let isHidden = fields.read(\.$hidden) ?? nil
    let matte = self.matte(fields)
    let place = fields[\.$place].flatMap(PlaceReader(context: context).place)
    let mirrors = fields.read(\.$mirror) ?? true
    let ignoresLayoutChecks = fields.read(\.$ignoreLayoutChecks) ?? false
    let shutter = fields.read(\.$shutter) ?? nil
    let leader = self.leader(fields)
    let shared = (fields.read(\.$shared) ?? nil).flatMap { name in
      fields[\.$shared].map { SharedName(name: name, position: $0.found.position, path: $0.path.text) }
    }
    let (motion, motionValues) = self.motion(fields)
    guard let definition = definition(fields) else { return nil }
    let (connections, unconnected) = self.connections(fields.fields, definition)
    let reader = ParameterReader(
      context: context, noun: "parameter", stage: definition.name, unconnected: unconnected,
      connected: Set(connections.map(\.input)), takesOutputs: true)
    let (parameters, positions) = self.parameters(fields.fields, definition, reader)
    let nested = reader.nested.flatMap { NestedJobReader(context: context).job($0, reader.handedIn) }
    if reader.nested != nil, nested == nil { return nil }
    guard let id else { return nil }
    var entry = StageEntry(
      id: id, definition: definition, parameters: parameters, connections: connections, start: start ?? .at(0),
      duration: duration, z: z, isVisible: isHidden.map(!), position: fields.fields.found.position,
      path: fields.fields.path.text, parameterPositions: positions,
      follows: reader.follows, tracks: reader.tracks)
    if isHidden == true, case .object(let written) = fields.fields.found.kind, case .boolean? = written["hidden"]?.kind
    {
      entry.isAlwaysHidden = true
    }
    entry.startPosition = fields.place(of: "start")?.found.faultPosition
    entry.computed = reader.computed
    entry.foreignValues = reader.foreignValues
    entry.matte = matte
    entry.place = place
    entry.leader = leader
    entry.shared = shared
    (entry.motion, entry.motionValues) = (motion, motionValues)
    entry.mirrors = mirrors
    entry.ignoresLayoutChecks = ignoresLayoutChecks
    entry.shutter = shutter
    entry.nested = nested
    entry.usesRow = context.usesRow
    return entry
  }

  private func matte(_ fields: DeclaredReader<StageObject>) -> MatteReference? {
    guard let setting = fields.read(\.$matte) ?? nil, let (found, path) = fields[\.$matte] else { return nil }
    var matte = MatteReference(
      stage: "", channel: .alpha, isInverted: false, position: found.position, path: path.text)
    defer { matte.stage = context.ownID(matte.stage) }
    switch setting {
    case .first(let stage): matte.stage = stage
    case .second(let more): (matte.stage, matte.channel, matte.isInverted) = (more.from, more.channel, more.inverted)
    }
    return matte
  }

  private func leader(_ fields: DeclaredReader<StageObject>) -> LeaderReference? {
    guard let setting = fields.read(\.$parent) ?? nil, let (found, path) = fields[\.$parent] else { return nil }
    let (id, parts, curve): (String, [ParentObject.Part], Easing?) =
      switch setting {
      case .first(let id): (id, ParentObject.Part.allCases, nil)
      case .second(let more): (more.of, more.takes, more.spring)
      }
    var spring: Spring?
    if case .spring(let own)? = curve { spring = own }
    if curve != nil, spring == nil {
      context.report(
        found, path, "its 'spring' is no spring", hint: "Write one such as \"apple-bouncy\" or \"spring(1, 120, 12)\".")
    }
    return LeaderReference(
      stage: context.ownID(id), takesPosition: parts.contains(.position), takesRotation: parts.contains(.rotation),
      takesScale: parts.contains(.scale), spring: spring, position: found.position, path: path.text)
  }

  private func motion(_ fields: DeclaredReader<StageObject>) -> (LayerMotion, ParameterValues) {
    let values = fields.given(LayerMotion.declarations).values
    // Those with a fault inside are reported already.
    guard LayerMotion.declarations.allSatisfy({ fields.reader.isWhole($0.name) }) else {
      return (LayerMotion(), values)
    }
    do {
      return (try LayerMotion(values), values)
    } catch {
      fields.reader.report(error, fields.fields.found, fields.fields.path)
      return (LayerMotion(), values)
    }
  }

  private func definition(_ fields: DeclaredReader<StageObject>) -> StageDefinition? {
    guard let name = fields.read(\.$stage), let (found, path) = fields[\.$stage] else { return nil }
    if let definition = definitions.first(where: { $0.name == name }) { return definition }
    context.report(
      found, path, "unknown stage '\(name)'", code: .unknownStage,
      hint: wordSuggestion(for: name, among: definitions.map(\.name))
        ?? "'pipeline stages' lists all; those of libraries of your own need --plugins DIR.",
      fix: wordFix(for: name, among: definitions.map(\.name)))
    return nil
  }

  private func parameters(
    _ fields: ObjectReader, _ definition: StageDefinition, _ reader: ParameterReader
  ) -> (ParameterValues, [String: SourcePosition]) {
    let path = fields.path.key("parameters")
    guard let (found, _) = fields["parameters"] else {
      // If parameters are absent, the required ones are missing; otherwise an error was reported already.
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
}
