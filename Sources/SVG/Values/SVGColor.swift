@_spi(Host) import Coding
import Foundation
import StageKit

/// Colors as styles of SVG files write them.
enum SVGColor {
  /// A color of CSS; nil where it is none. Colors beyond sRGB are clipped to it.
  static func parse(_ text: String) -> Color? {
    if let color = Color(css: text) { return color }
    let text = text.trimmed.lowercased()
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let name = text[..<open]
    let content = text[open...].dropFirst().dropLast()
    if name == "light-dark" {
      let parts = StyleDeclaration.parts(of: content, at: ",")
      return parts.count == 2 && parse(String(parts[1])) != nil ? parse(String(parts[0])) : nil
    }
    let halves = content.split(separator: "/", omittingEmptySubsequences: false)
    var words = halves[0].split(whereSeparator: \.isWhitespace).map(String.init)
    guard halves.count <= 2, let alpha = halves.count == 2 ? number(halves[1].trimmed, of: 1) : 1 else { return nil }
    let space = name == "color" && !words.isEmpty ? words.removeFirst() : String(name)
    guard words.count == 3, let linear = linear(space, words) else { return nil }
    func curve(_ value: Double) -> Double {
      let value = min(max(value, 0), 1)
      return value == 1 ? 1 : value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
    return Color(curve(linear.x), curve(linear.y), curve(linear.z), min(max(alpha, 0), 1))
  }

  /// A number, or a percentage of `whole`; `none` is 0.
  private static func number(_ text: some StringProtocol, of whole: Double) -> Double? {
    if text == "none" { return 0 }
    guard let length = SVGLength(String(text)) else { return nil }
    return length.plainNumber ?? (length.isPercentage ? length.value(of: whole, SVGFontSize()) : nil)
  }

  /// Red, green and blue of sRGB in linear light. Formulas and matrices: CSS Color 4, 10 and 18.
  private static func linear(_ space: String, _ words: [String]) -> SIMD3<Double>? {
    func values(_ a: Double, _ b: Double, _ c: Double) -> SIMD3<Double>? {
      guard let x = number(words[0], of: a), let y = number(words[1], of: b), let z = number(words[2], of: c) else {
        return nil
      }
      return SIMD3(x, y, z)
    }
    /// With chroma and hue instead of two axes.
    func polar(_ lightness: Double, _ chroma: Double) -> SIMD3<Double>? {
      guard let l = number(words[0], of: lightness), let c = number(words[1], of: chroma) else { return nil }
      guard let hue = words[2] == "none" ? 0 : SVGValues.angle(words[2]) else { return nil }
      let (sine, cosine) = sineAndCosine(degrees: hue)
      return SIMD3(l, max(c, 0) * cosine, max(c, 0) * sine)
    }
    switch space {
    case "srgb": return values(1, 1, 1).map(light)
    case "srgb-linear": return values(1, 1, 1)
    case "display-p3": return values(1, 1, 1).map { sRGB(p3(light($0))) }
    case "xyz", "xyz-d65": return values(1, 1, 1).map(sRGB)
    case "lab": return values(100, 125, 125).map(lab)
    case "lch": return polar(100, 150).map(lab)
    case "oklab": return values(1, 0.4, 0.4).map(oklab)
    case "oklch": return polar(1, 0.4).map(oklab)
    default: return nil
    }
  }

  private static func light(_ color: SIMD3<Double>) -> SIMD3<Double> {
    func light(_ value: Double) -> Double {
      let size = abs(value)
      let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
      return value < 0 ? -light : light
    }
    return SIMD3(light(color.x), light(color.y), light(color.z))
  }

  private static func product(_ rows: [SIMD3<Double>], _ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows[0] * v).sum(), (rows[1] * v).sum(), (rows[2] * v).sum())
  }

  private static func p3(_ color: SIMD3<Double>) -> SIMD3<Double> {
    product(
      [
        SIMD3(0.4865709486482162, 0.26566769316909306, 0.1982172852343625),
        SIMD3(0.2289745640697488, 0.6917385218365064, 0.079286914093745),
        SIMD3(0, 0.04511338185890264, 1.043944368900976),
      ], color)
  }

  private static func sRGB(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    product(
      [
        SIMD3(3.2409699419045226, -1.537383177570094, -0.4986107602930034),
        SIMD3(-0.9692436362808796, 1.8759675015077202, 0.04155505740717559),
        SIMD3(0.05563007969699366, -0.20397695888897652, 1.0569715142428786),
      ], xyz)
  }

  private static func lab(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let y = (min(max(color.x, 0), 100) + 16) / 116
    let (x, z) = (color.y / 500 + y, y - color.z / 200)
    func value(_ f: Double) -> Double { f * f * f > 216.0 / 24389 ? f * f * f : (116 * f - 16) / (24389.0 / 27) }
    let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
    let d50 = SIMD3(value(x), value(y), value(z)) * white
    return sRGB(
      product(
        [
          SIMD3(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
          SIMD3(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
          SIMD3(0.012314014864481998, -0.020507649298898964, 1.330365926242124),
        ], d50))
  }

  private static func oklab(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let roots = product(
      [
        SIMD3(1, 0.3963377773761749, 0.2158037573099136), SIMD3(1, -0.1055613458156586, -0.0638541728258133),
        SIMD3(1, -0.0894841775298119, -1.2914855480194092),
      ], color)
    return product(
      [
        SIMD3(4.0767416360759583, -3.3077115392580629, 0.2309699031821043),
        SIMD3(-1.2684379732850315, 2.6097573492876882, -0.3413193760026570),
        SIMD3(-0.0041960761386756, -0.7034186179359362, 1.7076146940746117),
      ], roots * roots * roots)
  }
}
