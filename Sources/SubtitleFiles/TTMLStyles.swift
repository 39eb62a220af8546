@_spi(Host) import Coding
import Documents
import StageKit
@_spi(Host) import TimedText

/// The styles and regions of a TTML document.
struct TTMLStyles {
  /// The styles that an element inherits and hands on.
  struct Inherited: Equatable {
    var style = SubtitleStyle()
    var alignment: SubtitlePosition.Alignment?
    var isVisible = true
    var keepsSpace = false
  }

  /// The attributes of styles by their ids, with those of the styles that they refer to.
  private var named: [String: [String: String]] = [:]
  private var regions: [String: XMLElement] = [:]
  private let cells: (columns: Double, rows: Double)
  private let pixels: (width: Double, height: Double)?

  init(_ root: XMLElement) {
    let numbers = Self.numbers(root["cellResolution"] ?? "")
    cells = numbers.count == 2 && numbers.allSatisfy { $0 > 0 } ? (numbers[0], numbers[1]) : (32, 15)
    let size = (root["extent"] ?? "").split(separator: " ").compactMap { text -> Double? in
      text.hasSuffix("px") ? Double(text.dropLast(2)).flatMap { $0 > 0 ? $0 : nil } : nil
    }
    pixels = size.count == 2 ? (size[0], size[1]) : nil
    let parts = root.children.filter { $0.name == "head" }.flatMap(\.all)
    var elements: [String: XMLElement] = [:]
    for element in parts {
      guard let id = element["id"] else { continue }
      if element.name == "style" { elements[id] = element }
      if element.name == "region" { regions[id] = element }
    }
    for element in parts { element["id"].map { resolve($0, in: elements) } }
  }

  /// Notes the attributes of a style; those of circles as far as they are known.
  private mutating func resolve(_ id: String, in elements: [String: XMLElement]) {
    guard named[id] == nil, let element = elements[id] else { return }
    named[id] = [:]
    for other in Self.references(of: element) { resolve(other, in: elements) }
    named[id] = attributes(of: element)
  }

  private static func references(of element: XMLElement) -> [String] {
    (element["style"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static func numbers(_ text: String) -> [Double] { text.split(separator: " ").compactMap { Double($0) } }

  func region(_ id: String) -> XMLElement? { regions[id] }

  /// The attributes of an element with those of the styles that it refers to, and of those in a region.
  private func attributes(of element: XMLElement) -> [String: String] {
    var result: [String: String] = [:]
    for id in Self.references(of: element) { result.merge(named[id] ?? [:]) { $1 } }
    if element.name == "region" {
      for style in element.children where style.name == "style" { result.merge(attributes(of: style)) { $1 } }
    }
    return result.merging(element.attributes) { $1 }
  }

  /// The styles that an element hands on: its own over those that it inherits.
  func inherited(_ outer: Inherited, by element: XMLElement) -> Inherited {
    var result = outer
    let attributes = attributes(of: element)
    if let value = attributes["fontWeight"] { result.style.isBold = value == "bold" }
    if let value = attributes["fontStyle"] { result.style.isItalic = value == "italic" || value == "oblique" }
    for value in (attributes["textDecoration"] ?? "").split(separator: " ") {
      if value == "underline" { result.style.isUnderlined = true }
      if value == "noUnderline" || value == "none" { result.style.isUnderlined = false }
    }
    if let value = attributes["color"]?.trimmed { result.style.take(color: Self.color(String(value))) }
    if let value = attributes["textAlign"] { result.alignment = .init(rawValue: value) ?? result.alignment }
    if let value = attributes["visibility"] { result.isVisible = value != "hidden" }
    if attributes["display"] == "none" { result.isVisible = false }
    if let value = element["space"] { result.keepsSpace = value == "preserve" }
    return result
  }

  /// As CSS writes it: TTML counts the opacity of `rgba` up to 255.
  private static func color(_ text: String) -> String {
    guard text.lowercased().hasPrefix("rgba(") else { return text.replacing(" ", with: "") }
    let parts = text.dropFirst(5).dropLast().split(separator: ",").compactMap { UInt8($0.trimmed) }
    guard parts.count == 4 else { return text }
    return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  // MARK: Places

  /// The place of texts in a region.
  func position(in region: XMLElement?, _ alignment: SubtitlePosition.Alignment?) -> SubtitlePosition {
    var position = SubtitlePosition(alignment: alignment)
    guard let region else { return position }
    let attributes = attributes(of: region)
    let origin = pair(attributes["origin"]) ?? (x: 0, y: 0)
    let extent = pair(attributes["extent"]) ?? (x: 1 - origin.x, y: 1 - origin.y)
    if attributes["origin"] != nil || attributes["displayAlign"] != nil {
      let share =
        switch attributes["displayAlign"] {
        case "after": origin.y + extent.y
        case "center": origin.y + extent.y / 2
        default: origin.y
        }
      position.line = .place(share)
    }
    switch alignment {
    case .left, .start: position.position = origin.x
    case .right, .end: position.position = origin.x + extent.x
    case .center: position.position = origin.x + extent.x / 2
    case nil: break
    }
    position.position = position.position.map { min(max($0, 0), 1) }
    if let x = position.position, alignment == .center, abs(x - 0.5) < 0.001 { position.position = nil }
    return position
  }

  /// Two lengths as parts of the picture; nil for others, such as `auto`.
  private func pair(_ text: String?) -> (x: Double, y: Double)? {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 2, let x = share(parts[0], pixels?.width, cells.columns),
      let y = share(parts[1], pixels?.height, cells.rows)
    else { return nil }
    return (x, y)
  }

  private func share(_ text: Substring, _ pixels: Double?, _ cells: Double) -> Double? {
    let units = [("px", pixels), ("rw", 100), ("rh", 100), ("%", 100), ("c", cells)]
    guard let (unit, whole) = units.first(where: { text.hasSuffix($0.0) }), let whole,
      let value = Double(text.dropLast(unit.count)), value.isFinite
    else { return nil }
    return value / whole
  }
}
