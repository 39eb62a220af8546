import Reporting

extension JobChange {
  /// Reads `{ "path": …, "value": … }`, with `"remove": true` or `"insert"` in place of the value, `{ "path": …, "move": 3 }`, `{ "path": …, "delete": true }`,
  /// `{ "path": …, "duplicate": "new-id" }` or `{ "rename": "id", "to": "new-id" }`.
  public init(_ json: JSONValue) throws(JobEditError) {
    if let stage = json["rename"]?.string {
      guard let id = json["to"]?.string else { throw JobEditError(stage, "expected 'to', the new id") }
      self = .rename(stage: stage, to: id)
      return
    }
    guard let path = json["path"]?.string else { throw JobEditError("", "expected a path in each edit") }
    if let value = json["insert"] {
      self = .insert(path, value)
    } else if json["delete"]?.isTrue == true {
      self = .delete(path)
    } else if let target = json["move"] {
      guard case .number(let number) = target, let index = Int(exactly: number) else {
        throw JobEditError(path, "expected an index in 'move'")
      }
      self = .move(path, to: index)
    } else if let id = json["duplicate"]?.string {
      self = .duplicate(path, id: id)
    } else {
      self = .edit(JobEdit(path, json["remove"] == .boolean(true) ? nil : json["value"] ?? .null))
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
