import Reporting
import StageKit

extension JobChange {
  /// Reads `{ "path": …, "value": … }`, with `"remove": true` or `"insert"` in place of the value, `{ "path": …, "key": "new" }`,
  /// `{ "path": …, "move": 3 }`, `{ "path": …, "delete": true }`, `{ "path": …, "duplicate": "new-id" }`, `{ "path": …, "group": "new-id", "count": 2 }`,
  /// `{ "path": …, "ungroup": true }`, `{ "path": …, "split": 1.5 }` with an `"id"` and a `"group"`, `{ "rename": "id", "to": "new-id" }`, or
  /// `{ "add": "caption" }`, of a file with its kind in `"as"`, and with a `"path"`, a `"start"`, a `"position"`, a `"coordinate"` and a `"size"`.
  ///
  /// Throws for a change of no kind, and for members that no change has.
  public init(_ json: JSONValue) throws(JobEditError) {
    let known: Set = [
      "path", "value", "remove", "insert", "delete", "key", "move", "duplicate", "group", "count", "ungroup", "rename",
      "to", "split", "id", "add", "as", "start", "position", "coordinate", "size",
    ]
    if case .object(let members) = json, let other = members.first(where: { !known.contains($0.key) }) {
      throw JobEditError(json["path"]?.string ?? "", "a change has no '\(other.key)'")
    }
    if let stage = json["rename"]?.string {
      guard let id = json["to"]?.string else { throw JobEditError(stage, "expected 'to', the new id") }
      self = .rename(stage: stage, to: id)
      return
    }
    if let name = json["add"]?.string {
      self = .add(try JobAddition(name, json))
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
    } else if let seconds = json["split"] {
      guard case .number(let seconds) = seconds, seconds.isFinite else {
        throw JobEditError(path, "expected the seconds from its start in 'split'")
      }
      self = .split(path, at: seconds, id: json["id"]?.string, group: json["group"]?.string)
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
        path,
        "expected 'value', 'remove', 'insert', 'delete', 'key', 'move', 'duplicate', 'group', 'ungroup' or 'split'")
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
    case .split(let path, let seconds, let id, let group):
      .members([
        "path": .string(path), "split": .number(seconds), "id": id.map { .string($0) },
        "group": group.map { .string($0) },
      ])
    case .add(let addition): addition.json
    case .rename(let stage, let id): ["rename": .string(stage), "to": .string(id)]
    }
  }
}

extension JobAddition {
  fileprivate init(_ name: String, _ json: JSONValue) throws(JobEditError) {
    func pair(_ key: String) throws(JobEditError) -> (Double, Double)? {
      guard let value = json[key] else { return nil }
      guard let items = value.items, items.count == 2, case .number(let x) = items[0], case .number(let y) = items[1],
        x.isFinite, y.isFinite
      else { throw JobEditError(json["path"]?.string ?? "", "expected two numbers in '\(key)'") }
      return (x, y)
    }
    var start = 0.0
    if let value = json["start"] {
      guard case .number(let seconds) = value, seconds.isFinite else {
        throw JobEditError(json["path"]?.string ?? "", "expected seconds in 'start'")
      }
      start = seconds
    }
    self.init(
      name, kind: json["as"]?.string, id: json["id"]?.string, path: json["path"]?.string, start: start,
      position: try pair("position").map { Point($0.0, $0.1) },
      coordinate: try pair("coordinate").map { Point($0.0, $0.1) }, size: try pair("size").map { Size($0.0, $0.1) })
  }

  fileprivate var json: JSONValue {
    .members([
      "add": .string(name), "as": kind.map { .string($0) }, "id": id.map { .string($0) },
      "path": path.map { .string($0) },
      "start": start == 0 ? nil : .number(start), "position": position.map { [.number($0.x), .number($0.y)] },
      "coordinate": coordinate.map { [.number($0.x), .number($0.y)] },
      "size": size.map { [.number($0.width), .number($0.height)] },
    ])
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
