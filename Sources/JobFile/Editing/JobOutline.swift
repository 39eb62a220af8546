import Reporting

/// The values of a job's text as they are written, by path and by position: before variables, variants and included
/// files come in.
public struct JobOutline: Sendable {
  let root: SourceValue

  /// As much of a text as can be read; nil where nothing can.
  public init?(_ text: [UInt8]) {
    let log = DiagnosticLog(file: "")
    guard let text = SourceText(text, log: log) else { return nil }
    var reader = SourceReader(text, log: log)
    guard let root = reader.read() else { return nil }
    self.root = root
  }

  /// The whole text's value.
  public var value: JSONValue { root.json }

  /// The value at a path such as `stages[2].parameters.color`; nil where there is none.
  public func value(at path: String) -> JSONValue? { source(path)?.json }

  /// The position of the first character of the value at a path; nil if there is none.
  public func position(of path: String) -> SourcePosition? { source(path)?.position }

  /// The path, as `JobEdit` takes it, of the value that begins at a position of this text; nil where none does. The
  /// whole text's value has an empty one.
  public func path(at position: SourcePosition) -> String? {
    func isAtOrBefore(_ value: SourceValue) -> Bool {
      (value.position.line, value.position.column) <= (position.line, position.column)
    }
    var steps: [EditPath.Step] = []
    var value = root
    while (value.position.line, value.position.column) != (position.line, position.column) {
      switch value.kind {
      case .object(let object):
        guard let member = object.members.last(where: { isAtOrBefore($0.value) }) else { return nil }
        steps.append(.key(member.key))
        value = member.value
      case .array(let array):
        guard let index = array.items.lastIndex(where: isAtOrBefore) else { return nil }
        steps.append(.index(index))
        value = array.items[index]
      default: return nil
      }
    }
    return EditPath(steps).text
  }

  /// The members of the object at a path, in the order of the text; none where there is no object.
  public func members(of path: String) -> [Member] {
    guard case .object(let object)? = source(path)?.kind, let path = try? EditPath(path) else { return [] }
    return object.members.map { member in
      Member(
        key: member.key, path: EditPath(path.steps + [.key(member.key)]).text, value: member.value.json,
        position: member.value.position)
    }
  }

  /// A member of an object as it is written.
  public struct Member: Sendable {
    public let key: String
    /// As `JobEdit` takes it.
    public let path: String
    public let value: JSONValue
    /// The position of the value's first character.
    public var position: SourcePosition
  }

  private func source(_ path: String) -> SourceValue? {
    guard let path = try? EditPath(path) else { return nil }
    var value: SourceValue? = root
    for step in path.steps {
      switch (step, value?.kind) {
      case (.key(let key), .object(let object)?): value = object[key]
      case (.index(let index), .array(let array)?):
        value = array.items.indices.contains(index) ? array.items[index] : nil
      default: return nil
      }
    }
    return value
  }
}
