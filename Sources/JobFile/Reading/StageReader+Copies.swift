import Reporting
import StageKit

/// One of the copies of what a stage repeats.
struct StageCopy {
  /// Names that expressions have in copies.
  static let names = ["index", "count"]

  /// From 0.
  let index: Int
  let count: Int
  /// Its number, from 1, after those of the copies that it is in, such as `#2#1`.
  let place: String
  /// True for the first copy, in the first of all copies that hold it.
  let isFirst: Bool
  /// The ids of the stages in it by those that the file has; none for the first copy, which keeps these.
  let ids: [String: String]
}

/// Copies of stages that differ: each is read by itself.
extension StageReader {
  /// The copies of what a stage holds.
  struct Copies {
    let count: Int
    /// The time by which each plays later than the one before, in seconds.
    let delay: Double
    /// The stage that holds those of a copy.
    let holder: StageDefinition
  }

  /// The copies of what a stage holds; nil where it repeats nothing, or all copies are alike.
  func copies(of entry: StageEntry, _ held: SourceArray) -> Copies? {
    guard let names = entry.definition.copies, let holder = definitions.first(where: { $0.name == names.holder })
    else { return nil }
    func number(_ name: String) -> Double? {
      entry.parameters.entries.first { $0.name == name }.flatMap {
        if case .number(let number) = $0.value { number } else { nil }
      }
    }
    guard let count = number(names.count), let delay = number(names.delay) else { return nil }
    let uses = copyNames(in: .array(held), at: entry.position)
    for use in uses { warn(ofHidden: use.name, at: use.position, count: count) }
    guard delay != 0 || uses.contains(where: { !isHidden($0.name) }) else { return nil }
    return Copies(count: Int(count), delay: delay, holder: holder)
  }

  /// True for a name that is a variable's or an axis'.
  private func isHidden(_ name: String) -> Bool { context.variable(name) != nil || context.names[name] != nil }

  /// Warns once of a name that is not the copy's; a variable may hold the number of copies itself.
  private func warn(ofHidden name: String, at position: SourcePosition, count: Double) {
    guard isHidden(name), context.reportedPlaces.insert(position).inserted else { return }
    let content = context.variable(name)?.content.flatMap(context.resolve)
    if name == "count", case .number(count)? = content?.kind { return }
    let hiding = context.variable(name) == nil ? "axis" : "variable"
    context.log.add(
      .warning, at: position,
      "'\(name)' is the \(hiding) '\(name)', not the \(name == "index" ? "copy's place" : "number of copies")",
      hint: "Give the \(hiding) another name.")
  }

  /// The names that differ from copy to copy, where expressions and texts in a value use them.
  private func copyNames(
    in value: SourceValue.Kind, at position: SourcePosition, _ offset: Int32 = 0
  ) -> [(name: String, position: SourcePosition)] {
    func inner(_ value: SourceValue) -> [(name: String, position: SourcePosition)] {
      value.isLiteral ? [] : copyNames(in: value.kind, at: value.position, value.offset)
    }
    switch value {
    case .string(let text):
      let names: [(name: String, offset: Int)]
      switch TextForm(text) {
      case .expression: names = (try? Expression(text[...]))?.names ?? []
      case .message: names = context.argumentNames(of: text)
      case .reference(let name): return context.variable(name)?.content.map(inner) ?? []
      case .plain: return []
      }
      return names.filter { StageCopy.names.contains($0.name) }.map {
        ($0.name, context.position(inStringAt: position, offset, $0.offset))
      }
    case .array(let array): return array.items.flatMap(inner)
    case .object(let object):
      // A repeater in it has copies of its own.
      let isRepeated = definitions.contains { $0.copies != nil && object["stage"]?.kind.text == $0.name }
      return object.members.flatMap { isRepeated && $0.key == "stages" ? [] : inner($0.value) }
    default: return []
    }
  }

  /// Reads what a stage holds once for each copy, up to the first with an error.
  func read(_ held: SourceArray, _ path: JobPath, _ copies: Copies, of parent: Int, into list: inout StageList) {
    let outer = context.copy
    defer { context.copy = outer }
    let entry = list.stages[parent]
    let ids = ids(in: .array(held))
    for index in 0..<copies.count where list.count <= JobLimits.stages {
      context.copy = outer
      let place = "\(outer?.place ?? "")#\(index + 1)"
      let isFirst = index == 0 && outer?.isFirst != false
      var own = outer?.ids ?? [:]
      if !isFirst { for id in ids { own[id] = id + place } }
      context.copy = StageCopy(index: index, count: copies.count, place: place, isFirst: isFirst, ids: own)
      let holder = list.stages.count
      list.stages.append(self.holder(of: index, copies, entry, parent: parent))
      list.count += 1
      let errors = context.log.errorCount
      read(held, path, parent: holder, into: &list)
      if context.log.errorCount > errors { break }
    }
  }

  /// The stage that holds a copy.
  private func holder(of index: Int, _ copies: Copies, _ entry: StageEntry, parent: Int) -> StageEntry {
    let reader = ParameterReader(context: context, noun: "parameter")
    func value(_ kind: SourceValue.Kind) -> SourceValue { SourceValue(kind, at: entry.position, offset: 0) }
    func object(_ key: String, _ content: SourceValue.Kind) -> SourceValue.Kind {
      .object(SourceObject(members: [.init(key: key, keyPosition: entry.position, value: value(content))]))
    }
    let time = object("time", object("offset", .number(-copies.delay * Double(index))))
    let found = ResolvedValue(
      kind: copies.delay == 0 ? .object(SourceObject()) : time, position: entry.position, offset: 0)
    let parameters = reader.parameters(found, .root, copies.holder.parameters, at: "") ?? ParameterValues()
    var holder = StageEntry(
      id: "\(entry.original ?? entry.id)\(context.copy?.place ?? "")", definition: copies.holder,
      parameters: parameters, position: entry.position,
      path: entry.path)
    holder.parent = parent
    holder.copy = index
    holder.usesRow = entry.usesRow
    return holder
  }

  /// The ids of all stages of a list and of those that they hold, whether they are written there or in variables.
  private func ids(in value: SourceValue.Kind) -> [String] {
    switch value {
    case .string(let text):
      guard case .reference(let name) = TextForm(text), let content = context.variable(name)?.content else { return [] }
      return ids(in: content.kind)
    case .array(let array): return array.items.flatMap { ids(in: $0.kind) }
    case .object(let object):
      let own = object["id"]?.kind.text.map { [$0] } ?? []
      return own + (object["stages"].map { ids(in: $0.kind) } ?? [])
    default: return []
    }
  }
}

extension SourceValue.Kind {
  /// Nil for what is no string.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
