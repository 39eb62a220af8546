import Geometry
import Graphics

/// Its colors, adjusted: brightness, contrast, saturation, hue and tint, in this order.
struct ColorEffect: LayerEffect {
  @Include var adjustment: ColorAdjustment

  var settlingTime: Double? { adjustment.settlingTime }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let matrix = adjustment.matrix(at: seconds)
    return matrix == .identity ? drawing : drawing.with(.color(matrix))
  }
}

/// The color changes that make one matrix: brightness, contrast, saturation, hue and tint, in this order.
public struct ColorAdjustment: ParameterGroup, TimeVarying {
  /// Shades of one color.
  struct Tint: ParameterGroup {
    @Parameter("The color of what was white.") var color: Animated<Color>
    @Parameter("The amount, from 0 to 1.", .fraction) var amount: Animated<Double> = 1
  }

  @Parameter("Multiplies its colors: 0 is black, 2 twice as bright.", .nonnegative()) var brightness: Animated<Double> =
    1
  @Parameter("Multiplies the distance from middle gray: 0 is gray.", .nonnegative()) var contrast: Animated<Double> = 1
  @Parameter("The saturation: 0 is gray, 2 twice as colorful.", .nonnegative()) var saturation: Animated<Double> = 1
  @Parameter("Turns its hues.", .any(.degrees)) var hue: Animated<Double> = 0
  @Parameter("Shades of one color.") var tint: Tint?

  /// An adjustment that changes nothing.
  public init() {}

  public var settlingTime: Double? {
    latestSettlingTime(of: brightness, contrast, saturation, hue, tint?.color, tint?.amount)
  }

  /// All of it at a number of seconds after the stage's start; the identity where nothing changes.
  public func matrix(at seconds: Double) -> ColorMatrix {
    var matrix = ColorMatrix.brightness(brightness.value(at: seconds))
      .followed(by: .contrast(contrast.value(at: seconds)))
      .followed(by: saturation(at: seconds))
    let hue = hue.value(at: seconds)
    if hue != 0 { matrix = matrix.followed(by: .hue(degrees: hue)) }
    guard let tint, tint.amount.value(at: seconds) > 0 else { return matrix }
    return matrix.followed(
      by: .tint(tint.color.value(at: seconds), amount: tint.amount.value(at: seconds)))
  }

  private func saturation(at seconds: Double) -> ColorMatrix {
    let factor = saturation.value(at: seconds)
    return factor == 1 ? .identity : .saturation(factor)
  }
}
