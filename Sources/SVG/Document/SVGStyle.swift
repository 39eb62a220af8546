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
    "mix-blend-mode", "opacity", "overflow", "stop-color", "stop-opacity", "transform", "transform-box",
    "transform-origin", "vector-effect",
  ]

  /// Values that are not understood and that no other takes the place of, with their properties.
  private(set) var invalid: [String: String] = [:]

  /// What holds outside of all elements, where `currentColor` is `color`.
  init(color: Color) { values = ["color": color.cssText, "fill": "black", "stroke": "none"] }

  /// An element's, within one that has `parent`.
  init(of element: SVGElement, in parent: SVGStyle, _ rules: [StyleRule]) {
    values = parent.values.filter { Self.inherited.contains($0.key) }
    fontSize = parent.fontSize
    var given: Set<String> = []
    func set(_ name: String, _ value: String) {
      if name == "marker" { for place in ["start", "mid", "end"] { values["marker-\(place)"] = value } }
      if name == "font" { for part in Self.parts(ofFont: value) { set(part.name, part.value) } }
      guard Self.inherited.contains(name) || Self.own.contains(name) else { return }
      switch value.lowercased() {
      case "inherit": values[name] = parent.values[name]
      case "initial": values[name] = Self.initial[name]
      case "unset", "revert": values[name] = Self.inherited.contains(name) ? parent.values[name] : nil
      default:
        // What is not understood leaves what holds without it (CSS Syntax, 2.2).
        guard Self.isValid(value, for: name) else {
          if !given.contains(name) { invalid[name] = value }
          return
        }
        values[name] = value
      }
      given.insert(name)
      invalid[name] = nil
    }
    for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) { set(name, String(value.trimmed)) }
    var declarations = rules.filter { $0.matches(element) }.flatMap(\.declarations)
    declarations += StyleDeclaration.all(in: element["style"] ?? "")
    for declaration in declarations where !declaration.isImportant { set(declaration.name, declaration.value) }
    for declaration in declarations where declaration.isImportant { set(declaration.name, declaration.value) }
    if let size = values["font-size"] {
      let relative = SVGLength(size)
      fontSize = relative?.value(of: parent.fontSize, fontSize: parent.fontSize) ?? fontSize
      values["font-size"] = nil
    }
  }

  /// What properties are where nothing is said of them; others are absent then.
  private static let initial = ["color": "black", "fill": "black", "stroke": "none"]

  private static let words: [String: Set<String>] = [
    "fill-rule": ["nonzero", "evenodd"], "clip-rule": ["nonzero", "evenodd"],
    "stroke-linecap": ["butt", "round", "square"],
    "stroke-linejoin": ["miter", "round", "bevel", "miter-clip", "arcs"], "text-anchor": ["start", "middle", "end"],
    "visibility": ["visible", "hidden", "collapse"], "mask-type": ["luminance", "alpha"],
    "isolation": ["auto", "isolate"], "font-style": ["normal", "italic", "oblique"],
    "transform-box": ["view-box", "fill-box", "stroke-box", "content-box", "border-box"],
  ]

  private static let numbers: Set<String> = [
    "fill-opacity", "flood-opacity", "opacity", "stop-opacity", "stroke-miterlimit", "stroke-opacity",
  ]

  /// Whether a property can have a value.
  private static func isValid(_ value: String, for name: String) -> Bool {
    switch name {
    case "fill", "stroke":
      if let (_, rest) = reference(value) { return rest.isEmpty || isValid(String(rest), for: name) }
      return ["none", "currentcolor", "context-fill", "context-stroke"].contains(value.lowercased())
        || Color(css: value) != nil
    case "color", "stop-color", "flood-color": return value.lowercased() == "currentcolor" || Color(css: value) != nil
    case "stroke-width", "stroke-dashoffset": return SVGLength(value) != nil
    default:
      if let words = words[name] { return words.contains(value) }
      return numbers.contains(name) ? SVGLength(value) != nil : true
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
