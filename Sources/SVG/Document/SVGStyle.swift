@_spi(Host) import Coding
import StageKit

/// The properties of an element as its attributes, rules and ancestors set them.
struct SVGStyle {
  private var values: [String: String] = [:]
  /// The gamut for which colors are read.
  let gamut: ColorGamut
  /// Properties of CSS that the file names itself, for `var()`.
  private var custom: [String: String] = [:]
  /// The transform of the element; nil for none.
  private(set) var transform: SVGTransform?
  /// True if a style says so, rather than an attribute.
  private(set) var hasTransformOfStyle = false
  private(set) var fontSize = SVGFontSize()
  /// The element's own properties that are not understood or not drawn, a phrase for each.
  private(set) var faults: [String: String] = [:]

  /// The style outside of all elements, with `color` as `currentColor`.
  init(color: Color, in gamut: ColorGamut) {
    self.gamut = gamut
    values = ["color": color.cssText, "fill": "black", "stroke": "none"]
  }

  /// The initial values of properties; others are absent at first.
  private static let initial = ["color": "black", "fill": "black", "overflow": "visible", "stroke": "none"]

  /// An element's, within one that has `parent`.
  init(of element: SVGElement, in parent: SVGStyle, _ rules: [StyleRule]) {
    gamut = parent.gamut
    values = parent.values.filter { SVGProperty.inherited.contains($0.key) }
    custom = parent.custom
    fontSize = parent.fontSize
    for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
      set(name, String(value.trimmed), asStyle: false, parent)
    }
    var declarations = rules.filter { $0.matches(element) }.flatMap(\.declarations)
    declarations += StyleDeclaration.all(in: element["style"] ?? "").declarations
    declarations = declarations.filter { !$0.isImportant } + declarations.filter(\.isImportant)
    for declaration in declarations where declaration.name.hasPrefix("--") {
      custom[declaration.name] = declaration.value
    }
    for declaration in declarations {
      set(declaration.name, declaration.value, asStyle: true, inSheet: declaration.isInSheet, parent)
    }
    if element.parent == nil { fontSize.root = fontSize.own }
    // Lengths in widths of letters refer to this element's letters, for the elements in it, too.
    for name in ["letter-spacing", "word-spacing", "stroke-dasharray", "stroke-dashoffset", "stroke-width"] {
      guard let text = values[name], let lengths = SVGProperty.lengths(text),
        lengths.contains(where: { $0.hasUnit && !$0.isPercentage })
      else { continue }
      let own = lengths.map { $0.isPercentage ? "\($0.value(of: 100, fontSize))%" : "\($0.value(of: 0, fontSize))" }
      values[name] = own.joined(separator: " ")
    }
  }

  private mutating func set(
    _ name: String, _ value: String, asStyle: Bool, inSheet: Bool = false, _ parent: SVGStyle
  ) {
    if asStyle, name == "marker" {
      for place in ["start", "mid", "end"] { set("marker-\(place)", value, asStyle: true, parent) }
      return
    }
    if asStyle, name == "text-decoration-line" { return set("text-decoration", value, asStyle: true, parent) }
    if asStyle, name == "font" {
      if ["inherit", "initial", "unset"].contains(value.lowercased()) {
        for part in ["family", "size", "style", "weight"] { set("font-\(part)", value, asStyle: true, parent) }
        return
      }
      let parts = Self.parts(ofFont: value)
      if parts.isEmpty { faults["font"] = "the font '\(value)' is not understood" }
      for part in parts { set(part.name, part.value, asStyle: true, parent) }
      return
    }
    if let isUndrawn = SVGProperty.isUndrawn(name, value, asStyle: asStyle) {
      faults[name] = isUndrawn ? "'\(name): \(value)' is not drawn" : nil
      return
    }
    guard SVGProperty.isKnown(name, asStyle: asStyle) else { return }
    if !asStyle, value.isEmpty { return }
    var value = value
    if asStyle, value.contains("var(") {
      // With a variable that has no value it is not understood, either.
      value = substituted(value, depth: 0) ?? value
    }
    switch asStyle || name != "transform" ? value.lowercased() : "" {
    case "inherit": inherit(name, from: parent)
    case "initial": reset(name)
    case "unset", "revert", "revert-layer":
      if SVGProperty.inherited.contains(name) { inherit(name, from: parent) } else { reset(name) }
    default:
      // A value that is not understood leaves the value without it (CSS Syntax, 2.2).
      guard let read = SVGProperty.read(value, of: name, asStyle: asStyle, inSheet: inSheet) else {
        faults[name] = "the \(name) '\(value)' is not understood"
        return
      }
      keep(read, of: name, asStyle: asStyle, parent)
    }
    faults[name] = nil
  }

  private mutating func inherit(_ name: String, from parent: SVGStyle) {
    values[name] = parent.values[name] ?? Self.initial[name]
    if name == "font-size" { fontSize.own = parent.fontSize.own }
    if name == "transform" { transform = parent.transform }
  }

  private mutating func reset(_ name: String) {
    values[name] = Self.initial[name]
    if name == "font-size" { fontSize.own = 16 }
    if name == "transform" { transform = nil }
  }

  private mutating func keep(_ value: String, of name: String, asStyle: Bool, _ parent: SVGStyle) {
    let outer = parent.fontSize
    switch name {
    case "transform":
      hasTransformOfStyle = asStyle
      transform = value == "none" ? nil : asStyle ? SVGTransform(css: value) : SVGTransform(attribute: value)
    case "font-size":
      fontSize.own =
        switch value {
        case "larger": outer.own * 1.2
        case "smaller": outer.own / 1.2
        default: SVGProperty.fontSizes[value] ?? SVGLength(value)?.value(of: outer.own, outer) ?? outer.own
        }
    case "font-weight":
      let weight = parent.values[name].flatMap { Double($0) } ?? 400
      values[name] =
        switch value {
        case "normal": "400"
        case "bold": "700"
        case "bolder": weight < 350 ? "400" : weight < 550 ? "700" : "900"
        case "lighter": weight < 550 ? "100" : weight < 750 ? "400" : "700"
        default: value
        }
    case "color": values[name] = value == "currentcolor" ? parent.values[name] : value
    default: values[name] = value
    }
  }

  /// A value with its variables replaced by their values; nil where one has neither a value nor another one instead.
  private func substituted(_ value: String, depth: Int) -> String? {
    guard let start = value.range(of: "var(") else { return value }
    guard depth < 20 else { return nil }
    var level = 1
    let end = value[start.upperBound...].firstIndex { character in
      level += character == "(" ? 1 : character == ")" ? -1 : 0
      return level == 0
    }
    let inner = value[start.upperBound..<(end ?? value.endIndex)]
    let comma = inner.firstIndex(of: ",") ?? inner.endIndex
    let found = custom[String(inner[..<comma].trimmed)].flatMap { substituted($0, depth: depth + 1) }
    let other =
      comma < inner.endIndex ? substituted(String(inner[comma...].dropFirst().trimmed), depth: depth + 1) : nil
    guard let text = found ?? other else { return nil }
    let rest = end.map { String(value[$0...].dropFirst()) } ?? ""
    return substituted(String(value[..<start.lowerBound]) + text + rest, depth: depth + 1)
  }

  /// The properties that CSS's `font` sets: words, the size, perhaps with a line's height, and families; none where that is
  /// not what it consists of.
  private static func parts(ofFont value: String) -> [StyleDeclaration] {
    let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
    func size(_ word: String) -> String { String(word.prefix { $0 != "/" }) }
    let isSize = words.map { word in
      Double(word) == nil && SVGProperty.read(size(word), of: "font-size", asStyle: true, inSheet: true) != nil
    }
    guard let place = isSize.firstIndex(of: true), place + 1 < words.count else { return [] }
    var parts = [
      StyleDeclaration(name: "font-style", value: "normal"), StyleDeclaration(name: "font-weight", value: "normal"),
      StyleDeclaration(name: "font-size", value: size(words[place])),
    ]
    var families = words[(place + 1)...]
    if words[place].hasSuffix("/") || families.first == "/" {
      families = families.dropFirst(families.first == "/" ? 2 : 1)
    }
    guard !families.isEmpty else { return [] }
    parts.append(StyleDeclaration(name: "font-family", value: families.joined(separator: " ")))
    for word in words[..<place] {
      if ["italic", "oblique"].contains(word.lowercased()) {
        parts.append(StyleDeclaration(name: "font-style", value: word))
      } else if SVGProperty.read(word, of: "font-weight", asStyle: true) != nil {
        if word.lowercased() != "normal" { parts.append(StyleDeclaration(name: "font-weight", value: word)) }
      } else {
        parts.append(StyleDeclaration(name: "font-variant", value: word))
      }
    }
    return parts
  }

  subscript(name: String) -> String? { values[name] }

  /// A number or a percentage, within 0…1.
  func share(_ name: String) -> Double {
    guard let length = values[name].flatMap({ SVGLength($0) }) else { return 1 }
    return min(max(length.value(of: 1, fontSize), 0), 1)
  }

  /// A length in pixels; percentages are of `whole`.
  func length(_ name: String, of whole: Double) -> Double? {
    values[name].flatMap { SVGLength($0) }?.value(of: whole, fontSize)
  }

  /// It with the paints of `outer` in place of `context-fill` and `context-stroke`.
  func inContext(of outer: SVGStyle?) -> SVGStyle {
    var style = self
    for name in ["fill", "stroke"] where ["context-fill", "context-stroke"].contains(values[name]) {
      style.values[name] = values[name].flatMap { outer?.values[String($0.dropFirst(8))] } ?? "none"
    }
    return style
  }

  /// The value of `currentColor`.
  var color: Color { values["color"].flatMap(parsed) ?? .black }

  /// The color that a text is; nil for none.
  func parsed(_ text: String) -> Color? { SVGColor.parse(text, in: gamut) }

  /// A color by itself, without what draws by reference.
  func color(_ name: String) -> Color? {
    guard let value = values[name] else { return nil }
    return value.lowercased() == "currentcolor" ? color : parsed(value)
  }

  /// The address in `url(…)`, and what follows it.
  static func address(_ value: String) -> (address: String, rest: String)? {
    guard value.prefix(4).lowercased() == "url(" else { return nil }
    // An open bracket ends with the value.
    let end = value.firstIndex(of: ")") ?? value.endIndex
    let inner = value[..<end].dropFirst(4).trimmed.filter { $0 != "\"" && $0 != "'" }
    return (inner, String(value[end...].dropFirst().trimmed))
  }

  /// The id in `url(#id)`, and what follows it.
  static func reference(_ value: String) -> (id: String, rest: String)? {
    guard let (address, rest) = address(value), address.first == "#" else { return nil }
    return (String(address.dropFirst()), rest)
  }

  /// The id that a property refers to, where it does that alone.
  func reference(_ name: String) -> String? {
    guard let (id, rest) = values[name].flatMap(Self.reference), rest.isEmpty else { return nil }
    return id
  }
}
