import StageKit

/// Soft light around a line, which fades as the line does.
struct Glow: Sendable {
  private static let radius = ParameterKey.number(
    "radius", "How far it reaches beyond the line: the blur radius, as in CSS.", default: 12, .nonnegative(.points))
  private static let color = ParameterKey<Color>.color("color", "Its color; without it, the line's.").optional
  private static let opacity = ParameterKey.number(
    "opacity", "Multiplies its color's opacity.", default: 0.5, .fraction)
  private static let blend = ParameterKey<BlendMode>.blend(default: .plus)
  static let parameter = ParameterKey.object(
    "glow", "A soft light below the line, added to what lies there; without it, there is none.",
    [radius, color, opacity, blend]
  ).optional

  private let radius: Double
  private let color: Color?
  private let opacity: Double
  /// How the light meets what lies below.
  let blend: BlendMode

  init(_ fields: ParameterValues) {
    radius = fields[Self.radius]
    color = fields[Self.color]
    opacity = fields[Self.opacity]
    blend = fields[Self.blend]
  }

  /// The light's color below a line of `color`.
  func color(of color: Color) -> Color { (self.color ?? color).opacity(opacity) }

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
