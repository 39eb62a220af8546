import Reporting
import StageKit

/// Checks all variables of a job and all references to them.
struct VariableChecker {
  private let context: ReaderContext
  private var log: DiagnosticLog { context.log }
  private(set) var variables: [String: Variable] = [:]
  /// The position of each name.
  private var positions: [String: SourcePosition] = [:]
  private var names: [String] = []
  private var references: [String: [String]] = [:]
  private var used: Set<String> = []
  private var expanded = 0
  private var forward: [ForwardReference] = []
  /// False for stages: a stage's pattern has names of its own, and others are reported where parameters are read.
  private var reportsUnknownNames = true

  private struct ForwardReference {
    let name: String
    let definition: String
    let position: SourcePosition
    let path: JobPath
  }

  /// The values of another job, in the place of those in the file.
  private let handedIn: [String: HandedInVariable]

  init(root: SourceObject, handedIn: [HandedInVariable], _ context: ReaderContext, warnsOfUnused: Bool) {
    self.context = context
    self.handedIn = Dictionary(handedIn.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let mayWarn = warnsOfUnused && !context.log.hasErrors
    if let all = root["variables"], case .object(let object) = all.kind, object.members.count > JobLimits.variables {
      log.add(
        at: all.position, path: "variables", "\(object.members.count) variables are more than \(JobLimits.variables)",
        code: .limit)
      return
    }
    if let definitions = root["variables"] { define(definitions) }
    for member in root.members where member.key != "variables" && member.key != "$schema" {
      reportsUnknownNames = member.key != "stages"
      _ = measure(member.value, .key(member.key, in: .root), definition: nil)
    }
    if expanded > JobLimits.values {
      log.add(
        at: root["variables"]?.position, path: "variables",
        "variables expand to more than \(JobLimits.values) values", code: .limit)
      variables = variables.mapValues { Variable(content: nil, size: $0.size, depth: $0.depth) }
    }
    guard mayWarn else { return }
    // Files that others include have variables for all of them.
    for name in names where !used.contains(name) && positions[name]?.file == nil {
      log.add(
        .warning, at: positions[name], path: "variables.\(name)", "the variable '\(name)' is never used", code: .unused)
    }
  }

  private mutating func define(_ definitions: SourceValue) {
    guard case .object(let object) = definitions.kind else {
      if case .invalid = definitions.kind { return }
      log.add(at: definitions.position, path: "variables", "expected an object, found \(definitions.kind.noun)")
      return
    }
    names = object.members.map(\.key)
    for member in object.members { positions[member.key] = member.keyPosition }
    for member in object.members {
      let path = JobPath.key(member.key, in: .key("variables", in: .root))
      if !Variable.isName(member.key.utf8) {
        log.add(
          at: member.keyPosition, path: path.text, "'\(member.key)' is not a valid variable name",
          hint: "Names consist of letters, digits, '-' and '_', and begin with a letter.")
        used.insert(member.key)
      }
      if let hidden = context.hiddenValue(by: member.key) {
        log.add(
          .warning, at: member.keyPosition, path: path.text, "the variable '\(member.key)' hides \(hidden.name)",
          hint: hidden.hint)
      }
      let value = handedIn[member.key]?.value.moved(to: member.value) ?? member.value
      let forwardCount = forward.count
      let (size, depth) = measure(value, path, definition: member.key)
      var content: SourceValue? = value
      var isOfRow = context.rowNames.contains(member.key)
      if case .string(let text) = value.kind, !value.isLiteral, let name = Variable.reference(text) {
        content = variables[name]?.content
        isOfRow = isOfRow || variables[name]?.isOfRow == true
      }
      if case .invalid = value.kind { content = nil }
      // A value that needs a later one cannot be computed.
      if forward.count > forwardCount { content = nil }
      if depth > JobLimits.depth {
        log.add(at: member.value.position, path: path.text, "nested more than \(JobLimits.depth) deep", code: .limit)
      }
      if size > JobLimits.values {
        log.add(
          at: member.value.position, path: path.text, "expands to more than \(JobLimits.values) values", code: .limit)
      }
      if depth > JobLimits.depth || size > JobLimits.values { content = nil }
      variables[member.key] = Variable(
        content: content, size: min(size, JobLimits.values), depth: min(depth, JobLimits.depth),
        origin: handedIn[member.key]?.origin, isOfRow: isOfRow)
    }
    for reference in forward { report(reference) }
  }

  /// The number of values that a value expands to, and their nesting; reports unknown variables.
  private mutating func measure(
    _ value: SourceValue, _ path: @autoclosure () -> JobPath, definition: String?
  ) -> (size: Int, depth: Int) {
    var size = 1
    var depth = 1
    switch value.kind {
    case .null, .boolean, .number, .invalid: break
    case .string(let text) where value.isLiteral: size += text.utf8.count / 64
    case .string(let text):
      guard case .reference(let name) = TextForm(text) else {
        (size, depth) = measure(text, of: value, definition: definition)
        break
      }
      used.insert(name)
      if let definition { references[definition, default: []].append(name) }
      guard let variable = variables[name] else {
        reportUnknown(name, at: value.position, path(), definition: definition)
        break
      }
      size = variable.size
      depth = variable.depth
      if definition == nil { expanded = min(expanded + size, JobLimits.values + 1) }
    case .array(let array):
      let path = path()
      for (index, item) in array.items.enumerated() {
        let inner = measure(item, path[index], definition: definition)
        size = min(size + inner.size, JobLimits.values + 1)
        depth = max(depth, inner.depth + 1)
      }
    case .object(let object):
      let path = path()
      for member in object.members {
        let inner = measure(member.value, path.key(member.key), definition: definition)
        size = min(size + inner.size, JobLimits.values + 1)
        depth = max(depth, inner.depth + 1)
      }
    }
    return (size, depth)
  }

  /// The same for a text, with the values that it computes or that are put into it.
  private mutating func measure(
    _ text: String, of value: SourceValue, definition: String?
  ) -> (size: Int, depth: Int) {
    var size = 1 + text.utf8.count / 64
    var depth = 1
    for (name, offset) in names(in: text, of: value) {
      let variable = String(name.prefix { $0 != "." })
      guard let known = variables[variable] else {
        if let definition, positions[variable] != nil {
          let place = context.position(inStringAt: value.position, value.offset, offset)
          let path = JobPath.key(definition, in: .key("variables", in: .root))
          forward.append(ForwardReference(name: variable, definition: definition, position: place, path: path))
          context.reportedPlaces.insert(place)
        } else if !context.isKnown(name), reportsUnknownNames {
          let fault = context.unknown(name, among: names, at: offset)
          context.reportInside(value, at: offset, fault.message, hint: fault.hint)
        }
        continue
      }
      used.insert(variable)
      if let definition { references[definition, default: []].append(variable) }
      size = min(size + known.size, JobLimits.values + 1)
      depth = max(depth, known.depth + 1)
    }
    if definition == nil { expanded = min(expanded + size, JobLimits.values + 1) }
    return (size, depth)
  }

  /// The names in a message or an expression, with their offsets; what is wrong with it is reported.
  private func names(in text: String, of value: SourceValue) -> [(name: String, offset: Int)] {
    switch TextForm(text) {
    case .reference: return []
    case .plain:
      reportReferences(in: text, of: value)
      return []
    case .expression:
      do throws(ExpressionError) {
        return try Expression(text[...]).names
      } catch {
        context.reportInside(value, at: error.offset, error.message, hint: error.hint)
      }
    case .message:
      reportReferences(in: text, of: value)
      return context.names(inMessage: text, of: value)
    }
    return []
  }

  /// Reports `$name` within a text: it is not replaced by a value there.
  private func reportReferences(in text: String, of value: SourceValue) {
    guard text.utf8.dropFirst(2).contains(UInt8(ascii: "$")) || (text.utf8.first == 0x24 && !text.hasPrefix("$$"))
    else {
      return
    }
    let bytes = Array(text.utf8)
    for start in bytes.indices where bytes[start] == UInt8(ascii: "$") && (start > 1 || !text.hasPrefix("$$")) {
      let name = String(
        decoding: bytes[(start + 1)...].prefix { Variable.isName([UInt8(ascii: "a"), $0]) }, as: UTF8.self)
      guard positions[name] != nil else { continue }
      context.reportInside(
        value, at: start, "'$\(name)' is not replaced within a text", hint: "Write {\(name)} to put its value there.")
    }
  }

  private mutating func reportUnknown(
    _ name: String, at position: SourcePosition, _ path: JobPath, definition: String?
  ) {
    if let definition, positions[name] != nil {
      forward.append(ForwardReference(name: name, definition: definition, position: position, path: path))
      return
    }
    log.add(
      at: position, path: path.text, "unknown variable '$\(name)'", code: .unknownVariable,
      hint: spellingSuggestion(for: name, among: names.prefix(1000)).map { "Did you mean '$\($0)'?" }
        ?? "Write '$$\(name)' for text that begins with a dollar sign.",
      fix: Fix(word: name, among: Array(names.prefix(1000))))
  }

  private func report(_ reference: ForwardReference) {
    lazy var text = explanation(of: reference)
    log.add(at: reference.position, path: reference.path.text, text.message, hint: text.hint)
  }

  private func explanation(of reference: ForwardReference) -> (message: String, hint: String?) {
    if reference.name == reference.definition { return ("the variable '\(reference.name)' refers to itself", nil) }
    if let cycle = chain(from: reference.name, to: reference.definition) {
      let names = ([reference.definition] + cycle).map { "'\($0)'" }.joined(separator: " → ")
      return ("variables refer to each other: \(names)", nil)
    }
    return (
      "the variable '\(reference.name)' is defined after this use",
      "A variable can refer only to earlier ones; this one is defined at \(positions[reference.name]?.description ?? "?")."
    )
  }

  /// The shortest path along references, with both ends; nil if there is none among the nearest thousand variables.
  private func chain(from start: String, to end: String) -> [String]? {
    var previous: [String: String] = [start: start]
    var queue = [start]
    var next = 0
    while next < min(queue.count, 1000) {
      let name = queue[next]
      next += 1
      if name == end {
        var path = [name]
        while let last = path.last, last != start, let before = previous[last] { path.append(before) }
        return path.reversed()
      }
      for other in references[name] ?? [] where previous[other] == nil {
        previous[other] = name
        queue.append(other)
      }
    }
    return nil
  }
}
