import Coding
import Geography
import Geometry
import Graphics

/// The kinds of value that one stage can publish and another take.
public enum PortType: String, Hashable, Sendable, CaseIterable {
  case number, boolean, point, coordinate, color, camera, path, drawing
}

/// A value on its way from one stage to another.
public enum PortValue: Hashable, Sendable, Digestible {
  case number(Double)
  case boolean(Bool)
  /// In points of the canvas.
  case point(Point)
  case coordinate(Coordinate)
  case color(Color)
  case camera(Camera)
  /// In points of the canvas.
  case path(Path)
  /// In the space of the stage that draws it.
  case drawing(DisplayList)

  public var type: PortType {
    switch self {
    case .number: .number
    case .boolean: .boolean
    case .point: .point
    case .coordinate: .coordinate
    case .color: .color
    case .camera: .camera
    case .path: .path
    case .drawing: .drawing
    }
  }

  /// The value as named numbers, for traces: one entry named "" for a number, `x` and `y` for a point, and so on; none for a path
  /// and a drawing.
  public var components: [(name: String, value: Double)] {
    switch self {
    case .number(let v): [("", v)]
    case .boolean(let v): [("", v ? 1 : 0)]
    case .point(let p): [("x", p.x), ("y", p.y)]
    case .coordinate(let c): [("longitude", c.longitude), ("latitude", c.latitude)]
    case .color(let c): [("red", c.red), ("green", c.green), ("blue", c.blue), ("alpha", c.alpha)]
    case .camera(let c):
      [
        ("distance", c.distance), ("pitch", c.pitch), ("heading", c.heading), ("x", c.center.x), ("y", c.center.y),
        ("fieldOfView", c.fieldOfView),
      ]
    case .path, .drawing: []
    }
  }

  /// The names that `components` has for every value of a type.
  public static func componentNames(of type: PortType) -> [String] {
    switch type {
    case .number, .boolean: [""]
    case .point: ["x", "y"]
    case .coordinate: ["longitude", "latitude"]
    case .color: ["red", "green", "blue", "alpha"]
    case .camera: ["distance", "pitch", "heading", "x", "y", "fieldOfView"]
    case .path, .drawing: []
    }
  }

  /// The same on the other side of a transform: a point or a path; nil for values that lie nowhere, and for drawings.
  public func transformed(by transform: Transform) -> PortValue? {
    switch self {
    case .point(let point): .point(transform.apply(point))
    case .path(let path): .path(transform == .identity ? path : path.transformed(by: transform))
    default: nil
    }
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(type.rawValue)
    if case .camera(let camera) = self { return camera.digest(into: &hasher) }
    if case .path(let path) = self { return path.digest(into: &hasher) }
    if case .drawing(let drawing) = self { return drawing.digest(into: &hasher) }
    for component in components { hasher.combine(component.value) }
  }
}

/// A Swift type that can travel through a port.
public protocol PortRepresentable: InputValue {
  var portValue: PortValue { get }
  /// Nil where the value is of another type.
  init?(_ value: PortValue)
}

extension Double: PortRepresentable {
  public static var portType: PortType { .number }
  public var portValue: PortValue { .number(self) }
  public init?(_ value: PortValue) {
    guard case .number(let v) = value else { return nil }
    self = v
  }
}

extension Bool: PortRepresentable {
  public static var portType: PortType { .boolean }
  public var portValue: PortValue { .boolean(self) }
  public init?(_ value: PortValue) {
    guard case .boolean(let v) = value else { return nil }
    self = v
  }
}

extension Point: PortRepresentable {
  public static var portType: PortType { .point }
  public var portValue: PortValue { .point(self) }
  public init?(_ value: PortValue) {
    guard case .point(let v) = value else { return nil }
    self = v
  }
}

extension Coordinate: PortRepresentable {
  public static var portType: PortType { .coordinate }
  public var portValue: PortValue { .coordinate(self) }
  public init?(_ value: PortValue) {
    guard case .coordinate(let v) = value else { return nil }
    self = v
  }
}

extension Color: PortRepresentable {
  public static var portType: PortType { .color }
  public var portValue: PortValue { .color(self) }
  public init?(_ value: PortValue) {
    guard case .color(let v) = value else { return nil }
    self = v
  }
}

extension Camera: PortRepresentable {
  public static var portType: PortType { .camera }
  public var portValue: PortValue { .camera(self) }
  public init?(_ value: PortValue) {
    guard case .camera(let v) = value else { return nil }
    self = v
  }
}

extension Path: PortRepresentable {
  public static var portType: PortType { .path }
  public var portValue: PortValue { .path(self) }
  public init?(_ value: PortValue) {
    guard case .path(let v) = value else { return nil }
    self = v
  }
}

extension DisplayList: PortRepresentable {
  public static var portType: PortType { .drawing }
  public var portValue: PortValue { .drawing(self) }
  public init?(_ value: PortValue) {
    guard case .drawing(let v) = value else { return nil }
    self = v
  }
}

/// The declaration of a port, for the host.
public struct PortDefinition: Hashable, Sendable {
  public let name: String
  public let type: PortType
  public let summary: String
  /// For inputs: whether a job may leave it unconnected.
  public let isOptional: Bool
  /// For inputs: another that a job which connects this one must connect, too.
  public internal(set) var requiredInput: String?
  /// For inputs: whether the stage asks for its values before the first frame, by `StageContext.value(of:at:)`.
  public internal(set) var isForeseen = false
  /// For outputs: the unit of the number; `.none` where none is declared.
  public internal(set) var unit = NumberSchema.Unit.none
}

/// A typed output, declared as a property of a stage or of a group of parameters.
///
/// ```swift
/// let opacity = Output<Double>("The dot's opacity, from 0 to 1.")
/// frame[opacity] = 0.5
/// ```
public struct Output<Value: PortRepresentable>: Sendable {
  let name: MemberName
  private let summary: String
  private let unit: NumberSchema.Unit

  /// An output.
  ///
  /// - Parameters:
  ///   - summary: One sentence, with the unit.
  ///   - unit: The unit of a number, for stages that take it: see `StageContext.unit(of:)`.
  ///   - name: The name in job files, where it is not that of the property.
  public init(_ summary: String, unit: NumberSchema.Unit = .none, name: String? = nil) {
    self.summary = summary
    self.unit = unit
    self.name = MemberName(name)
  }

  /// The declaration, for the host.
  public var definition: PortDefinition {
    var result = PortDefinition(name: name.value, type: Value.portType, summary: summary, isOptional: false)
    result.unit = unit
    return result
  }
}

/// A typed input, declared as a property of a stage or of a group of parameters; `Input<Camera>` must be connected,
/// `Input<Camera?>` may be.
public struct Input<Value: InputValue>: Sendable {
  let name: MemberName
  private let summary: String
  private let requiredInput: String?
  private let isForeseen: Bool

  /// An input.
  ///
  /// - Parameters:
  ///   - summary: One sentence, with the unit.
  ///   - name: The name in job files, where it is not that of the property.
  ///   - input: The name of an input without which this one means nothing: the host refuses a job that connects the one
  ///     without the other.
  ///   - isForeseen: Whether the stage may ask for the input's values when it is made, by `StageContext.value(of:at:)`.
  ///     The stages that the values come from are then made before, so that they cannot start after a moment of this one.
  public init(_ summary: String, name: String? = nil, requires input: String? = nil, isForeseen: Bool = false) {
    self.summary = summary
    self.name = MemberName(name)
    requiredInput = input
    self.isForeseen = isForeseen
  }

  /// The declaration, for the host.
  public var definition: PortDefinition {
    var result = PortDefinition(
      name: name.value, type: Value.portType, summary: summary, isOptional: Value.isOptionalInput)
    result.requiredInput = requiredInput
    result.isForeseen = isForeseen
    return result
  }

  func read(_ value: PortValue?) throws -> Value {
    guard let typed = Value.read(value) else { throw StageError("input '\(name.value)' has no \(Value.portType)") }
    return typed
  }
}

/// The values of an `Input`: a type of ports, or an optional one where a job may leave the input unconnected.
public protocol InputValue: Sendable {
  /// The type of the outputs that can be connected.
  static var portType: PortType { get }
  /// True if a job may leave the input unconnected.
  static var isOptionalInput: Bool { get }
  /// The value of a frame; nil if there must be one and there is none of the type.
  static func read(_ value: PortValue?) -> Self?
}

extension PortRepresentable {
  public static var isOptionalInput: Bool { false }
  public static func read(_ value: PortValue?) -> Self? { value.flatMap { Self($0) } }
}

extension Optional: InputValue where Wrapped: PortRepresentable {
  public static var portType: PortType { Wrapped.portType }
  public static var isOptionalInput: Bool { true }
  public static func read(_ value: PortValue?) -> Wrapped?? { .some(value.flatMap { Wrapped($0) }) }
}

/// The values that reach a stage in one frame.
///
/// ```swift
/// let position = Input<Point?>("Where it is.")
/// if let point = try inputs[position] { frame.drawing.fill(.circle(center: point, radius: 4), .white) }
/// ```
public struct Inputs: Sendable {
  private let values: [String: PortValue]
  private let missing: Set<String>
  /// The stage's children, in drawing order; see `StageDefinition.content`.
  public let layers: [ContentLayer]
  /// True if the host asks for the drawing of one stage within this one: then the stage leaves out all but its layers, such
  /// as a background.
  public let isSolo: Bool
  /// The size that the stage which holds this one gives it in place of its own, such as in a row whose stages grow; nil where
  /// it gives none. A stage that cannot have another size ignores it.
  public let room: Room?
  /// The elements that neighboring scenes share, on their way from one to the other, for a stage that plays scenes; empty where
  /// there are none.
  public let sharedElements: DisplayList

  /// - `missing`: The inputs that are connected but have no value in this frame.
  public init(
    _ values: [String: PortValue] = [:], missing: Set<String> = [], layers: [ContentLayer] = [],
    isSolo: Bool = false, room: Room? = nil, sharedElements: DisplayList = DisplayList()
  ) {
    self.room = room
    self.sharedElements = sharedElements
    self.isSolo = isSolo
    self.values = values
    self.missing = missing
    self.layers = layers
  }

  /// True if a job connects the input, even where it has no value in this frame.
  public func isConnected<Value>(_ input: Input<Value>) -> Bool {
    values[input.definition.name] != nil || missing.contains(input.definition.name)
  }

  /// The connected value. The host draws a frame only when every required input has one.
  public subscript<Value>(input: Input<Value>) -> Value {
    get throws { try input.read(values[input.definition.name]) }
  }
}
