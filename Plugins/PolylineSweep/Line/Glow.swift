import StageKit

/// Soft light around a line, which fades as the line does.
struct Glow: ParameterGroup {
  @Parameter("The reach beyond the line: the blur radius, as of CSS's `box-shadow`.", .nonnegative(.points))
  var radius = 12.0
  @Parameter("Its color; without it, the line's.") var color: Color?
  @Parameter("Multiplies its color's opacity.", .fraction) var opacity = 0.5
  @Parameter() var blend = BlendMode.plus

  /// The light's color below a line.
  func color(below line: LineColor) -> LineColor {
    func light(_ color: Color) -> Color { (self.color ?? color).opacity(opacity) }
    return LineColor(
      color: light(line.color), endColor: line.endColor.map(light), scale: color == nil ? line.scale : nil,
      scaleOpacity: opacity)
  }

  /// The line's pen, wider by the radius and blurred by half of it, so that the light is strong up to the line's edge.
  ///
  /// - Parameter scale: How many of the pen's units a point on the canvas has.
  func pen(for line: StrokeStyle, scale: Double) -> StrokeStyle {
    var pen = line
    pen.width += radius * scale
    return pen
  }

  var effects: [Effect] { radius > 0 ? [.blur(sigma: radius / 2)] : [] }
}
