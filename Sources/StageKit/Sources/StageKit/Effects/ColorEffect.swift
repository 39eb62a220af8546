import Geometry
import Graphics

/// Its colors, adjusted: brightness, contrast, saturation, hue and tint, in this order.
struct ColorEffect: LayerEffect {
  static let variant = ParameterSchema.Variant(
    "color", "Adjusts its colors.", [brightness, contrast, saturation, hue, tint])

  static let brightness = Parameter.number(
    "brightness", "Multiplies its colors: 0 is black, 2 twice as bright.", default: 1, .nonnegative()
  ).animated
  private static let contrast = Parameter.number(
    "contrast", "Multiplies the distance from middle gray: 0 is gray.", default: 1, .nonnegative()
  ).animated
  static let saturation = Parameter.number(
    "saturation", "How colorful it is: 0 is gray, 2 twice as colorful.", default: 1, .nonnegative()
  ).animated
  private static let hue = Parameter.number("hue", "Turns its hues.", default: 0, .any(.degrees)).animated
  private static let tint = Parameter.object("tint", "Shades of one color.", [color, amount]).optional
  private static let color = Parameter.color("color", "The color of what was white.").animated
  private static let amount = Parameter.number(
    "amount", "How much of it, from 0 to 1.", default: 1, .fraction
  ).animated

  private let brightness: Animated<Double>
  private let contrast: Animated<Double>
  private let saturation: Animated<Double>
  private let hue: Animated<Double>
  private let tint: (color: Animated<Color>, amount: Animated<Double>)?

  init(_ parameters: Parameters) {
    brightness = parameters[Self.brightness]
    contrast = parameters[Self.contrast]
    saturation = parameters[Self.saturation]
    hue = parameters[Self.hue]
    tint = parameters[Self.tint].map { ($0[Self.color], $0[Self.amount]) }
  }

  var settlingTime: Double? {
    latestSettlingTime(of: brightness, contrast, saturation, hue, tint?.color, tint?.amount)
  }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let matrix = matrix(at: seconds)
    return matrix == .identity ? drawing : drawing.with(.color(matrix))
  }

  private func matrix(at seconds: Double) -> ColorMatrix {
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
