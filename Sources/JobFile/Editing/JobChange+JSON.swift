import Reporting

extension JobChange {
  /// Reads `{ "path": …, "value": … }`, with `"remove": true` or `"insert"` in place of the value, `{ "path": …, "key": "new" }`,
  /// `{ "path": …, "move": 3 }`, `{ "path": …, "delete": true }`, `{ "path": …, "duplicate": "new-id" }`, `{ "path": …, "group": "new-id", "count": 2 }`,
  /// `{ "path": …, "ungroup": true }` or `{ "rename": "id", "to": "new-id" }`.
  ///
  /// Throws for a change of no kind, and for members that no change has.
  public init(_ json: JSONValue) throws(JobEditError) {
    let known: Set = [
      "path", "value", "remove", "insert", "delete", "key", "move", "duplicate", "group", "count", "ungroup", "rename",
      "to",
    ]
    if case .object(let members) = json, let other = members.first(where: { !known.contains($0.key) }) {
      throw JobEditError(json["path"]?.string ?? "", "a change has no '\(other.key)'")
    }
    if let stage = json["rename"]?.string {
      guard let id = json["to"]?.string else { throw JobEditError(stage, "expected 'to', the new id") }
      self = .rename(stage: stage, to: id)
      return
    }
    guard let path = json["path"]?.string else { throw JobEditError("", "expected a path in each edit") }
    if let value = json["insert"] {
      self = .insert(path, value)
    } else if let key = json["key"]?.string {
      self = .rekey(path, as: key)
    } else if json["delete"]?.isTrue == true {
      self = .delete(path)
    } else if let target = json["move"] {
      guard case .number(let number) = target, let index = Int(exactly: number) else {
        throw JobEditError(path, "expected an index in 'move'")
      }
      self = .move(path, to: index)
    } else if let id = json["duplicate"]?.string {
      self = .duplicate(path, id: id)
    } else if let id = json["group"]?.string {
      guard case .number(let number)? = json["count"], let count = Int(exactly: number) else {
        throw JobEditError(path, "expected the number of stages in 'count'")
      }
      self = .group(path, count: count, id: id)
    } else if json["ungroup"]?.isTrue == true {
      self = .ungroup(path)
    } else if json["remove"]?.isTrue == true {
      self = .edit(JobEdit(path, nil))
    } else if let value = json["value"] {
      self = .edit(JobEdit(path, value))
    } else {
      throw JobEditError(
        path, "expected 'value', 'remove', 'insert', 'delete', 'key', 'move', 'duplicate', 'group' or 'ungroup'")
    }
  }
}

extension JobChange {
  /// As `init(_:)` reads it.
  public var json: JSONValue {
    switch self {
    case .edit(let edit):
      edit.value.map { ["path": .string(edit.path), "value": $0] } ?? ["path": .string(edit.path), "remove": true]
    case .rekey(let path, let key): ["path": .string(path), "key": .string(key)]
    case .insert(let path, let value): ["path": .string(path), "insert": value]
    case .delete(let path): ["path": .string(path), "delete": true]
    case .move(let path, let index): ["path": .string(path), "move": .number(Double(index))]
    case .duplicate(let path, let id): ["path": .string(path), "duplicate": .string(id)]
    case .group(let path, let count, let id):
      ["path": .string(path), "group": .string(id), "count": .number(Double(count))]
    case .ungroup(let path): ["path": .string(path), "ungroup": true]
    case .rename(let stage, let id): ["rename": .string(stage), "to": .string(id)]
    }
  }
}

extension StageReference {
  /// Its kind, its paths and the stage that refers.
  public var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "stage": owner.map { .string($0) } ?? .null, "path": .string(path),
      "whole": .string(whole),
    ]
  }
}
