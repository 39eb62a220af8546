/// A type with several alternatives, of which a job writes one as an object with that alternative's name as its only key.
///
/// ```swift
/// enum Mark: ParameterVariant {
///   case dot(Dot)
///   case cross(Cross)
///
///   static let alternatives: [Alternative<Mark>] = [
///     .init("dot", "A dot.", Mark.dot),
///     .init("cross", "Two crossed lines.", Mark.cross),
///   ]
///
///   static var placeholder: Mark { .dot(Dot()) }
/// }
/// ```
public protocol ParameterVariant: ParameterType {
  /// In the order in which help shows them; at least one.
  static var alternatives: [Alternative<Self>] { get }
}

/// An alternative of a `ParameterVariant`.
public struct Alternative<Value: Sendable>: Sendable {
  /// The alternative's name and fields, for the host.
  public let definition: ParameterSchema.Variant
  let read: @Sendable (ParameterValues) throws -> Value

  /// An alternative with the fields of a group, which `make` turns into a value.
  public init<Group: ParameterGroup>(
    _ name: String, _ summary: String, _ make: @escaping @Sendable (Group) throws -> Value
  ) {
    definition = ParameterSchema.Variant(name, summary, declarations: Group.declared.parameters)
    read = { try make(try Group($0)) }
  }
}

extension ParameterVariant {
  public static var schema: ParameterSchema { .variant(alternatives.map(\.definition)) }
  public static func read(_ value: ParameterValue) throws -> Self? {
    guard case .variant(let name, let fields) = value else { return nil }
    return try alternatives.first { $0.definition.name == name }?.read(fields)
  }
  public var parameterValue: ParameterValue? { nil }
}

/// No parameters, for an alternative or an object that has none.
public struct NoParameters: ParameterGroup {
  /// No parameters.
  public init() {}
}
