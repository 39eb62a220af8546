@_spi(Host) import Coding
import StageKit

/// The properties of CSS that SVG has: which are inherited, and what values they take.
enum SVGProperty {
  /// Properties that hold for what is in an element, too.
  static let inherited: Set<String> = [
    "clip-rule", "color", "color-interpolation", "color-interpolation-filters", "fill", "fill-opacity", "fill-rule",
    "direction", "dominant-baseline", "font-family", "font-feature-settings", "font-kerning", "font-size",
    "font-style", "font-variant-ligatures", "font-variant-numeric", "font-weight",
    "image-rendering", "letter-spacing", "marker-end", "marker-mid",
    "marker-start", "paint-order", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "text-transform",
    "visibility",
    "word-spacing", "writing-mode",
  ]

  /// Properties that do not.
  private static let own: Set<String> = [
    "alignment-baseline", "baseline-shift", "clip-path", "display", "filter", "flood-color", "flood-opacity",
    "isolation", "lighting-color", "mask", "mask-type",
    "mix-blend-mode", "opacity", "overflow", "stop-color", "stop-opacity", "text-decoration", "transform",
    "transform-box",
    "transform-origin", "unicode-bidi", "vector-effect",
  ]

  /// Properties that only styles set; as attributes they are the geometry's, or nothing.
  private static let styleOnly: Set<String> = [
    "background", "background-color", "cx", "cy", "d", "font-feature-settings", "font-kerning",
    "font-variant-ligatures",
    "font-variant-numeric", "height", "isolation", "mix-blend-mode", "r",
    "rx", "ry",
    "width",
    "x", "y",
  ]

  static func isKnown(_ name: String, asStyle: Bool) -> Bool {
    if styleOnly.contains(name) { return asStyle }
    return inherited.contains(name) || own.contains(name)
  }

  /// Properties that change pictures and are not drawn, with the values that change nothing.
  private static let undrawn: [String: Set<String>] = [
    "all": [],
    "animation": ["none"], "animation-name": ["none"], "backdrop-filter": ["none"],
    "clip": ["auto"], "font-size-adjust": ["none"],
    "font-stretch": ["normal", "100%"], "font-variant": ["normal"], "font-variant-caps": ["normal"],
    "font-variant-east-asian": ["normal"],
    "font-variant-position": ["normal"], "font-variation-settings": ["normal"],
    "inline-size": ["auto", "0"],
    "mask-border": ["none"], "mask-clip": ["border-box"], "mask-composite": ["add"], "mask-image": ["none"],
    "mask-mode": ["match-source"], "mask-origin": ["border-box"], "mask-position": ["0% 0%", "0 0"],
    "mask-repeat": ["repeat"], "mask-size": ["auto"], "offset-path": ["none"], "rotate": ["none"],
    "scale": ["none", "1"],
    "shape-inside": ["none", "auto"], "shape-rendering": ["auto", "geometricprecision"],
    "shape-subtract": ["none"],
    "text-indent": ["0", "0px"],
    "text-shadow": ["none"], "translate": ["none"],
    "white-space": ["normal"],
    "zoom": ["1", "normal", "100%"],
  ]
  /// Those of them that are no attributes.
  private static let undrawnStyles: Set<String> = [
    "all", "animation", "animation-name", "backdrop-filter", "inline-size", "mask-border", "mask-clip",
    "mask-composite", "mask-image", "mask-mode", "mask-origin", "mask-position", "mask-repeat", "mask-size",
    "offset-path", "rotate",
    "scale",
    "shape-inside", "shape-subtract", "text-indent", "text-shadow", "translate", "zoom",
  ]

  /// True if a property matters to text alone.
  static func isOfText(_ name: String) -> Bool {
    ["font", "text-", "letter-", "word-", "white-space", "line-", "dominant-", "alignment-", "baseline-", "unicode-"]
      .contains { name.hasPrefix($0) }
      || ["direction", "inline-size", "shape-inside", "shape-subtract", "writing-mode"].contains(name)
  }

  /// True if a value changes a picture in a way that is not drawn; nil where the property is none of those.
  static func isUndrawn(_ name: String, _ value: String, asStyle: Bool) -> Bool? {
    guard let harmless = undrawn[name], asStyle || !undrawnStyles.contains(name) else { return nil }
    // Whatever its value, it sets all properties.
    if name == "all" { return true }
    if harmless.contains("0"), let length = SVGLength(value), length.value(of: 1, SVGFontSize()) == 0 { return false }
    return !harmless.contains(value.lowercased())
      && !["inherit", "initial", "unset", "revert"].contains(value.lowercased())
  }

  private static let words: [String: Set<String>] = [
    "alignment-baseline": [
      "auto", "baseline", "before-edge", "text-before-edge", "middle", "central", "after-edge", "text-after-edge",
      "ideographic", "alphabetic", "hanging", "mathematical", "text-top", "text-bottom", "top", "center", "bottom",
    ],
    "clip-rule": ["nonzero", "evenodd"], "color-interpolation": ["auto", "srgb", "linearrgb"],
    "color-interpolation-filters": ["auto", "srgb", "linearrgb"],
    "display": [
      "none", "inline", "block", "contents", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "flow-root",
      "list-item", "run-in", "compact", "marker", "table", "inline-table", "table-row-group", "table-header-group",
      "table-footer-group", "table-row", "table-column-group", "table-column", "table-cell", "table-caption",
    ],
    "direction": ["ltr", "rtl"],
    "font-variant-ligatures": ["normal", "none"], "text-transform": ["none", "uppercase", "lowercase", "capitalize"],
    "dominant-baseline": [
      "auto", "use-script", "no-change", "reset-size", "ideographic", "alphabetic", "hanging", "mathematical",
      "central",
      "middle", "text-after-edge", "text-before-edge",
    ],
    "fill-rule": ["nonzero", "evenodd"], "font-kerning": ["auto", "normal", "none"],
    "font-style": ["normal", "italic", "oblique"],
    "image-rendering": [
      "auto", "optimizespeed", "optimizequality", "pixelated", "crisp-edges", "smooth", "high-quality",
    ],
    "isolation": ["auto", "isolate"],
    "mask-type": ["luminance", "alpha"],
    "mix-blend-mode": [
      "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
      "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter",
      "plus-darker",
    ],
    "overflow": ["visible", "hidden", "scroll", "auto", "clip"], "stroke-linecap": ["butt", "round", "square"],
    "stroke-linejoin": ["miter", "round", "bevel", "miter-clip", "arcs"], "text-anchor": ["start", "middle", "end"],
    "unicode-bidi": ["normal", "embed", "isolate", "bidi-override", "isolate-override", "plaintext"],
    "transform-box": ["content-box", "border-box", "fill-box", "stroke-box", "view-box"],
    "vector-effect": ["none", "non-scaling-stroke", "non-scaling-size", "non-rotation", "fixed-position"],
    "visibility": ["visible", "hidden", "collapse"],
    "writing-mode": [
      "lr", "lr-tb", "rl", "rl-tb", "tb", "tb-rl", "horizontal-tb", "vertical-rl", "vertical-lr",
    ],
  ]

  static let fontSizes: [String: Double] = [
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
    "xxx-large": 48,
  ]

  /// A value as it is kept, words in lower case; nil where it is not understood. As browsers read them, lengths need a unit in style
  /// sheets alone.
  static func read(_ value: String, of name: String, asStyle: Bool, inSheet: Bool = false) -> String? {
    let lower = value.lowercased()
    func length(needsUnit: Bool = false, mayBeNegative: Bool = true) -> String? {
      guard let length = SVGLength(value), mayBeNegative || !length.isNegative else { return nil }
      return needsUnit && !length.hasUnit && length.plainNumber != 0 ? nil : value
    }
    if let words = words[name] { return words.contains(lower) ? lower : nil }
    switch name {
    case "color", "stop-color", "flood-color", "lighting-color", "background-color":
      return lower == "currentcolor" ? lower : SVGColor.parse(value).map { _ in value }
    case "background":
      return lower == "none" ? lower : SVGColor.parse(value).map { _ in value }
    case "fill", "stroke":
      if let (_, rest) = SVGStyle.address(value) { return rest.isEmpty || isPlainPaint(rest) ? value : nil }
      return ["context-fill", "context-stroke"].contains(lower) ? lower : isPlainPaint(value) ? value : nil
    case "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity":
      guard let length = SVGLength(value), length.isPercentage || length.plainNumber != nil else { return nil }
      return value
    case "stroke-width": return length(mayBeNegative: false)
    case "stroke-dashoffset": return length()
    case "stroke-miterlimit": return SVGLength(value).flatMap { $0.plainNumber }.flatMap { $0 < 0 ? nil : value }
    case "stroke-dasharray":
      return lower == "none" ? lower : lengths(value).flatMap { $0.contains { $0.isNegative } ? nil : value }
    case "baseline-shift": return ["baseline", "sub", "super"].contains(lower) ? lower : length()
    case "word-spacing": return lower == "normal" ? "0" : length(needsUnit: inSheet)
    case "text-decoration":
      // The shorthand also names styles and colors, which are left out.
      let parts = lower.split(whereSeparator: \.isWhitespace)
      let lines = parts.filter { ["underline", "overline", "line-through"].contains($0) }
      return lines.isEmpty ? lower == "none" ? lower : nil : lines.joined(separator: " ")
    case "letter-spacing": return lower == "normal" ? "0" : length(needsUnit: inSheet)
    case "font-size":
      if fontSizes[lower] != nil || ["larger", "smaller"].contains(lower) { return lower }
      return length(needsUnit: inSheet, mayBeNegative: false)
    case "font-feature-settings": return SVGFontFeatures.settings(value).map { _ in value }
    case "font-variant-numeric": return SVGFontFeatures.numeric(value).map { _ in lower }
    case "font-weight":
      if ["normal", "bold", "bolder", "lighter"].contains(lower) { return lower }
      return Double(lower).flatMap { (1...1000).contains($0) ? lower : nil }
    case "clip-path":
      if lower == "none" { return lower }
      if let (_, rest) = SVGStyle.address(value) { return rest.isEmpty ? value : nil }
      return lower.contains("(") || lower.hasSuffix("-box") ? value : nil
    case "mask", "filter":
      return lower == "none" ? lower : SVGStyle.address(value) != nil || lower.contains("(") ? value : nil
    case "marker-start", "marker-mid", "marker-end":
      return lower == "none" ? lower : SVGStyle.address(value)?.rest.isEmpty == true ? value : nil
    case "paint-order":
      let parts = lower.split(whereSeparator: \.isWhitespace).map(String.init)
      let isKnown = Set(parts).isSubset(of: ["fill", "stroke", "markers"]) && Set(parts).count == parts.count
      return lower == "normal" ? lower : isKnown && !parts.isEmpty ? lower : nil
    case "transform":
      if lower == "none" { return lower }
      return (asStyle ? SVGTransform(css: value) : SVGTransform(attribute: value)).map { _ in value }
    case "transform-origin":
      let parts = lower.split(whereSeparator: \.isWhitespace)
      let isKnown = parts.allSatisfy {
        ["left", "center", "right", "top", "bottom"].contains($0)
          || SVGLength(String($0)).map { !asStyle || $0.hasUnit || $0.plainNumber == 0 } == true
      }
      return isKnown && (1...3).contains(parts.count) ? lower : nil
    // As browsers read them, these of SVG alone need no unit.
    case "x", "y", "cx", "cy": return length()
    case "r": return length(mayBeNegative: false)
    case "rx", "ry": return lower == "auto" ? lower : length(mayBeNegative: false)
    case "width", "height": return lower == "auto" ? lower : length(needsUnit: inSheet, mayBeNegative: false)
    case "d": return lower == "none" || pathData(value) != nil ? value : nil
    default: return value.isEmpty ? nil : value
    }
  }

  private static func isPlainPaint(_ value: String) -> Bool {
    ["none", "currentcolor"].contains(value.lowercased()) || SVGColor.parse(value) != nil
  }

  /// The lengths of a list between spaces and single commas; nil where there is anything else.
  static func lengths(_ text: String) -> [SVGLength]? {
    var scanner = ByteScanner(text)
    var lengths: [SVGLength] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let length = SVGLength(&scanner) else { return nil }
      lengths.append(length)
      scanner.skipSpace()
      if scanner.take(",") {
        scanner.skipSpace()
        if scanner.isAtEnd { return nil }
      }
    }
    return lengths.isEmpty ? nil : lengths
  }

  /// The path data in `path("…")`.
  static func pathData(_ value: String) -> String? {
    let inner = value.trimmed
    guard inner.lowercased().hasPrefix("path("), inner.last == ")" else { return nil }
    let text = inner.dropFirst(5).dropLast().trimmed
    guard let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.count > 1 else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
