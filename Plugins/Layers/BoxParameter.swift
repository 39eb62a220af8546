import StageKit

/// A rectangle that a job gives by its size and center.
struct BoxParameter: TimeVarying {
  static let box = ParameterKey.object(
    "box", "What its anchor, clip and layout refer to; without one, what its content takes up.",
    [size, ParameterValues.center]
  ).optional

  static let size = ParameterKey.point("size", "Its width and height.").animated

  private let size: Animated<Point>
  private let center: Animated<Point>

  init(_ parameters: ParameterValues, canvasCenter: Point) {
    size = parameters[Self.size]
    center = parameters[ParameterValues.center] ?? Animated(canvasCenter)
  }

  var settlingTime: Double? { latestSettlingTime(of: size, center) }

  func rect(at seconds: Double) -> Rect { Rect(center: center.value(at: seconds), sides: size.value(at: seconds)) }
}

extension ParameterValues {
  static let center = ParameterKey.point("center", "Its center; without one, the middle of the canvas.").animated.optional
}
