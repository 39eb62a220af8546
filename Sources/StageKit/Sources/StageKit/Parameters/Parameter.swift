/// A parameter of a stage or of an object in one, declared as a property.
///
/// The property's name is the parameter's name in job files, its initial value is the default, and its type says which
/// values a job can write. A property without an initial value is required, unless its type is optional.
///
/// ```swift
/// struct Ring: ParameterGroup {
///   @Parameter("The ring's color.") var color: Animated<Color> = Animated(.white)
///   @Parameter("The time of one turn.", .positive(.seconds)) var period = 1.2
///   @Parameter("The ring's label, if it has one.") var label: String?
/// }
/// ```
///
/// The projected value, such as `$period`, says where the parameter is in a job, for a `StageError`.
@propertyWrapper
public struct Parameter<Value: ParameterType>: Sendable {
  /// The value and the declaration. One reference, so that copies of a group take little code and time.
  ///
  /// All copies of a group share them. Only `read(_:named:)` writes, before the group that was made for those values is
  /// handed to anybody.
  @usableFromInline final class Storage: @unchecked Sendable {
    @usableFromInline var value: Value
    var location = ""
    let help: String
    let givenName: String?
    /// Nil for that of the type, which is only made where it is asked for.
    let schema: ParameterSchema?
    let defaultValue: ParameterValue?
    let requiredInput: String?
    let replacingInputs: [String]
    let formerNames: [String]
    /// Reads a written value.
    let read: @Sendable (ParameterValue) throws -> Value?

    init(
      value: Value?, help: String, name: String?, schema: ParameterSchema?, defaultValue: ParameterValue?,
      requires input: String? = nil, replacedBy inputs: [String] = [], formerly names: [String] = [],
      read: @escaping @Sendable (ParameterValue) throws -> Value? = { try Value.read($0) }
    ) {
      self.read = read
      self.value = value ?? Value.placeholder
      self.help = help
      givenName = name
      self.schema = schema
      self.defaultValue = defaultValue
      requiredInput = input
      replacingInputs = inputs
      formerNames = names
    }
  }

  @usableFromInline let storage: Storage

  /// The value in the job, else the default, else nil where the type is optional.
  @inlinable public var wrappedValue: Value { storage.value }

  /// The parameter itself, which knows its location.
  public var projectedValue: Parameter { self }

  private init(_ storage: Storage) { self.storage = storage }

  /// A parameter with a default.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default.
  ///   - help: One sentence for the reference, the schema and the forms.
  ///   - name: The name in job files, where it is not that of the property.
  ///   - schema: The values that a job can write, where the type alone does not say, such as `.file(extensions: ["png"])`.
  ///   - input: The name of an input without which the parameter means nothing: the host refuses a job that gives one
  ///     without the other.
  ///   - inputs: The names of inputs that take the parameter's place: the host refuses a job that gives both.
  ///   - names: Earlier names of the parameter: the host refuses a job that uses one, and names the current one.
  public init(
    wrappedValue: Value, _ help: String, name: String? = nil, as schema: ParameterSchema? = nil,
    requires input: String? = nil, replacedBy inputs: [String] = [], formerly names: [String] = []
  ) {
    self.init(
      Storage(
        value: wrappedValue, help: help, name: name, schema: schema, defaultValue: wrappedValue.parameterValue,
        requires: input, replacedBy: inputs, formerly: names))
  }

  /// A parameter without a default: required, unless its type is optional or a group without required parameters.
  public init(
    _ help: String, name: String? = nil, as schema: ParameterSchema? = nil, requires input: String? = nil,
    replacedBy inputs: [String] = [], formerly names: [String] = []
  ) {
    self.init(
      Storage(
        value: nil, help: help, name: name, schema: schema, defaultValue: Value.absentValue, requires: input,
        replacedBy: inputs, formerly: names))
  }

  /// The declaration for the host, given the name of the property.
  func declaration(named property: String) -> ParameterDeclaration {
    var result = ParameterDeclaration(
      name: storage.givenName ?? property, summary: storage.help, schema: storage.schema ?? Value.schema,
      defaultValue: storage.defaultValue, isOptional: Value.isOptional)
    result.requiredInput = storage.requiredInput
    result.replacingInputs = storage.replacingInputs
    result.formerNames = storage.formerNames
    return result
  }

  /// The location of the parameter below the stage's, such as `moves[1].duration`, for a `StageError`.
  public var location: String { storage.location }

  /// Returns the result of `body`; a `StageError` from it without a location gets that of this parameter.
  public func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as StageError {
      if error.parameter == nil { error.parameter = location }
      throw error
    }
  }
}

extension Parameter where Value: NumberParameterType {
  /// A number, or numbers, within a range, with a default.
  public init(
    wrappedValue: Value, _ help: String, name: String? = nil, _ range: NumberSchema, requires input: String? = nil,
    replacedBy inputs: [String] = [], formerly names: [String] = []
  ) {
    self.init(
      wrappedValue: wrappedValue, help, name: name, as: Value.schema(range), requires: input, replacedBy: inputs,
      formerly: names)
  }

  /// A number, or numbers, within a range, without a default.
  public init(
    _ help: String, name: String? = nil, _ range: NumberSchema, requires input: String? = nil,
    replacedBy inputs: [String] = [], formerly names: [String] = []
  ) {
    self.init(help, name: name, as: Value.schema(range), requires: input, replacedBy: inputs, formerly: names)
  }
}

extension Parameter where Value: ListParameterType {
  /// A required list of at least `count` values.
  public init(_ help: String, name: String? = nil, atLeast count: Int) {
    self.init(help, name: name, as: .list(of: Value.Element.schema, minimumCount: count))
  }

  /// A list of at least `count` values, with a default.
  public init(wrappedValue: Value, _ help: String, name: String? = nil, atLeast count: Int) {
    self.init(
      wrappedValue: wrappedValue, help, name: name, as: .list(of: Value.Element.schema, minimumCount: count))
  }
}

extension Parameter where Value: ParameterGroup {
  /// A group that is made for its place: its own defaults are those of the fields that a job leaves out.
  public init(wrappedValue: Value, _ help: String, name: String? = nil) {
    let fields = wrappedValue.declaredParameters
    self.init(
      Storage(
        value: wrappedValue, help: help, name: name, schema: .object(fields),
        defaultValue: fields.contains(where: \.isRequired) ? nil : .object(ParameterValues())
      ) { value in
        guard case .object(let fields) = value else { return nil }
        var group = wrappedValue
        try group.read(fields)
        return group
      })
  }
}

extension Parameter where Value: ParameterVariant {
  /// One of several alternatives; by default the one of the given name, with the defaults of its fields.
  public init(_ help: String, name: String? = nil, default alternative: String) {
    self.init(
      Storage(
        value: nil, help: help, name: name, schema: nil, defaultValue: .variant(alternative, ParameterValues())))
  }
}

extension Parameter: GroupMember {
  func declare(_ property: String, in list: inout DeclaredMembers) {
    list.parameters.append(declaration(named: property))
  }

  func read(_ values: ParameterValues, named property: String) throws {
    let name = storage.givenName ?? property
    let location = values.path.isEmpty ? name : values.path + "." + name
    storage.location = location
    guard let value = values[name] ?? storage.defaultValue else { return }
    if let value = try storage.read(value.located(at: location)) { storage.value = value }
  }
}

extension ParameterValue {
  /// The same with a path for an object that has none, as a default has none.
  fileprivate func located(at location: String) -> ParameterValue {
    switch self {
    case .object(let fields) where fields.path.isEmpty: .object(fields.located(at: location))
    case .variant(let name, let fields) where fields.path.isEmpty:
      .variant(name, fields.located(at: location + "." + name))
    default: self
    }
  }
}
