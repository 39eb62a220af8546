import Documents
import StageKit

extension PropertyKind {
  /// The kind of value that a setting gives.
  var name: String {
    switch self {
    case .number, .textSize: "number"
    case .point: "point"
    case .scale: "scale"
    case .color, .solidColor, .textColor: "color"
    case .text: "text"
    }
  }

  /// A property's value as a setting writes it, or in words what gives it.
  func text(of json: JSONNode) -> String {
    if let slot = json["sid"]?.text { return "slot '\(slot)'" }
    if json["x"]?.text != nil { return "an expression" }
    if json["s"]?.isTrue == true, json["k"] == nil { return "by its axes" }
    var content = json["k"] ?? json
    if let list = content.list, let first = list.first, first.isObject {
      guard list.count == 1, let only = first["s"] else { return "\(list.count) keyframes" }
      content = only
    }
    switch self {
    case .text: return Self.quoted(content["t"]?.text ?? "")
    case .textColor(let key): return content[key].flatMap(Self.color) ?? "none"
    case .textSize: return content["s"]?.number.map(Self.text) ?? "none"
    case .solidColor: return content.text ?? "none"
    case .color: return Self.color(content) ?? "none"
    case .number: return (content.list?.first ?? content).number.map(Self.text) ?? "none"
    case .point, .scale:
      let numbers = (content.numbers ?? []).prefix(2).map(Self.text)
      return numbers.isEmpty ? "none" : "[\(numbers.joined(separator: ", "))]"
    }
  }

  private static func color(_ value: JSONNode) -> String? {
    guard let numbers = value.numbers, numbers.count > 2 else { return nil }
    // Old files have components up to 255.
    let unit = numbers.prefix(3).contains { $0 > 1 } ? 255.0 : 1
    let alpha = numbers.count > 3 && unit == 1 ? numbers[3] : 1
    return "#" + (numbers.prefix(3).map { $0 / unit } + (alpha < 1 ? [alpha] : [])).map(hex).joined()
  }

  /// Two digits for a component from 0 to 1.
  private static func hex(_ component: Double) -> String {
    let digits = String(Int((min(max(component, 0), 1) * 255).rounded()), radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }

  /// At most three digits after the point.
  static func text(_ number: Double) -> String {
    let rounded = (DocumentReader.bounded(number) * 1000).rounded() / 1000
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }

  private static func quoted(_ text: String) -> String {
    let line = text.replacing("\r", with: "\n").replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
    return "\"\(line.count > 60 ? line.prefix(59) + "…" : line)\""
  }
}
