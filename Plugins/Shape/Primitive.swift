import StageKit

/// An outline given by a few numbers.
protocol Primitive: ParameterGroup, TimeVarying {
  /// The point that it lies around; nil for the middle of the canvas.
  var center: Animated<Point>? { get }

  /// The corners of its box; nil where it has none.
  func corners(at seconds: Double) -> CornerRadii?

  /// The outline and its box at an instant.
  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect)
}

extension Primitive {
  var center: Animated<Point>? { nil }
  func corners(at seconds: Double) -> CornerRadii? { nil }

  func center(at seconds: Double, in canvas: Rect) -> Point { center?.value(at: seconds) ?? canvas.center }
}

extension Rect {
  init(center: Point, radius: Double) { self.init(center: center, sides: Point(radius * 2, radius * 2)) }
}
