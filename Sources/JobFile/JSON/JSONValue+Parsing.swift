import Reporting

extension JSONValue {
  /// The value of a text in JSON or JSON5; nil where it has an error.
  public init?(parsing text: [UInt8]) {
    let log = DiagnosticLog(file: "")
    guard let source = SourceText(text, log: log) else { return nil }
    var reader = SourceReader(source, log: log)
    guard let value = reader.read(), !log.hasErrors else { return nil }
    self = value.json
  }

  /// A member of an object, the first of its name.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Nil where it is no text.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// Nil where it is no list.
  public var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  /// True if it is `true`.
  public var isTrue: Bool { self == .boolean(true) }
}
