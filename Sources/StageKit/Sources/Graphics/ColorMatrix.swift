import Coding
import Geometry

/// An affine transform of colors: straight sRGB components from 0 to 1, clamped to that range in the end; alpha stays.
///
/// The formulas are those of the W3C's Filter Effects Module Level 1.
///
/// ```swift
/// let faded = ColorMatrix.saturation(0.2).followed(by: .brightness(1.1))
/// frame.drawing.group(effects: [.color(faded)]) { $0.fill(.rect(box), .white) }
/// ```
public struct ColorMatrix: Hashable, Sendable, Digestible {
  /// The row for red: the factors of red, green and blue, and a constant.
  public var red: SIMD4<Double>
  /// The row for green, likewise.
  public var green: SIMD4<Double>
  /// The row for blue, likewise.
  public var blue: SIMD4<Double>

  /// For each component the factors of red, green and blue, and what is added.
  public init(red: SIMD4<Double>, green: SIMD4<Double>, blue: SIMD4<Double>) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Leaves colors as they are.
  public static let identity = ColorMatrix(red: [1, 0, 0, 0], green: [0, 1, 0, 0], blue: [0, 0, 1, 0])

  /// Multiplies all components: 0 is black, 1 changes nothing, 2 is twice as bright.
  public static func brightness(_ factor: Double) -> ColorMatrix {
    ColorMatrix(red: [factor, 0, 0, 0], green: [0, factor, 0, 0], blue: [0, 0, factor, 0])
  }

  /// Multiplies the distance from middle gray: 0 is gray, 1 changes nothing.
  public static func contrast(_ factor: Double) -> ColorMatrix {
    let bias = (1 - factor) / 2
    return ColorMatrix(red: [factor, 0, 0, bias], green: [0, factor, 0, bias], blue: [0, 0, factor, bias])
  }

  /// Multiplies the distance from the gray of the same luma: 0 is gray, 1 changes nothing.
  public static func saturation(_ factor: Double) -> ColorMatrix { mixed(gray, identity, factor) }

  /// Turns hues; luma stays.
  public static func hue(degrees: Double) -> ColorMatrix {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    let turned = ColorMatrix(
      red: [-0.213, -0.715, 0.928, 0], green: [0.143, 0.140, -0.283, 0], blue: [-0.787, 0.715, 0.072, 0])
    let colorful = mixed(gray, identity, cosine)
    return ColorMatrix(
      red: colorful.red + turned.red * sine, green: colorful.green + turned.green * sine,
      blue: colorful.blue + turned.blue * sine)
  }

  /// Mixes colors with `color` times their luma: `amount` 0 changes nothing, 1 leaves shades of `color` alone, whose
  /// alpha does not count.
  public static func tint(_ color: Color, amount: Double) -> ColorMatrix {
    let tinted = ColorMatrix(red: luma * color.red, green: luma * color.green, blue: luma * color.blue)
    return mixed(identity, tinted, amount)
  }

  /// The weights of red, green and blue in luma.
  private static let luma = SIMD4(0.213, 0.715, 0.072, 0)
  private static let gray = ColorMatrix(red: luma, green: luma, blue: luma)

  private static func mixed(_ a: ColorMatrix, _ b: ColorMatrix, _ t: Double) -> ColorMatrix {
    ColorMatrix(
      red: a.red * (1 - t) + b.red * t, green: a.green * (1 - t) + b.green * t, blue: a.blue * (1 - t) + b.blue * t)
  }

  /// This matrix and then another as one. What lies beyond 0 to 1 in between is not clamped.
  public func followed(by next: ColorMatrix) -> ColorMatrix {
    func row(_ row: SIMD4<Double>) -> SIMD4<Double> {
      red * row.x + green * row.y + blue * row.z + SIMD4(0, 0, 0, row.w)
    }
    return ColorMatrix(red: row(next.red), green: row(next.green), blue: row(next.blue))
  }

  /// Returns a color as the matrix changes it.
  public func apply(_ color: Color) -> Color {
    func component(_ row: SIMD4<Double>) -> Double {
      min(max(row.x * color.red + row.y * color.green + row.z * color.blue + row.w, 0), 1)
    }
    return Color(component(red), component(green), component(blue), color.alpha)
  }

  public func digest(into hasher: inout DigestHasher) {
    for row in [red, green, blue] { for i in 0..<4 { hasher.combine(row[i]) } }
  }
}
