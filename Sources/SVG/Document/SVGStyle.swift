import StageKit

/// The properties of an element as its attributes, rules and ancestors set them.
struct SVGStyle {
  private var values: [String: String] = [:]
  /// In pixels.
  private(set) var fontSize = 16.0

  /// Properties that hold for what is in an element, too.
  private static let inherited: Set<String> = [
    "clip-rule", "color", "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-style", "font-weight",
    "letter-spacing", "marker-end", "marker-mid", "marker-start", "paint-order", "stroke", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "visibility",
  ]

  /// Properties that do not.
  private static let own: Set<String> = [
    "clip-path", "display", "filter", "flood-color", "flood-opacity", "isolation", "mask", "mask-type",
    "mix-blend-mode", "opacity", "overflow", "stop-color", "stop-opacity", "transform", "vector-effect",
  ]

  /// What holds outside of all elements, where `currentColor` is `color`.
  init(color: Color) { values = ["color": color.cssText, "fill": "black", "stroke": "none"] }

  /// An element's, within one that has `parent`.
  init(of element: SVGElement, in parent: SVGStyle, _ rules: [StyleRule]) {
    values = parent.values.filter { Self.inherited.contains($0.key) }
    fontSize = parent.fontSize
    func set(_ name: String, _ value: String) {
      if name == "marker" { for place in ["start", "mid", "end"] { values["marker-\(place)"] = value } }
      if name == "font" { for part in Self.parts(ofFont: value) { set(part.name, part.value) } }
      guard Self.inherited.contains(name) || Self.own.contains(name) else { return }
      values[name] = value == "inherit" ? parent.values[name] : value
    }
    for (name, value) in element.attributes { set(name, String(value.trimmed)) }
    for rule in rules where rule.matches(element) {
      for declaration in rule.declarations { set(declaration.name, declaration.value) }
    }
    for declaration in StyleDeclaration.all(in: element["style"] ?? "") { set(declaration.name, declaration.value) }
    if let size = values["font-size"] {
      let relative = SVGLength(size)
      fontSize = relative?.value(of: parent.fontSize, fontSize: parent.fontSize) ?? fontSize
      values["font-size"] = nil
    }
  }

  /// The properties that CSS's `font` sets: words, the size, perhaps with a line's height, and families.
  private static func parts(ofFont value: String) -> [StyleDeclaration] {
    let words = value.split(separator: " ", omittingEmptySubsequences: true)
    guard let place = words.firstIndex(where: { $0.first?.isNumber == true && Int($0) == nil }) else { return [] }
    var parts = [
      StyleDeclaration(name: "font-size", value: String(words[place].prefix { $0 != "/" })),
      StyleDeclaration(name: "font-family", value: words[(place + 1)...].joined(separator: " ")),
    ]
    for word in words[..<place] {
      let isSlope = word == "italic" || word == "oblique"
      if isSlope || Int(word) != nil || ["bold", "bolder", "lighter"].contains(word) {
        parts.append(StyleDeclaration(name: isSlope ? "font-style" : "font-weight", value: String(word)))
      }
    }
    return parts
  }

  subscript(name: String) -> String? { values[name] }

  /// A number or a percentage, within 0…1.
  func share(_ name: String) -> Double {
    guard let length = values[name].flatMap({ SVGLength($0) }) else { return 1 }
    return min(max(length.value(of: 1, fontSize: 0), 0), 1)
  }

  /// A length in pixels; percentages are of `whole`.
  func length(_ name: String, of whole: Double) -> Double? {
    values[name].flatMap { SVGLength($0) }?.value(of: whole, fontSize: fontSize)
  }

  /// What `currentColor` is.
  var color: Color { values["color"].flatMap { Color(css: $0) } ?? .black }

  /// A color by itself, without what draws by reference.
  func color(_ name: String) -> Color? {
    guard let value = values[name] else { return nil }
    return value.lowercased() == "currentcolor" ? color : Color(css: value)
  }

  /// The id in `url(#id)`, and what follows it.
  static func reference(_ value: String) -> (id: String, rest: String)? {
    guard value.hasPrefix("url("), let end = value.firstIndex(of: ")") else { return nil }
    let inner = value[..<end].dropFirst(4).trimmed.filter { $0 != "\"" && $0 != "'" }
    guard inner.first == "#" else { return nil }
    return (String(inner.dropFirst()), String(value[end...].dropFirst().trimmed))
  }

  /// The id that a property refers to.
  func reference(_ name: String) -> String? { values[name].flatMap { Self.reference($0)?.id } }
}
