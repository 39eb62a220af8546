import Reporting
import StageKit

/// The text of a job without errors in its JSON, while it is edited.
struct JobTextEditor {
  private(set) var bytes: [UInt8]
  private(set) var layout: TextLayout

  /// Fails at the first error in the JSON; keys that are given twice are none.
  init(_ text: [UInt8]) throws(JobEditError) {
    let log = DiagnosticLog(file: "")
    var repeated: Set<SourcePosition> = []
    var isEmpty = true
    if let text = SourceText(text, log: log) {
      var reader = SourceReader(text, log: log)
      isEmpty = reader.read() == nil
      repeated = reader.repeatedKeys
    }
    let fault = log.list.sorted.first { error in error.position.map { !repeated.contains($0) } ?? true }
    if fault != nil || isEmpty {
      throw JobEditError("", at: fault?.position, fault?.message ?? "the file is empty", hint: fault?.hint)
    }
    bytes = text
    layout = TextLayout(text)
  }

  mutating func apply(_ edit: JobEdit) throws(JobEditError) {
    let path = try EditPath(edit.path)
    var reader = SourceReader(bytes: bytes)
    reader.skipSpace()
    var offset = reader.index
    for (depth, step) in path.steps.enumerated() {
      let container = try container(at: offset, for: step, Array(path.steps[..<depth]))
      guard let place = Self.place(of: step, in: container) else {
        let rest = Array(path.steps[(depth + 1)...])
        return try insert(
          edit.value, at: step, rest: rest, in: container, parent: Array(path.steps[..<depth]), edit: edit)
      }
      if depth == path.steps.count - 1 { return try replace(place, of: container, by: edit.value, at: path) }
      offset = container.items[place].value.lowerBound
    }
  }

  /// The container at an offset, which is `parent`, if it can have the step.
  private func container(
    at offset: Int, for step: EditPath.Step, _ parent: [EditPath.Step]
  ) throws(JobEditError) -> SourceContainer {
    var reader = SourceReader(bytes: bytes)
    let found = reader.container(at: offset)
    let isKey = if case .key = step { true } else { false }
    if let found, found.isObject == isKey { return found }
    let noun =
      if let found { found.isObject ? "an object" : "a list" } else { reader.value(at: offset)?.kind.noun ?? "nothing" }
    throw JobEditError(
      EditPath(parent).text, at: reader.locate(offset), "expected \(isKey ? "an object" : "a list"), found \(noun)")
  }

  static func place(of step: EditPath.Step, in container: SourceContainer) -> Int? {
    switch step {
    case .key(let key): container.items.firstIndex { $0.key == key }
    case .index(let index): container.items.indices.contains(index) ? index : nil
    }
  }

  // MARK: Changes

  private mutating func replace(
    _ place: Int, of container: SourceContainer, by value: JSONValue?, at path: EditPath
  ) throws(JobEditError) {
    guard let value else { return remove(place, of: container) }
    let range = container.items[place].value
    var reader = SourceReader(bytes: bytes)
    let old = reader.value(at: range.lowerBound)?.json
    if old == value { return }
    // Equal parts keep their text and their comments.
    if let old, let parts = Self.parts(from: old, to: value, at: path) {
      for part in parts { try apply(part) }
      return
    }
    let text = layout.text(
      of: value, at: layout.column(of: range.lowerBound), indent: layout.indent(at: range.lowerBound))
    change([(range, text)])
  }

  /// The smaller changes that make one value of another; nil where they have nothing in common.
  private static func parts(from old: JSONValue, to new: JSONValue, at path: EditPath) -> [JobChange]? {
    func inner(_ step: EditPath.Step) -> String { EditPath(path.steps + [step]).text }
    switch (old, new) {
    case (.array(let old), .array(let new)) where old.count == new.count && !old.isEmpty:
      return zip(old, new).enumerated().filter { $1.0 != $1.1 }.map { index, pair in
        .edit(JobEdit(inner(.index(index)), pair.1))
      }
    case (.array(let old), .array(let new)) where abs(old.count - new.count) == 1 && !old.isEmpty && !new.isEmpty:
      let index = zip(old, new).prefix { $0 == $1 }.count
      guard
        old.dropFirst(old.count > new.count ? index + 1 : index)
          == new.dropFirst(new.count > old.count ? index + 1 : index)
      else { return nil }
      return [
        old.count > new.count ? .edit(JobEdit(inner(.index(index)), nil)) : .insert(inner(.index(index)), new[index])
      ]
    case (.object(let old), .object(let new)):
      let known = new.filter { member in old.contains { $0.key == member.key } }
      guard !known.isEmpty, Set(old.map(\.key)).count == old.count, Set(new.map(\.key)).count == new.count else {
        return nil
      }
      let removed = old.filter { member in !new.contains { $0.key == member.key } }
      let set = new.filter { !old.contains($0) }
      return removed.map { .edit(JobEdit(inner(.key($0.key)), nil)) }
        + set.map { .edit(JobEdit(inner(.key($0.key)), $0.value)) }
    default: return nil
    }
  }

  /// Adds the value of a step, which `rest` leads into.
  private mutating func insert(
    _ value: JSONValue?, at step: EditPath.Step, rest: [EditPath.Step], in container: SourceContainer,
    parent: [EditPath.Step], edit: JobEdit
  ) throws(JobEditError) {
    for (depth, step) in ([step] + rest).enumerated() {
      guard case .index(let index) = step else { continue }
      let count = depth == 0 ? container.items.count : 0
      guard index != count || value == nil else { continue }
      var reader = SourceReader(bytes: bytes)
      let list = EditPath(parent + ([step] + rest)[..<depth]).text
      throw JobEditError(
        edit.path, at: reader.locate(container.start),
        "there is no item \(index): '\(list)' has \(count == 1 ? "1 item" : "\(count) items")",
        hint: value == nil ? nil : "An item is added at index \(count).")
    }
    guard var value else { return }
    for step in rest.reversed() {
      switch step {
      case .key(let key): value = .object([.init(key, value)])
      case .index: value = [value]
      }
    }
    let key = if case .key(let key) = step { key } else { String?.none }
    change(layout.insertion(of: value, key: key, in: container))
  }

  private mutating func remove(_ place: Int, of container: SourceContainer) {
    change(layout.removal(of: place, in: container))
  }

  /// Replaces ranges, which ascend and do not overlap.
  mutating func change(_ changes: [TextLayout.Change]) {
    for (range, text) in changes.reversed() { bytes.replaceSubrange(range, with: text.utf8) }
    layout = TextLayout(bytes)
  }
}

extension SourceReader {
  /// A reader of a text without errors, which reports to nobody.
  init(bytes: [UInt8]) { self.init(SourceText(valid: bytes), log: DiagnosticLog(file: "")) }

  /// The value that begins at an offset.
  mutating func value(at offset: Int) -> SourceValue? {
    index = offset
    return next.map(startsValue) == true ? readValue(depth: 1) : nil
  }
}
