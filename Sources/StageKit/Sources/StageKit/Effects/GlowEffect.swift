import Geometry
import Graphics

/// Light around it, of its own colors or of one color, below it or over it.
struct GlowEffect: LayerEffect {
  @Parameter("The reach: the blur radius, as of CSS's `box-shadow`.", .nonnegative(.points))
  var radius: Animated<Double> = 24
  @Parameter("Its color; without one, those of the drawing.") var color: Animated<Color>?
  @Parameter("The strength, from 0 to 1.", .fraction) var opacity: Animated<Double> = 0.7
  @Parameter("Whether it lies over the drawing and brightens it, as light does in a lens; else it is seen around it.")
  var over = false
  @Parameter(
    "The brightness from which on things glow: 0 for all of it, 0.7 for its highlights.", .range(0...0.99))
  var threshold: Animated<Double> = 0
  @Parameter var blend = BlendMode.plus

  var settlingTime: Double? { latestSettlingTime(of: radius, color, opacity, threshold) }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let opacity = opacity.value(at: seconds)
    let color = color?.value(at: seconds)
    guard opacity > 0, color.map({ $0.alpha > 0 }) ?? true else { return drawing }
    let sigma = max(0, radius.value(at: seconds)) / 2
    let effect = color.map { Effect.shadow(color: $0, offset: .zero, sigma: sigma) } ?? .blur(sigma: sigma)
    let threshold = min(max(threshold.value(at: seconds), 0), 0.99)
    let source = threshold > 0 ? drawing.with(.highlights(above: threshold)) : drawing
    let light = DrawCommand.group(Group(source, opacity: opacity, blend: blend, effects: [effect]))
    return DisplayList(over ? drawing.commands + [light] : [light] + drawing.commands)
  }
}
