import Geography
import Geometry
import Graphics
import Timing

/// A type whose values a job can write as a parameter.
public protocol ParameterType: Sendable {
  /// The values that a job can write, where a parameter does not say it itself.
  static var schema: ParameterSchema { get }

  /// The value that a job has written, checked against the schema; nil if it is of another kind. Throws `StageError`
  /// where fields exclude each other.
  static func read(_ value: ParameterValue) throws -> Self?

  /// The value as a job would write it, for a default; nil if it cannot be written.
  var parameterValue: ParameterValue? { get }

  /// The value in job files that represents an absent parameter without a default; nil, as by default, if there is
  /// none.
  static var absentValue: ParameterValue? { get }

  /// True if a parameter may be absent without a default; false by default.
  static var isOptional: Bool { get }

  /// The value of a required parameter before its job is read.
  static var placeholder: Self { get }
}

extension ParameterType {
  public static var absentValue: ParameterValue? { nil }
  public static var isOptional: Bool { false }
}

/// A number, or what consists of numbers, that a range bounds.
public protocol NumberParameterType: ParameterType {
  /// The numbers of a range.
  static func schema(_ range: NumberSchema) -> ParameterSchema
}

extension NumberParameterType {
  public static var schema: ParameterSchema { schema(.any()) }
}

/// A list of values of one type.
public protocol ListParameterType: ParameterType {
  associatedtype Element: ParameterType
}

extension Double: NumberParameterType {
  public static func schema(_ range: NumberSchema) -> ParameterSchema { .number(range) }
  public static func read(_ value: ParameterValue) -> Double? { value.number }
  public var parameterValue: ParameterValue? { .number(self) }
  public static var placeholder: Double { 0 }
}

extension Int: NumberParameterType {
  /// Whole numbers; the host refuses those that do not fit 53 bits.
  public static func schema(_ range: NumberSchema) -> ParameterSchema {
    var whole = range
    whole.isInteger = true
    return .number(whole)
  }
  public static func read(_ value: ParameterValue) -> Int? { value.number.flatMap { Int(exactly: $0) } }
  public var parameterValue: ParameterValue? { .number(Double(self)) }
  public static var placeholder: Int { 0 }
}

extension Bool: ParameterType {
  public static var schema: ParameterSchema { .boolean }
  public static func read(_ value: ParameterValue) -> Bool? { if case .boolean(let v) = value { v } else { nil } }
  public var parameterValue: ParameterValue? { .boolean(self) }
  public static var placeholder: Bool { false }
}

extension String: ParameterType {
  public static var schema: ParameterSchema { .text }
  public static func read(_ value: ParameterValue) -> String? { value.text }
  public var parameterValue: ParameterValue? { .text(self) }
  public static var placeholder: String { "" }
}

extension Color: ParameterType {
  public static var schema: ParameterSchema { .color }
  public static func read(_ value: ParameterValue) -> Color? { value.color }
  public var parameterValue: ParameterValue? { .color(self) }
  public static var placeholder: Color { .clear }
}

extension Point: ParameterType {
  public static var schema: ParameterSchema { .point }
  public static func read(_ value: ParameterValue) -> Point? { value.point }
  public var parameterValue: ParameterValue? { .point(self) }
  public static var placeholder: Point { .zero }
}

extension Size: NumberParameterType {
  public static func schema(_ range: NumberSchema) -> ParameterSchema { .pair("width", "height", range) }
  public static func read(_ value: ParameterValue) -> Size? { value.point.map { Size($0.x, $0.y) } }
  public var parameterValue: ParameterValue? { .point(Point(width, height)) }
  public static var placeholder: Size { Size(0, 0) }
}

extension FrameRate: ParameterType {
  public static var schema: ParameterSchema { .frameRate }
  public static func read(_ value: ParameterValue) -> FrameRate? {
    switch value {
    case .number(let number): return Int(exactly: number).flatMap { FrameRate($0) }
    case .text(let text):
      let terms = text.split(separator: "/").compactMap { Int($0) }
      return terms.count == 2 ? FrameRate(terms[0], terms[1]) : nil
    default: return nil
    }
  }
  public var parameterValue: ParameterValue? {
    denominator == 1 ? .number(Double(numerator)) : .text("\(numerator)/\(denominator)")
  }
  public static var placeholder: FrameRate { .sixty }
}

extension Coordinate: ParameterType {
  public static var schema: ParameterSchema { .coordinate }
  public static func read(_ value: ParameterValue) -> Coordinate? {
    if case .coordinate(let v) = value { v } else { nil }
  }
  public var parameterValue: ParameterValue? { .coordinate(self) }
  public static var placeholder: Coordinate { Coordinate(longitude: 0, latitude: 0) }
}

extension Path: ParameterType {
  public static var schema: ParameterSchema { .path }
  public static func read(_ value: ParameterValue) -> Path? { if case .path(let v) = value { v } else { nil } }
  public var parameterValue: ParameterValue? { .path(self) }
  public static var placeholder: Path { .empty }
}

extension PaintValue: ParameterType {
  public static var schema: ParameterSchema { .paint }
  public static func read(_ value: ParameterValue) -> PaintValue? { value.paint }
  public var parameterValue: ParameterValue? { .paint(self) }
  public static var placeholder: PaintValue { .color(.clear) }
}

extension Easing: ParameterType {
  public static var schema: ParameterSchema { .curve }
  public static func read(_ value: ParameterValue) -> Easing? { if case .curve(let v) = value { v } else { nil } }
  public var parameterValue: ParameterValue? { .curve(self) }
  public static var placeholder: Easing { .linear }
}

extension FileReference: ParameterType {
  /// Any file; a parameter names extensions by `as: .file(extensions:)`.
  public static var schema: ParameterSchema { .file(extensions: []) }
  public static func read(_ value: ParameterValue) -> FileReference? {
    if case .file(let v) = value { v } else { nil }
  }
  public var parameterValue: ParameterValue? { .file(self) }
  public static var placeholder: FileReference { FileReference(literal: "", path: "") }
}

extension RouteSource: ParameterType {
  public static var schema: ParameterSchema { .route }
  public static func read(_ value: ParameterValue) -> RouteSource? { if case .route(let v) = value { v } else { nil } }
  public var parameterValue: ParameterValue? { .route(self) }
  public static var placeholder: RouteSource { .coordinates([]) }
}

extension Optional: ParameterType where Wrapped: ParameterType {
  public static var schema: ParameterSchema { Wrapped.schema }
  public static func read(_ value: ParameterValue) throws -> Wrapped?? { .some(try Wrapped.read(value)) }
  public var parameterValue: ParameterValue? { flatMap(\.parameterValue) }
  public static var isOptional: Bool { true }
  public static var placeholder: Wrapped? { nil }
}

extension Optional: NumberParameterType where Wrapped: NumberParameterType {
  public static func schema(_ range: NumberSchema) -> ParameterSchema { Wrapped.schema(range) }
}

extension Array: ParameterType where Element: ParameterType {
  public static var schema: ParameterSchema { .list(of: Element.schema, minimumCount: 0) }
  public static func read(_ value: ParameterValue) throws -> [Element]? {
    if case .list(let items) = value { try items.compactMap { try Element.read($0) } } else { nil }
  }
  public var parameterValue: ParameterValue? { .list(compactMap(\.parameterValue)) }
  public static var placeholder: [Element] { [] }
}

extension Array: NumberParameterType where Element: NumberParameterType {
  public static func schema(_ range: NumberSchema) -> ParameterSchema {
    .list(of: Element.schema(range), minimumCount: 0)
  }
}

extension Array: ListParameterType where Element: ParameterType {}

/// Stops of a gradient, which a job writes in a form of their own.
public struct GradientStops: ParameterType, Hashable {
  /// In order of their offsets, at least one.
  public var list: [GradientStop]
  public static var schema: ParameterSchema { .stops }
  public static func read(_ value: ParameterValue) -> GradientStops? {
    if case .stops(let stops) = value { GradientStops(list: stops) } else { nil }
  }
  public var parameterValue: ParameterValue? { .stops(list) }
  public static var placeholder: GradientStops { GradientStops(list: []) }
}
