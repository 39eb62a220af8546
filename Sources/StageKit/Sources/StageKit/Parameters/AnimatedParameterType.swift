import Geometry
import Graphics
import Timing

/// A type of values that keyframes can change, as `Parameter<Animated<Value>>`.
public protocol AnimatableParameter: Interpolatable, Sendable {
  /// The constants that a job writes, alone or in keyframes.
  static var constantSchema: ParameterSchema { get }

  /// The values of keyframes in their order; nil if one is of another kind.
  static func values(_ constants: [ParameterValue]) -> [Self]?

  /// The value as a job writes it.
  var constantValue: ParameterValue? { get }

  /// A value for a required parameter before its job is read.
  static var placeholder: Self { get }

  /// The value whose axes a job has written, each with keyframes of its own; nil, as by default, where it has none.
  static func animated(axes: ParameterValues) throws -> Animated<Self>?
}

extension AnimatableParameter {
  public static func animated(axes: ParameterValues) throws -> Animated<Self>? { nil }
}

/// A point whose axes change by themselves, as a job writes it.
@_spi(Host) public struct PointAxes: ParameterGroup {
  @Parameter("Across, in points.", .any(.points)) var x: Animated<Double>
  @Parameter("Down, in points.", .any(.points)) var y: Animated<Double>

  public init() {}
}

extension AnimatableParameter where Self: ParameterType {
  public static var constantSchema: ParameterSchema { schema }
  public static func values(_ constants: [ParameterValue]) -> [Self]? {
    let values = constants.compactMap { try? Self.read($0) }
    return values.count == constants.count ? values : nil
  }
  public var constantValue: ParameterValue? { parameterValue }
}

extension Double: AnimatableParameter {}
extension Color: AnimatableParameter {}
extension Point: AnimatableParameter {
  public static func animated(axes values: ParameterValues) throws -> Animated<Point>? {
    let axes = try PointAxes(values)
    return Animated([axes.x, axes.y]) { Point($0[0], $0[1]) }
  }
}
extension PaintValue: AnimatableParameter {}

extension Stepped: AnimatableParameter where Value: ParameterType {
  public static var constantSchema: ParameterSchema { Value.schema }
  public static func values(_ constants: [ParameterValue]) -> [Stepped]? {
    let values = constants.compactMap { try? Value.read($0) }
    return values.count == constants.count ? values.map { Stepped($0) } : nil
  }
  public var constantValue: ParameterValue? { value.parameterValue }
  public static var placeholder: Stepped { Stepped(Value.placeholder) }
}

extension MorphingPath: AnimatableParameter {
  public static var constantSchema: ParameterSchema { .path }
  public static func values(_ constants: [ParameterValue]) -> [MorphingPath]? {
    let paths = constants.compactMap(Path.read)
    return paths.count == constants.count ? MorphingPath.sequence(paths) : nil
  }
  public var constantValue: ParameterValue? { .path(path) }
  public static var placeholder: MorphingPath { MorphingPath(.empty) }
}

extension Animated: ParameterType where Value: AnimatableParameter {
  public static var schema: ParameterSchema { .animated(Value.constantSchema) }
  public static func read(_ value: ParameterValue) throws -> Animated? {
    if case .object(let fields) = value { return try Value.animated(axes: fields) }
    guard case .animation(let animation) = value else { return Value.values([value])?.first.map { Animated($0) } }
    return Value.values(animation.frames.map(\.value)).flatMap { Animated(animation, values: $0) }
  }
  public var parameterValue: ParameterValue? { isConstant ? values.first?.constantValue : nil }
  public static var placeholder: Animated { Animated(Value.placeholder) }
}

extension Animated: NumberParameterType where Value == Double {
  public static func schema(_ range: NumberSchema) -> ParameterSchema { .animated(.number(range)) }
}

extension Animated: ExpressibleByFloatLiteral where Value == Double {
  /// A constant.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension Animated: ExpressibleByIntegerLiteral where Value == Double {
  /// A constant.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

extension Parameter where Value == Animated<PaintValue> {
  /// The paint for filling. Throws `StageError` for a gradient along a path, which is for strokes.
  @discardableResult
  public func filling() throws -> Animated<PaintValue> { try wrappedValue.checkedForFilling(at: location) }
}

extension Parameter where Value == Animated<PaintValue>? {
  /// The paint for filling, if there is one. Throws `StageError` for a gradient along a path, which is for strokes.
  @discardableResult
  public func filling() throws -> Animated<PaintValue>? { try wrappedValue?.checkedForFilling(at: location) }
}

extension Animated<PaintValue> {
  fileprivate func checkedForFilling(at location: String) throws -> Self {
    guard values.contains(where: \.isAlongPath) else { return self }
    throw StageError("a gradient along a path is for strokes", parameter: location)
  }
}
