import StageKit

extension StrokeStyle {
  /// The same pen in dashes over a gap, unless it has dashes.
  ///
  /// - Parameter width: The width that they go by, in the unit of the pen's.
  func overGap(width: Double) -> StrokeStyle {
    guard dashes.isEmpty else { return self }
    var pen = self
    pen.dashes = [max(2 * width, 1), max(2 * width, 1)]
    pen.cap = .butt
    return pen
  }
}

/// Dashes that lie still on a route, or march along it.
struct Dash: ParameterGroup {
  @Parameter("The length of a dash, in the unit of the line's width.", .positive()) var length = 8.0
  @Parameter("Between two dashes; without it, as long as a dash.", .nonnegative()) var gap: Double?
  @Parameter("The speed of dashes toward the head, in a second.") var speed = 0.0

  /// - Parameter start: Where the drawn line begins along the route, in meters.
  func pen(for line: StrokeStyle, at seconds: Double, from start: Double) -> StrokeStyle {
    let gap = gap ?? length
    var pen = line
    pen.dashes = [length, gap]
    pen.cap = .butt
    let period = length + gap
    // Meters of the route stay where they are; points are counted from the line's tail.
    let origin = pen.order == .outlineThenTransform ? start : 0
    pen.dashOffset = (origin - speed * seconds).truncatingRemainder(dividingBy: period)
    if pen.dashOffset < 0 { pen.dashOffset += period }
    return pen
  }
}
