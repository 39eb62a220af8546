import Geometry
import Graphics

/// Light around it, of its own colors or of one color, below it or over it.
struct GlowEffect: LayerEffect {
  @Parameter("The reach: the blur radius, as in CSS.", .nonnegative(.points))
  var radius: Animated<Double> = 24
  @Parameter("Its color; without one, those of the drawing.") var color: Animated<Color>?
  @Parameter("The strength, from 0 to 1.", .fraction) var opacity: Animated<Double> = 0.7
  @Parameter("Whether it lies over the drawing and brightens it, as light does in a lens; else it is seen around it.")
  var over = false
  @Parameter var blend = BlendMode.plus

  var settlingTime: Double? { latestSettlingTime(of: radius, color, opacity) }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let opacity = opacity.value(at: seconds)
    let color = color?.value(at: seconds)
    guard opacity > 0, color.map({ $0.alpha > 0 }) ?? true else { return drawing }
    let sigma = max(0, radius.value(at: seconds)) / 2
    let effect = color.map { Effect.shadow(color: $0, offset: .zero, sigma: sigma) } ?? .blur(sigma: sigma)
    let light = DrawCommand.group(Group(drawing, opacity: opacity, blend: blend, effects: [effect]))
    return DisplayList(over ? drawing.commands + [light] : [light] + drawing.commands)
  }
}
