import Geography
import Geometry
import Graphics
import Timing

/// A parameter of any type, for a definition's list.
public protocol AnyParameter: Sendable {
  /// What the host knows of it.
  var declaration: ParameterDeclaration { get }
}

/// A typed parameter, declared once as a static constant, listed in the definition and read as `parameters[Self.name]`.
public struct ParameterKey<Value: Sendable>: Sendable, AnyParameter {
  /// What the host knows of it.
  public private(set) var declaration: ParameterDeclaration
  let read: @Sendable (ParameterValue) -> Value?
  /// What an unchecked, absent required parameter reads as; a host never lets this happen.
  let placeholder: Value

  init(
    _ name: String, _ summary: String, _ schema: ParameterSchema, default value: ParameterValue?,
    isOptional: Bool = false, placeholder: Value, read: @escaping @Sendable (ParameterValue) -> Value?
  ) {
    declaration = ParameterDeclaration(
      name: name, summary: summary, schema: schema, defaultValue: value, isOptional: isOptional)
    self.read = read
    self.placeholder = placeholder
  }

  /// The same parameter as one that may be absent, which then reads as nil.
  public var optional: ParameterKey<Value?> {
    let read = self.read
    var parameter = ParameterKey<Value?>(
      declaration.name, declaration.summary, declaration.schema, default: nil, isOptional: true, placeholder: nil,
      read: { .some(read($0)) })
    parameter.declaration.requiredInput = declaration.requiredInput
    parameter.declaration.replacingInputs = declaration.replacingInputs
    return parameter
  }

  /// The same parameter as one that may be given keyframes, read by `read`.
  func animated<Varying>(
    _ placeholder: Varying, _ read: @escaping @Sendable (ParameterValue) -> Varying?
  ) -> ParameterKey<Varying> {
    var parameter = ParameterKey<Varying>(
      declaration.name, declaration.summary, .animated(declaration.schema), default: declaration.defaultValue,
      placeholder: placeholder, read: read)
    parameter.declaration.requiredInput = declaration.requiredInput
    parameter.declaration.replacingInputs = declaration.replacingInputs
    return parameter
  }

  /// The same parameter as one that means something only where an input is connected: the host refuses a job that gives
  /// the one without the other.
  public func requiring(_ input: some AnyInput) -> Self {
    var parameter = self
    parameter.declaration.requiredInput = input.definition.name
    return parameter
  }

  /// The same parameter as one whose value an input takes the place of: the host refuses a job that gives both.
  public func replaced(by inputs: any AnyInput...) -> Self {
    var parameter = self
    parameter.declaration.replacingInputs += inputs.map(\.definition.name)
    return parameter
  }
}

extension ParameterValue {
  var number: Double? { if case .number(let v) = self { v } else { nil } }
  var color: Color? { if case .color(let v) = self { v } else { nil } }
  var point: Point? { if case .point(let v) = self { v } else { nil } }
  var text: String? { if case .text(let v) = self { v } else { nil } }

  func animated<Value>(_ read: (ParameterValue) -> Value?) -> Animated<Value>? {
    if case .animation(let animation) = self { return Animated(animation, read: read) }
    return read(self).map { Animated($0) }
  }
}

// In every factory a nil default makes the parameter required.

extension ParameterKey where Value == Double {
  /// A number within a range, whose ends count unless it says otherwise.
  public static func number(
    _ name: String, _ summary: String, default value: Double? = nil, _ range: NumberSchema = .any()
  ) -> Self {
    Self(name, summary, .number(range), default: value.map { .number($0) }, placeholder: 0) { $0.number }
  }
}

extension ParameterKey where Value == Double {
  /// How often something is done: above 0, infinity for forever.
  public static func repetition(_ name: String, _ summary: String, default value: Double = 1) -> Self {
    Self(name, summary, .repetition, default: .number(value), placeholder: 1) { $0.number }
  }
}

extension ParameterKey where Value == Int {
  /// A whole number within a range; the host refuses what does not fit 53 bits.
  public static func integer(
    _ name: String, _ summary: String, default value: Int? = nil, _ range: NumberSchema
  ) -> Self {
    var schema = range
    schema.isInteger = true
    return Self(name, summary, .number(schema), default: value.map { .number(Double($0)) }, placeholder: 0) {
      $0.number.flatMap { Int(exactly: $0) }
    }
  }
}

extension ParameterKey where Value == Bool {
  /// True or false.
  public static func boolean(_ name: String, _ summary: String, default value: Bool? = nil) -> Self {
    Self(name, summary, .boolean, default: value.map { .boolean($0) }, placeholder: false) {
      if case .boolean(let v) = $0 { v } else { nil }
    }
  }
}

extension ParameterKey where Value == String {
  /// Any string, the empty one included.
  public static func text(_ name: String, _ summary: String, default value: String? = nil) -> Self {
    Self(name, summary, .text, default: value.map { .text($0) }, placeholder: "") { $0.text }
  }

  /// A pattern such as `{value, number, ::compact-short}`, for `StageContext.message`.
  ///
  /// Jobs do not put their own values into it. A pattern that is damaged, or has another name in braces than those of `values`, is an error of
  /// the job, as for a parameter of a stage or a field of an object; a pattern in a list is a text of the job.
  public static func message(_ name: String, _ summary: String, default value: String? = nil, values: [String]) -> Self
  {
    Self(name, summary, .message(values), default: value.map { .text($0) }, placeholder: "") { $0.text }
  }
}

extension ParameterKey
where Value: RawRepresentable & CaseIterable, Value.RawValue == String, Value.AllCases == [Value] {
  /// One of an enumeration's cases by its raw value.
  public static func choice(_ name: String, _ summary: String, default value: Value) -> Self {
    Self(
      name, summary, .choice(Value.allCases.map(\.rawValue)), default: .text(value.rawValue), placeholder: value
    ) { $0.text.flatMap { Value(rawValue: $0) } }
  }
}

extension ParameterKey where Value == Color {
  /// A CSS color.
  public static func color(_ name: String, _ summary: String, default value: Color? = nil) -> Self {
    Self(name, summary, .color, default: value.map { .color($0) }, placeholder: .clear) { $0.color }
  }
}

extension ParameterKey where Value == Point {
  /// A point `[x, y]` of the canvas, in points.
  public static func point(_ name: String, _ summary: String, default value: Point? = nil) -> Self {
    Self(name, summary, .point, default: value.map { .point($0) }, placeholder: .zero) { $0.point }
  }
}

extension ParameterKey where Value == Coordinate {
  /// A coordinate `[longitude, latitude]`, in degrees.
  public static func coordinate(_ name: String, _ summary: String, default value: Coordinate? = nil) -> Self {
    Self(
      name, summary, .coordinate, default: value.map { .coordinate($0) },
      placeholder: Coordinate(longitude: 0, latitude: 0)
    ) { if case .coordinate(let v) = $0 { v } else { nil } }
  }
}

extension ParameterKey where Value == Path {
  /// An outline as SVG path data.
  public static func path(_ name: String, _ summary: String, default value: Path? = nil) -> Self {
    Self(name, summary, .path, default: value.map { .path($0) }, placeholder: .empty) {
      if case .path(let v) = $0 { v } else { nil }
    }
  }
}

extension ParameterKey where Value == Easing {
  /// A curve's name or function, or a spring.
  public static func curve(_ name: String, _ summary: String, default value: Easing? = nil) -> Self {
    Self(name, summary, .curve, default: value.map { .curve($0) }, placeholder: .linear) {
      if case .curve(let v) = $0 { v } else { nil }
    }
  }
}

extension ParameterKey where Value == FileReference {
  /// The name of a file with one of these extensions, without their dots; any where there are none.
  public static func file(_ name: String, _ summary: String, extensions: [String]) -> Self {
    Self(
      name, summary, .file(extensions: extensions), default: nil, placeholder: FileReference(literal: "", path: "")
    ) { if case .file(let v) = $0 { v } else { nil } }
  }
}

extension ParameterKey where Value == String? {
  /// The id of one of the job's sounds; nil, where the job names none, stands for all of them together. See
  /// `StageContext.sound(of:)`.
  public static func track(_ name: String, _ summary: String) -> Self {
    Self(name, summary, .track, default: nil, isOptional: true, placeholder: nil) { .some($0.text) }
  }
}

extension ParameterKey where Value == FileReference {
  /// The job that a stage with the content `StageContent.job` shows.
  public static func job(_ name: String, _ summary: String) -> Self {
    Self(name, summary, .job, default: nil, placeholder: FileReference(literal: "", path: "")) {
      if case .file(let v) = $0 { v } else { nil }
    }
  }
}

extension ParameterKey where Value == String? {
  /// Variables of the job that a stage shows; the host hands them in, and they read as JSON text.
  public static func variables(_ name: String, _ summary: String) -> Self {
    Self(name, summary, .variables, default: nil, isOptional: true, placeholder: nil) { .some($0.text) }
  }
}

extension ParameterKey where Value == RouteSource {
  /// A required line over the map.
  public static func route(_ name: String, _ summary: String) -> Self {
    Self(name, summary, .route, default: nil, placeholder: .coordinates([])) {
      if case .route(let v) = $0 { v } else { nil }
    }
  }
}
