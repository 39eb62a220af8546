@_spi(Host) import Coding
import StageKit

/// Colors as styles of SVG files write them.
enum SVGColor {
  /// A color of CSS; nil where it is none. Colors beyond the gamut are mapped into it.
  static func parse(_ text: String, in gamut: ColorGamut = .sRGB) -> Color? {
    if let color = Color(css: text, in: gamut) { return color }
    let text = text.trimmed.lowercased()
    guard text.hasPrefix("light-dark("), text.hasSuffix(")") else { return nil }
    let parts = StyleDeclaration.parts(of: text.dropFirst("light-dark(".count).dropLast(), at: ",")
    return parts.count == 2 && parse(String(parts[1])) != nil ? parse(String(parts[0]), in: gamut) : nil
  }
}
