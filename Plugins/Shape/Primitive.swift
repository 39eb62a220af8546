import StageKit

/// An outline given by a few numbers.
protocol Primitive: TimeVarying, Sendable {
  /// The parameter that asks for it.
  static var parameter: ParameterKey<ParameterValues?> { get }

  /// From the parameter's fields; what has no place of its own goes to the middle of the canvas.
  init(_ parameters: ParameterValues, canvasCenter: Point) throws

  /// The outline and its box at an instant.
  func form(at seconds: Double) -> (path: Path, box: Rect)
}

extension ParameterValues {
  /// The field `center` that many outlines have.
  static let center = ParameterKey.point(
    "center", "Its center; without one, the middle of the canvas."
  ).animated.optional

  func center(or middle: Point) -> Animated<Point> { self[Self.center] ?? Animated(middle) }
}

extension Rect {
  init(center: Point, radius: Double) { self.init(center: center, sides: Point(radius * 2, radius * 2)) }
}
