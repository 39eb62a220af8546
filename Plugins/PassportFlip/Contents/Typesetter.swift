import StageKit

/// The fonts of a booklet, as parameters.
struct FontParameters: ParameterGroup {
  @Parameter("The font of the pages; several to try in order are separated by commas.") var font = "sans-serif"
  @Parameter("The font of titles and stamps.") var titleFont = "serif"
}

/// Sets a booklet's text in design units.
struct Typesetter {
  let context: any StageContext
  let textFamilies: [String]
  let titleFamilies: [String]

  init(_ parameters: FontParameters, _ context: any StageContext) {
    self.context = context
    textFamilies = Self.families(parameters.font)
    titleFamilies = Self.families(parameters.titleFont)
  }

  private static func families(_ list: String) -> [String] {
    let names = list.split(separator: ",").map { (name: Substring) -> Substring in name.drop { $0 == " " } }
    return names.filter { !$0.isEmpty }.map { String($0) }
  }

  /// Text as outlines with its first line's top at 0, at most `width` wide: it is broken into lines, or where it is not
  /// to be broken, made smaller.
  func block(
    _ text: String, size: Double, weight: Int = 400, isTitle: Bool = false, spacing: Double = 0,
    lineHeight: Double? = nil, alignment: TextAlignment = .start, width: Double, isBroken: Bool = false
  ) throws -> TextBlock {
    guard !text.isEmpty else { return TextBlock(outline: .empty, size: Size(0, 0)) }
    let style = TextStyle(
      families: isTitle ? titleFamilies : textFamilies, weight: weight, size: size, letterSpacing: spacing,
      lineHeight: lineHeight)
    let layout = try context.layout(
      TextRequest(text, style: style, alignment: alignment, maximumWidth: isBroken ? width : nil))
    if !layout.missing.isEmpty {
      context.warn("no font can draw \(layout.missing.map { "'\($0)'" }.joined(separator: ", ")) in \"\(text)\"")
    }
    for substitution in layout.substitutions { context.warn(substitution) }
    // Spacing after the last letter would move a centered line aside.
    let natural = Size(max(layout.size.width - (isBroken ? 0 : spacing), 0), layout.size.height)
    let scale = !isBroken && natural.width > width ? width / natural.width : 1
    let box = Size(natural.width * scale, natural.height * scale)
    let isRightToLeft = layout.lines.first?.isRightToLeft ?? false
    let left =
      switch alignment {
      case .center: (width - box.width) / 2
      case .end: isRightToLeft ? 0 : width - box.width
      default: isRightToLeft ? width - box.width : 0
      }
    let transform = Transform.translation(isBroken ? 0 : left, 0) * .scale(scale)
    return TextBlock(outline: layout.outline.transformed(by: transform), size: box)
  }
}

/// Text as outlines in design units.
struct TextBlock {
  /// Filled nonzero.
  var outline: Path
  var size: Size
}
