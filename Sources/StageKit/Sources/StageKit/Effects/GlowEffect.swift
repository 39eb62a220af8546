import Geometry
import Graphics

/// Light around it, of its own colors or of one color, below it or over it.
struct GlowEffect: LayerEffect {
  static let variant = ParameterSchema.Variant(
    "glow", "Light around it, which adds to what lies below.", [radius, color, opacity, over, blend])

  private static let radius = Parameter.number(
    "radius", "How far it reaches: the blur radius, as in CSS.", default: 24, .nonnegative(.points)
  ).animated
  private static let color = Parameter.color(
    "color", "Its color; without one, those of the drawing."
  ).animated.optional
  private static let opacity = Parameter.number(
    "opacity", "How strong it is, from 0 to 1.", default: 0.7, .fraction
  ).animated
  private static let over = Parameter.boolean(
    "over", "Whether it lies over the drawing and brightens it, as light does in a lens; else it is seen around it.",
    default: false)
  private static let blend = Parameter<BlendMode>.blend(default: .plus)

  private let radius: Animated<Double>
  private let color: Animated<Color>?
  private let opacity: Animated<Double>
  private let isOver: Bool
  private let blend: BlendMode

  init(_ parameters: Parameters) {
    radius = parameters[Self.radius]
    color = parameters[Self.color]
    opacity = parameters[Self.opacity]
    isOver = parameters[Self.over]
    blend = parameters[Self.blend]
  }

  var settlingTime: Double? { latestSettlingTime(of: radius, color, opacity) }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let opacity = opacity.value(at: seconds)
    let color = color?.value(at: seconds)
    guard opacity > 0, color.map({ $0.alpha > 0 }) ?? true else { return drawing }
    let sigma = max(0, radius.value(at: seconds)) / 2
    let effect = color.map { Effect.shadow(color: $0, offset: .zero, sigma: sigma) } ?? .blur(sigma: sigma)
    let light = DrawCommand.group(Group(drawing, opacity: opacity, blend: blend, effects: [effect]))
    return DisplayList(isOver ? drawing.commands + [light] : [light] + drawing.commands)
  }
}
