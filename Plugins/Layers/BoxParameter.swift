import StageKit

/// A rectangle that a job gives by its size and center.
struct BoxParameter: ParameterGroup, TimeVarying {
  @Parameter("Its width and height.") var size: Animated<Point>
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: size, center) }

  func rect(on canvas: Rect, at seconds: Double) -> Rect {
    Rect(center: center?.value(at: seconds) ?? canvas.center, sides: size.value(at: seconds))
  }
}

extension Parameter where Value == BoxParameter? {
  /// The parameter `box` of groups and copies.
  init() {
    self.init("The rectangle that its anchor, clip and layout refer to; without one, the extent of its content.")
  }
}
