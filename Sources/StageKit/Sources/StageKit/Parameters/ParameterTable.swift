/// Optional parameters of one type, one for each key, such as a color for each part of a map.
///
/// ```swift
/// let colors = ParameterTable<Side, Color>(Side.allCases) { ($0.rawValue, "The color of the \($0) side.") }
/// let left = colors[.left] ?? .white
/// ```
public struct ParameterTable<Key: Hashable & Sendable, Value: ParameterType>: Sendable {
  private let rows: [(key: Key, name: String, parameter: Parameter<Value?>)]

  /// A table with a parameter for each key, of the name and with the help that `describe` gives.
  public init(_ keys: [Key], _ describe: (Key) -> (name: String, help: String)) {
    rows = keys.map { key in
      let (name, help) = describe(key)
      return (key, name, Parameter(help, name: name))
    }
  }

  /// The value that a job gives for a key; nil if it gives none.
  public subscript(key: Key) -> Value? { rows.first { $0.key == key }?.parameter.wrappedValue }
}

extension ParameterTable: GroupMember {
  func declare(_ property: String, in list: inout DeclaredMembers) {
    for row in rows { row.parameter.declare(row.name, in: &list) }
  }

  func read(_ values: ParameterValues, named property: String) throws {
    for row in rows { try row.parameter.read(values, named: row.name) }
  }
}
