import Foundation

/// A color in CIELAB of D65, by which its distance from another is measured.
struct LabColor: Hashable, Sendable {
  var lightness: Double
  var a: Double
  var b: Double

  init(lightness: Double, a: Double, b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

  /// A color of sRGB (IEC 61966-2-1), in code values of 8 bits, which may lie between whole ones.
  init(red: Double, green: Double, blue: Double) {
    let (r, g, b) = (Self.linear(red), Self.linear(green), Self.linear(blue))
    // To XYZ, divided by the white of D65.
    let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    let y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    let z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    let (fx, fy, fz) = (Self.root(x), Self.root(y), Self.root(z))
    self.init(lightness: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }

  private static func linear(_ code: Double) -> Double {
    let whole = Int(code)
    return Double(whole) == code && table.indices.contains(whole) ? table[whole] : linearized(code)
  }

  private static let table = (0...255).map { linearized(Double($0)) }

  private static func linearized(_ code: Double) -> Double {
    let value = code / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func root(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }

  /// The color difference CIEDE2000, ΔE₀₀ (ISO/CIE 11664-6, with all weights 1): about 1 is what eyes just notice between
  /// areas that touch.
  func distance(to other: LabColor) -> Double {
    let (c1, c2) = ((a * a + b * b).squareRoot(), (other.a * other.a + other.b * other.b).squareRoot())
    let seventh = pow((c1 + c2) / 2, 7)
    let g = 0.5 * (1 - (seventh / (seventh + 6_103_515_625)).squareRoot())
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (chroma1, chroma2) = ((a1 * a1 + b * b).squareRoot(), (a2 * a2 + other.b * other.b).squareRoot())
    func hue(_ a: Double, _ b: Double) -> Double {
      if a == 0, b == 0 { return 0 }
      let degrees = atan2(b, a) * 180 / .pi
      return degrees < 0 ? degrees + 360 : degrees
    }
    let (h1, h2) = (hue(a1, b), hue(a2, other.b))
    let isGray = chroma1 * chroma2 == 0
    var turn = isGray ? 0 : h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let (dl, dc) = (other.lightness - lightness, chroma2 - chroma1)
    let dh = 2 * (chroma1 * chroma2).squareRoot() * sin(turn / 2 * .pi / 180)
    let (l, c) = ((lightness + other.lightness) / 2, (chroma1 + chroma2) / 2)
    var h = isGray ? h1 + h2 : (h1 + h2) / 2
    if !isGray, abs(h1 - h2) > 180 { h += h1 + h2 < 360 ? 180 : -180 }
    func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    let t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.20 * cosine(4 * h - 63)
    let offset = (l - 50) * (l - 50)
    let (sl, sc, sh) = (1 + 0.015 * offset / (20 + offset).squareRoot(), 1 + 0.045 * c, 1 + 0.015 * c * t)
    let chroma7 = pow(c, 7)
    let angle = 30 * exp(-((h - 275) / 25) * ((h - 275) / 25))
    let rotation = -2 * (chroma7 / (chroma7 + 6_103_515_625)).squareRoot() * sin(2 * angle * .pi / 180)
    let (x, y, z) = (dl / sl, dc / sc, dh / sh)
    return max(0, x * x + y * y + z * z + rotation * y * z).squareRoot()
  }
}
