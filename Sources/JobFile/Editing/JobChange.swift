import Reporting

/// A change of a job's text.
public enum JobChange: Hashable, Sendable {
  /// Sets or removes a value.
  case edit(JobEdit)
  /// Gives the member at a path another key, and moves it into the object before a dot of that.
  case rekey(String, as: String)
  /// Adds an item before the one at a path such as `stages[2]`; behind the last, where the index is the count.
  case insert(String, JSONValue)
  /// Removes the item at a path such as `stages[2]`, with the comments behind it on its line.
  case delete(String)
  /// Moves the item at a path such as `stages[2]` to an index of its list, with the comments above and behind it.
  case move(String, to: Int)
  /// Adds a copy of the stage at a path such as `stages[2]` behind it. It gets an id, and what it holds gets ids that are
  /// free; references among them follow.
  case duplicate(String, id: String)
  /// Puts so many stages, from the one at a path such as `stages[2]` on, into a group in their place, with the comments above and
  /// behind them; references to them stay as they are.
  case group(String, count: Int, id: String)
  /// Puts the stages of the group at a path into its place. A group that moves, draws or is named elsewhere stays.
  case ungroup(String)
  /// Ends the stage at a path such as `stages[2]` a number of seconds after its start; a copy goes on from there, in a group that
  /// starts then with its time so much later, so that the picture stays. Without ids they get ones that are free.
  case split(String, at: Double, id: String?, group: String?)
  /// Adds a stage or a sound; only with surroundings.
  case add(JobAddition)
  /// Gives a stage another id; references to it follow.
  case rename(stage: String, to: String)
}

extension JobText {
  /// Makes the changes in order, each in the text that the ones before leave; additions need to know the job's surroundings.
  public static func applying(
    _ changes: [JobChange], to text: [UInt8], in surroundings: JobSurroundings? = nil
  ) throws(JobEditError) -> [UInt8] {
    try editing(text) { editor throws(JobEditError) in
      for change in changes {
        if case .add(let addition) = change { try editor.add(addition, surroundings) } else { try editor.apply(change) }
      }
    }
  }
}

extension JobTextEditor {
  mutating func apply(_ change: JobChange) throws(JobEditError) {
    switch change {
    case .edit(let edit): try apply(edit)
    case .rekey(let path, let key): try rekey(path, as: key)
    case .insert(let path, let value): try insert(value, before: path)
    case .delete(let path):
      let (list, index) = try item(path, isNew: false)
      if let container = container(list) { self.change(layout.removal(of: index, in: container, withComments: true)) }
    case .move(let path, let target):
      let (list, index) = try item(path, isNew: false)
      let count = count(of: list)
      guard (0..<count).contains(target) else {
        throw JobEditError(path, "there is no index \(target) among \(count) items")
      }
      try move(index, to: target, in: list)
    case .duplicate(let path, let id): try duplicate(path, id: id)
    case .group(let path, let count, let id): try group(path, count: count, id: id)
    case .ungroup(let path): try ungroup(path)
    case .split(let path, let seconds, let id, let group): try split(path, at: seconds, id: id, group: group)
    case .add(let addition): try add(addition, nil)
    case .rename(let stage, let id): try rename(stage, to: id)
    }
  }

  mutating func add(_ addition: JobAddition, _ surroundings: JobSurroundings?) throws(JobEditError) {
    guard let surroundings else { throw JobEditError(addition.path ?? "", "stages are not known here") }
    let entry = try AddedEntry(addition, surroundings, in: outline("")).insertion(in: self)
    try insert(entry.value, before: entry.path)
  }

  private mutating func insert(_ value: JSONValue, before path: String) throws(JobEditError) {
    let (list, index) = try item(path, isNew: true)
    try apply(JobEdit(EditPath(list.steps + [.index(count(of: list))]).text, value))
    try move(count(of: list) - 1, to: index, in: list)
  }

  private mutating func rekey(_ text: String, as key: String) throws(JobEditError) {
    var path = try EditPath(text)
    guard let last = path.steps.popLast(), case .key(let old) = last,
      let item = container(path)?.items.first(where: { $0.key == old })
    else { throw JobEditError(text, "there is no such member") }
    let parts = key.split(separator: ".").map { EditPath.Step.key(String($0)) }
    guard case .key(let new)? = parts.last else { throw JobEditError(text, "expected a key in 'key'") }
    guard parts.count > 1 else {
      if container(path)?.items.contains(where: { $0.key == new }) == true, new != old {
        throw JobEditError(text, "there is a '\(new)' too")
      }
      return change([(item.keyRange, layout.key(new, like: item))])
    }
    var reader = SourceReader(bytes: bytes)
    let value = reader.value(at: item.value.lowerBound)?.json
    try apply(JobEdit(EditPath(path.steps + parts).text, value))
    try apply(JobEdit(text, nil))
  }

  /// The list of an item and its index there; one that is new may have the count as its index.
  func item(_ text: String, isNew: Bool) throws(JobEditError) -> (list: EditPath, index: Int) {
    var path = try EditPath(text)
    guard case .index(let index)? = path.steps.popLast(), !path.steps.isEmpty else {
      throw JobEditError(text, "this is no item of a list", hint: "Write it such as stages[2].")
    }
    let count = count(of: path)
    guard index < count || isNew && index == count else {
      throw JobEditError(
        text, "there is no item \(index): '\(path.text)' has \(count == 1 ? "1 item" : "\(count) items")")
    }
    return (path, index)
  }

  /// The number of a list's items; 0 where there is no list.
  func count(of list: EditPath) -> Int { container(list)?.items.count ?? 0 }

  /// The object or list at a path; nil where there is none.
  func container(_ path: EditPath) -> SourceContainer? {
    var reader = SourceReader(bytes: bytes)
    reader.skipSpace()
    var found = reader.container(at: reader.index)
    for step in path.steps {
      guard let container = found, let place = Self.place(of: step, in: container) else { return nil }
      found = reader.container(at: container.items[place].value.lowerBound)
    }
    return found
  }

  private mutating func move(_ index: Int, to target: Int, in list: EditPath) throws(JobEditError) {
    guard index != target, let container = container(list) else { return }
    var order = Array(container.items.indices)
    order.insert(order.remove(at: index), at: target)
    change([layout.reordering(container, as: order)])
  }

  // MARK: Stages

  /// Ids consist of letters, digits, hyphens and underscores.
  static func check(_ id: String, _ path: String) throws(JobEditError) {
    guard !id.isEmpty, id.utf8.allSatisfy(StageReader.isIDCharacter) else {
      throw JobEditError(path, "'\(id)' is not a valid id", hint: "Ids consist of letters, digits, '-' and '_'.")
    }
  }

  func outline(_ path: String) throws(JobEditError) -> JobOutline {
    guard let outline = JobOutline(bytes) else { throw JobEditError(path, "the file is empty") }
    return outline
  }

  private mutating func rename(_ stage: String, to id: String) throws(JobEditError) {
    try Self.check(id, stage)
    let places = StagePlaces(try outline(stage))
    guard places.ids.contains(stage) else { throw JobEditError("", "there is no stage '\(stage)' in this file") }
    guard stage == id || !places.ids.contains(id) else { throw JobEditError("", "the id '\(id)' is taken") }
    replace(places.references(to: stage).map { ($0, id) })
  }

  private mutating func duplicate(_ text: String, id: String) throws(JobEditError) {
    try Self.check(id, text)
    let (list, index) = try item(text, isNew: false)
    guard let container = container(list) else { return }
    change(layout.duplication(of: index, in: container))
    let copy = EditPath(list.steps + [.index(index + 1)])
    let places = StagePlaces(try outline(text))
    guard let own = places.stages.first(where: { $0.path == text })?.id else {
      throw JobEditError(text, "this is no stage with an id")
    }
    let inside = places.stages.filter { $0.path.hasPrefix(copy.text) }
    var taken = places.ids
    guard !taken.contains(id) else { throw JobEditError(text, "the id '\(id)' is taken") }
    taken.insert(id)
    let ids = inside.map { stage -> (String, String) in
      guard stage.path != copy.text else { return (own, id) }
      let free = Self.free(stage.id, taken)
      taken.insert(free)
      return (stage.id, free)
    }
    replace(
      ids.flatMap { old, new in
        places.references(to: old).filter { $0.path.hasPrefix(copy.text) }.map { ($0, new) }
      })
  }

  /// An id that no stage has: with a number at its end, or a larger one.
  static func free(_ id: String, _ taken: Set<String>) -> String {
    let parts = id.split(separator: "-")
    let number = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
    let stem = number == nil ? id : parts.dropLast().joined(separator: "-")
    var next = number.map { $0 &+ 1 } ?? 2
    while taken.contains("\(stem)-\(next)") { next &+= 1 }
    return "\(stem)-\(next)"
  }

  /// Writes other ids where references are.
  private mutating func replace(_ references: [(StageReference, String)]) {
    var reader = SourceReader(bytes: bytes)
    var changes: [TextLayout.Change] = []
    for (reference, id) in references {
      guard let value = reader.value(at: reference.offset), case .string(let old) = value.kind else { continue }
      let range = reference.offset..<reader.index
      let new = reference.renamed(old, to: id)
      let raw = String(decoding: bytes[range].dropFirst().dropLast(), as: UTF8.self)
      let quote = String(decoding: bytes[range].prefix(1), as: UTF8.self)
      // Where the text has escapes it is written anew.
      let text = raw == old && !new.contains(quote) ? quote + new + quote : JSONValue.string(new).text
      changes.append((range, text))
    }
    // A text with an expression may refer to a stage and to another in its copy.
    var seen: Set<Int> = []
    change(
      changes.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { seen.insert($0.range.lowerBound).inserted })
  }
}
