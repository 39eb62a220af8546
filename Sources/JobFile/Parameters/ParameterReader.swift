import Reporting
@_spi(Host) import StageKit

/// Reads one stage's parameters, or the values of an object of the job, by their declarations, and records their positions.
final class ParameterReader {
  let context: ReaderContext
  /// The word for a parameter in messages.
  let noun: String
  /// The stage that has the parameters; nil for the job's own objects.
  let stage: String?
  /// The inputs that the stage's entry connects, and those that it does not.
  let connected, unconnected: Set<String>
  /// The positions of values by their path below the stage's parameters.
  var positions: [String: SourcePosition] = [:]
  /// Those that come from other files than the ones that use them.
  private(set) var foreignValues: [String: StageEntry.ForeignValue] = [:]
  /// The values of the job's own objects by the same path.
  private var places: [String: Place] = [:]
  /// The paths of values that have errors or are missing.
  private var faults: [String] = []
  private(set) var follows: [Follow] = []
  private(set) var tracks: [TrackReference] = []
  var computed: [ComputedParameter] = []
  /// True where values may be computed from other stages' outputs.
  let takesOutputs: Bool
  /// The job that the stage shows.
  private(set) var nested: NestedJobReader.Reference?
  /// The values that replace that job's variables.
  private(set) var handedIn: [HandedInVariable] = []

  init(
    context: ReaderContext, noun: String = "key", stage: String? = nil, unconnected: Set<String> = [],
    connected: Set<String> = [],
    takesOutputs: Bool = false
  ) {
    self.takesOutputs = takesOutputs
    self.context = context
    self.noun = noun
    self.stage = stage
    self.connected = connected
    self.unconnected = unconnected
  }

  /// The parameters of an object, with defaults; nil if the value is not an object.
  ///
  /// `location` is the object's path below the stage's parameters.
  func parameters(
    _ found: ResolvedValue, _ path: JobPath, _ declarations: [ParameterDeclaration], at location: String
  ) -> ParameterValues? {
    positions[location] = found.position
    guard
      let fields = ObjectReader(
        found, path, known: declarations.map(\.name), noun: noun, expected: "an object", in: context,
        hint: { _, key in
          location.isEmpty && StageReader.keys.contains(key) ? "Write it next to \"parameters\", not in them." : nil
        }, renamed: { RenamedKey(of: $0, among: declarations) },
        listing: stage.map { "'pipeline stages \($0)' lists them." })
    else { return nil }
    return parameters(fields, declarations, at: location)
  }

  /// The same of an object whose keys are checked.
  func parameters(
    _ fields: ObjectReader, _ declarations: [ParameterDeclaration], at location: String
  ) -> ParameterValues {
    var entries: [(String, ParameterValue)] = []
    for declaration in declarations {
      let inner = Self.join(location, declaration.name)
      if case .message(let names) = declaration.schema, let value = fields.object[declaration.name],
        case .string(let text) = value.kind, !value.isLiteral, TextForm(text) == .message
      {
        positions[inner] = value.position
        if context.isPattern(text, of: names, at: value) { entries.append((declaration.name, .text(text))) }
        continue
      }
      if let input = declaration.requiredInput, unconnected.contains(input),
        let (found, path) = fields[declaration.name]
      {
        context.reportMissingInput(input, found, path)
      }
      for input in declaration.replacingInputs where connected.contains(input) {
        guard let (found, path) = fields[declaration.name] else { continue }
        context.report(
          found, path, "'\(declaration.name)' is given twice: here, and by the input '\(input)'",
          hint: "Remove one of them.")
      }
      if declaration.isRequired {
        guard let (found, path) = required(declaration, of: fields) else {
          faults.append(inner)
          continue
        }
        guard let value = value(found, path, declaration.schema, at: inner) else { continue }
        entries.append((declaration.name, value))
      } else if let (found, path) = fields[declaration.name] {
        guard let value = value(found, path, declaration.schema, at: inner) else { continue }
        entries.append((declaration.name, value))
      } else if let value = Self.defaultValue(of: declaration, at: inner) {
        entries.append((declaration.name, value))
      }
    }
    return ParameterValues(entries, path: location)
  }

  /// A value that must be given; a missing one is reported.
  func required(_ declaration: ParameterDeclaration, of fields: ObjectReader) -> Place? {
    fields.required(declaration.name, isStage ? declaration.schema.noun : declaration.description)

  }

  private var isStage: Bool { noun == "parameter" }

  /// The place of a value, by its path below the object; nil if it is not written.
  func place(of location: String) -> Place? { places[location] }

  /// False if a value, or a part of it, has an error or is missing.
  func isWhole(_ location: String) -> Bool {
    location.isEmpty
      ? faults.isEmpty
      : !faults.contains { $0 == location || $0.hasPrefix(location + ".") || $0.hasPrefix(location + "[") }
  }

  /// The defaults for absent parameters; required ones are reported at `owner`, if given.
  func parameters(
    absent declarations: [ParameterDeclaration], at location: String, _ owner: (ResolvedValue, JobPath)?
  ) -> ParameterValues {
    if let (found, path) = owner {
      for declaration in declarations where declaration.isRequired {
        context.report(
          found, path, "'\(declaration.name)' is missing", code: .missingKey, hint: "It is \(declaration.schema.noun).")
      }
    }
    return Self.defaults(of: declarations, at: location)
  }

  private static func defaults(of declarations: [ParameterDeclaration], at location: String) -> ParameterValues {
    let entries = declarations.compactMap { declaration in
      defaultValue(of: declaration, at: join(location, declaration.name)).map { (declaration.name, $0) }
    }
    return ParameterValues(entries, path: location)
  }

  /// A declaration's default, with defaults for its fields.
  private static func defaultValue(of declaration: ParameterDeclaration, at location: String) -> ParameterValue? {
    switch (declaration.schema, declaration.defaultValue) {
    case (.object(let fields), .object): .object(defaults(of: fields, at: location))
    case (.variant(let variants), .variant(let name, _)):
      .variant(
        name, defaults(of: variants.first { $0.name == name }?.fields ?? [], at: join(location, name)))
    default: declaration.defaultValue
    }
  }

  static func join(_ location: String, _ name: String) -> String {
    location.isEmpty ? name : "\(location).\(name)"
  }

  // MARK: Values

  /// A value by its schema; nil after an error.
  func value(_ found: ResolvedValue, _ path: JobPath, _ schema: ParameterSchema, at location: String) -> ParameterValue?
  {
    positions[location] = found.position
    foreignValues[location] = StageEntry.ForeignValue(found, usedIn: context.log.file)
    if !isStage { places[location] = (found, path) }
    let value = read(found, path, schema, at: location)
    if value == nil { faults.append(location) }
    return value
  }

  private func read(
    _ found: ResolvedValue, _ path: JobPath, _ schema: ParameterSchema, at location: String
  ) -> ParameterValue? {
    switch schema {
    case .number(let number): return context.number(found, path, number).map { .number($0) }
    case .boolean: return context.boolean(found, path).map { .boolean($0) }
    case .text, .message: return context.string(found, path).map { .text($0) }
    case .choice(let words): return context.choice(found, path, among: words).map { .text($0) }
    case .color: return context.color(found, path).map { .color($0) }
    case .point:
      return context.numbers(found, path, count: 2, expected: schema.noun).map { .point(Point($0[0], $0[1])) }
    case .coordinate: return coordinate(found, path).map { .coordinate($0) }
    case .path: return outline(found, path).map { .path($0) }
    case .paint: return paint(found, path, at: location).map { .paint($0) }
    case .stops: return stops(found, path).map { .stops($0) }
    case .curve: return curve(found, path).map { .curve($0) }
    case .repetition: return repetition(found, path).map { .number($0) }
    case .file(let extensions): return context.file(found, path, extensions: extensions).map { .file($0) }
    case .track:
      guard let track = context.track(found, path) else { return nil }
      tracks.append(track)
      return .text(track.id)
    case .job: return nestedJob(found, path).map { .file($0) }
    case .variables: return variables(found, path).map { .text($0) }
    case .route: return route(found, path).map { .route($0) }
    case .list(let item, let minimumCount):
      return list(found, path, of: item, minimumCount: minimumCount, at: location)
    case .object(let fields): return parameters(found, path, fields, at: location).map { .object($0) }
    case .variant(let variants): return variant(found, path, variants, at: location)
    case .animated(let constant):
      if case .object(let object) = found.kind, let expression = object.computed {
        return computed(expression, found, path, constant, at: location)
      }
      if case .object(let object) = found.kind, constant.hasAxes, object["x"] != nil || object["y"] != nil {
        return parameters(found, path, PointAxes.declarations, at: location).map { .object($0) }
      }
      if constant.hasAxes, case .array(let array) = found.kind, let value = axes(of: array, path, at: location) {
        return value
      }
      if case .object(let object) = found.kind,
        !constant.isObject || object["keyframes"] != nil || object["follow"] != nil
      {
        return animation(found, path, of: constant, at: location)
      }
      if let whole = timed(found) { return animation(whole, path, of: constant, at: location) }
      return value(found, path, constant, at: location)
    case .pair(_, _, let number): return pair(found, path, number, expected: schema.noun, at: location)
    case .frameRate: return context.frameRate(found, path)?.parameterValue
    case .name: return context.string(found, path, expected: schema.noun).map { .text($0) }
    case .reference(let member):
      return context.reference(
        found, path, expected: schema.noun, part: member == "output" ? "an output" : "a \(member)"
      ).map { .text("\($0.stage).\($0.name)") }
    case .named(let named) where named.presets != nil:
      return withPreset(found, path, named).flatMap { alternative($0, path, schema, at: location) }
    case .constant, .alternatives, .named: return alternative(found, path, schema, at: location)
    }
  }

  private func pair(
    _ found: ResolvedValue, _ path: JobPath, _ schema: NumberSchema, expected: String, at location: String
  ) -> ParameterValue? {
    if case .array(let array) = found.kind, array.items.count == 2 {
      for (index, item) in array.items.enumerated() {
        places["\(location)[\(index)]"] = context.resolve(item).map { ($0, path[index]) }
      }
    }
    guard let numbers = context.numbers(found, path, schema, count: 2, expected: expected) else { return nil }
    return .point(Point(numbers[0], numbers[1]))
  }

  private func nestedJob(_ found: ResolvedValue, _ path: JobPath) -> FileReference? {
    guard let file = context.file(found, path, extensions: ["json"]) else { return nil }
    nested = NestedJobReader.Reference(file: file, found: found, path: path)
    return file
  }

  /// Remembers the values, and returns them as JSON.
  private func variables(_ found: ResolvedValue, _ path: JobPath) -> String? {
    guard case .object(let object) = found.kind else {
      context.report(found, path, expected: "an object of values by name")
      return nil
    }
    handedIn = object.members.compactMap { member in
      context.substituted(member.value).map {
        HandedInVariable(
          name: member.key, value: $0, position: member.keyPosition, path: path.key(member.key),
          origin: "handed in at \(context.log.file):\(member.value.position)")
      }
    }
    return JSONValue.object(handedIn.map { .init($0.name, $0.value.json) }).text
  }

  private func list(
    _ found: ResolvedValue, _ path: JobPath, of item: ParameterSchema, minimumCount: Int, at location: String
  ) -> ParameterValue? {
    guard let array = context.array(found, path) else { return nil }
    if array.items.count < minimumCount && !array.isDamaged {
      let minimum = minimumCount == 1 ? "at least 1 item" : "at least \(minimumCount) items"
      context.report(found, path, "expected \(minimum), found \(array.items.count)")
    }
    var values: [ParameterValue] = []
    var more = 0  // Values beyond the items.
    for (index, element) in array.items.enumerated() {
      guard let found = context.resolve(element) else { continue }
      let before = context.inputFiles.count
      guard let value = value(found, path[index], item, at: "\(location)[\(index + more)]") else { continue }
      let own = isStage ? each(value, readAfter: before, at: location, from: index + more) : [value]
      values += own
      more += own.count - 1
    }
    return .list(values)
  }

  func variant(
    _ found: ResolvedValue, _ path: JobPath, _ variants: [ParameterSchema.Variant], at location: String
  ) -> ParameterValue? {
    let names = variants.map(\.name)
    var expected: String { "an object with one of the keys \(quoted(names))" }
    if case .string(let name) = found.kind, names.contains(name) {
      context.report(found, path, expected: expected, hint: "Write { \"\(name)\": {} }.")
      return nil
    }
    guard let fields = ObjectReader(found, path, known: names, expected: expected, in: context) else { return nil }
    let chosen = variants.filter { fields.has($0.name) }
    if chosen.count > 1 {
      context.report(found, path, "\(quoted(chosen.map(\.name)).replacing(" or ", with: " and ")) exclude each other")
      return nil
    }
    guard let chosen = chosen.first else {
      // An unknown key was reported already.
      if fields.object.members.isEmpty && !fields.object.isDamaged {
        context.report(found, path, "expected one of the keys \(quoted(names))")
      }
      return nil
    }
    guard let (found, path) = fields[chosen.name] else { return nil }
    return parameters(found, path, chosen.fields, at: Self.join(location, chosen.name)).map {
      .variant(chosen.name, $0)
    }
  }

  // MARK: Keyframes

  private func animation(
    _ found: ResolvedValue, _ path: JobPath, of constant: ParameterSchema, at location: String
  ) -> ParameterValue? {
    if let pair = context.pair(found) {
      context.report(
        found, path, expected: "two numbers, or keyframes", hint: "Did you mean \(pair)?",
        fix: Fix(.value(pair), isSure: true))
      return nil
    }
    if case .object(let object) = found.kind, object.isTimed {
      return samples(object, found, path, of: constant, at: location)
    }
    guard let fields = DeclaredReader<KeyframesObject>(found, path, in: context) else { return nil }
    let mode = fields.read(\.$mode)
    let repeatCount = fields.read(\.$repeat)
    let autoreverse = fields.read(\.$autoreverse)
    let isFollowing = fields.has(\.$follow)
    let follow: FollowedOutput?? =
      isFollowing ? fields[\.$follow].flatMap { self.follow($0, $1, at: location) } : .some(nil)
    for place in isFollowing ? [fields[\.$repeat], fields[\.$autoreverse]] : [] {
      if let (found, path) = place {
        context.report(
          found, path, "does not go with 'follow'", hint: "These keyframes run as the followed value does.")
      }
    }
    guard let (found, path) = fields.required(\.$keyframes),
      let array = context.array(found, path, expected: "a list of keyframes")
    else { return nil }
    if array.items.isEmpty && !array.isDamaged { context.report(found, path, "there are no keyframes") }
    var frames: [AnimationValue.Frame] = []
    var last = isFollowing ? -Double.infinity : 0
    let order = FrameOrder(isFollowing: isFollowing, mode: mode ?? .linear, count: array.items.count)
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item) else { continue }
      let inner = "\(Self.join(location, "keyframes"))[\(index)]"
      if let frame = frame(found, path[index], of: constant, after: &last, order, index, at: inner) {
        frames.append(frame)
      }
    }
    guard let mode, let repeatCount, let autoreverse, let follow, !frames.isEmpty, frames.count == array.items.count
    else {
      return nil
    }
    checkMixing(frames, found, path)
    return .animation(
      AnimationValue(frames: frames, mode: mode, repeatCount: repeatCount, autoreverse: autoreverse, follow: follow))
  }

  private func follow(_ found: ResolvedValue, _ path: JobPath, at location: String) -> FollowedOutput?? {
    guard
      let (stage, output) = context.reference(found, path, expected: "\"stage.output\"", part: "an output")
    else { return nil }
    follows.append(
      Follow(parameter: location, stage: stage, output: output, position: found.position, path: path.text))
    return FollowedOutput(stage: stage, output: output)
  }
}
