import Coding
import Geometry

/// A color in sRGB with straight (not premultiplied) alpha; components from 0 to 1, and beyond where a canvas has colors that
/// sRGB has not, see `ColorGamut`.
@frozen
public struct Color: Hashable, Sendable, Digestible {
  public var red: Double
  public var green: Double
  public var blue: Double
  /// The opacity, from 0 to 1; red, green and blue are not multiplied by it.
  public var alpha: Double

  /// A color of sRGB components from 0 to 1 and straight alpha.
  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// An opaque color written as 0xRRGGBB, with an alpha of its own.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      Double(hex >> 16 & 255) / 255, Double(hex >> 8 & 255) / 255, Double(hex & 255) / 255, alpha)
  }

  /// Black without opacity.
  public static let clear = Color(0, 0, 0, 0)
  /// Opaque black.
  public static let black = Color(0, 0, 0)
  /// Opaque white.
  public static let white = Color(1, 1, 1)

  /// This color with its alpha multiplied by `factor`.
  public func opacity(_ factor: Double) -> Color { Color(red, green, blue, alpha * factor) }

  /// Mixed component by component in premultiplied sRGB, as the web does; `t` beyond 0…1 is clamped in the result, to the
  /// components of sRGB and of both colors.
  public func interpolated(to other: Color, at t: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
    func clamp(_ v: Double) -> Double { min(max(v, 0), 1) }
    let a = clamp(mix(alpha, other.alpha))
    if a == 0 { return Color(other.red, other.green, other.blue, 0) }
    func component(_ v: Double, _ w: Double) -> Double {
      min(max(mix(v * alpha, w * other.alpha) / a, min(v, w, 0)), max(v, w, 1))
    }
    return Color(component(red, other.red), component(green, other.green), component(blue, other.blue), a)
  }

  public func digest(into hasher: inout DigestHasher) {
    for value in [red, green, blue, alpha] { hasher.combine(value) }
  }
}
