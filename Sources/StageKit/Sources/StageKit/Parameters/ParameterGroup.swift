import Coding

/// Parameters that belong together, with the inputs, outputs and moments that go with them, each declared as a property.
///
/// A group is the value of a parameter, whose fields a job writes as an object, or its members are among those of the
/// stage or group that includes it:
///
/// ```swift
/// struct Tag: ParameterGroup {
///   @Parameter("The tag's shadow.") var shadow: Shadow?
///   @Include var placement: Placement
/// }
/// ```
///
/// A group can hold other stored properties, with initial values, that `prepare()` computes.
public protocol ParameterGroup: ParameterType {
  /// A group with the defaults of its parameters.
  init()

  /// Checks parameters against each other, and computes other stored properties, once the values have been read.
  ///
  /// Throws `StageError`; see `Parameter.location`.
  mutating func prepare() throws

  /// Reads the checked values of a job, or of an object in one.
  init(_ values: ParameterValues) throws
}

extension ParameterGroup {
  /// Checks nothing.
  public mutating func prepare() throws {}

  /// Reads each declared parameter by its name. Cost: about a microsecond for each.
  public init(_ values: ParameterValues) throws {
    self.init()
    try read(values)
  }

  mutating func read(_ values: ParameterValues) throws {
    for (property, member) in members { try member.read(values, named: property) }
    try prepare()
  }

  /// The declared properties by name, in order.
  private var members: [(name: String, member: any GroupMember)] {
    Mirror(reflecting: self).children.compactMap { label, value in
      guard let member = value as? any GroupMember, let label else { return nil }
      // The stored property behind `@Parameter var color` is `_color`.
      return (label.first == "_" ? String(label.dropFirst()) : label, member)
    }
  }

  func declare(in list: inout DeclaredMembers) {
    for (property, member) in members { member.declare(property, in: &list) }
  }

  /// A group with defaults whose ports and moments know their names, for tests: `frame[Blink.named.opacity]`.
  public static var named: Self {
    var list = DeclaredMembers()
    let group = Self()
    group.declare(in: &list)
    return group
  }

  /// The declarations of this group's parameters, for the host.
  var declaredParameters: [ParameterDeclaration] {
    var list = DeclaredMembers()
    declare(in: &list)
    return list.parameters
  }

  /// The declarations of the group's parameters, in order, for the host.
  public static var declarations: [ParameterDeclaration] { declared.parameters }

  /// The declarations of the group's members, for the host.
  static var declared: DeclaredMembers {
    var list = DeclaredMembers()
    Self().declare(in: &list)
    return list
  }
}

extension ParameterGroup {
  public static var schema: ParameterSchema { .object(declared.parameters) }
  public static var absentValue: ParameterValue? {
    declared.parameters.contains(where: \.isRequired) ? nil : .object(ParameterValues())
  }
  public static func read(_ value: ParameterValue) throws -> Self? {
    if case .object(let fields) = value { try Self(fields) } else { nil }
  }
  public var parameterValue: ParameterValue? { .object(ParameterValues()) }
  public static var placeholder: Self { Self() }
}

/// The members that a group declares, in order.
struct DeclaredMembers {
  var parameters: [ParameterDeclaration] = []
  var inputs: [PortDefinition] = []
  var outputs: [PortDefinition] = []
  var moments: [Moment] = []
  var cues: [Moment] = []
}

/// A property that a group declares to the host.
protocol GroupMember {
  func declare(_ property: String, in list: inout DeclaredMembers)
  func read(_ values: ParameterValues, named property: String) throws
}

/// A group whose members are members of the group or stage that includes it.
@propertyWrapper
public struct Include<Group: ParameterGroup>: Sendable {
  /// Only `read(_:named:)` writes it, before the group that was made for those values is handed to anybody.
  @usableFromInline final class Storage: @unchecked Sendable {
    @usableFromInline var value: Group
    init(_ value: Group) { self.value = value }
  }

  @usableFromInline let storage: Storage

  /// The included group.
  @inlinable public var wrappedValue: Group { storage.value }

  /// A group as its type declares it.
  public init() { storage = Storage(Group()) }

  /// A group that is made for its place, such as with help of its own.
  public init(wrappedValue: Group) { storage = Storage(wrappedValue) }
}

extension Include: GroupMember {
  func declare(_ property: String, in list: inout DeclaredMembers) { storage.value.declare(in: &list) }
  func read(_ values: ParameterValues, named property: String) throws { try storage.value.read(values) }
}

/// The name of a port or a moment: the one given, or that of the property that declares it.
///
/// Written once, by the group that holds the property, before that group is handed to anybody.
final class MemberName: @unchecked Sendable {
  private(set) var value: String
  private let isGiven: Bool

  init(_ name: String?) {
    value = name ?? ""
    isGiven = name != nil
  }

  func take(_ property: String) { if !isGiven { value = property } }
}

extension Output: GroupMember {
  func declare(_ property: String, in list: inout DeclaredMembers) {
    name.take(property)
    list.outputs.append(definition)
  }
  func read(_ values: ParameterValues, named property: String) { name.take(property) }
}

extension Input: GroupMember {
  func declare(_ property: String, in list: inout DeclaredMembers) {
    name.take(property)
    list.inputs.append(definition)
  }
  func read(_ values: ParameterValues, named property: String) { name.take(property) }
}

extension Moment: GroupMember {
  func declare(_ property: String, in list: inout DeclaredMembers) {
    memberName.take(property)
    if use != .cue { list.moments.append(self) }
    if use != .moment { list.cues.append(self) }
  }
  func read(_ values: ParameterValues, named property: String) { memberName.take(property) }
}
