import Documents
import StageKit

/// The kinds of properties that settings can give.
enum PropertyKind {
  case number
  /// Two numbers.
  case point
  /// A scale in percent: two numbers, or one for both.
  case scale
  case color
  /// The color of a solid layer, which is a text.
  case solidColor
  /// The words of a text layer.
  case text
  /// The color of a text layer's letters, or of their lines.
  case textColor(String)
  /// The size of a text layer's letters.
  case textSize

  /// The kind of a slot, by its value.
  init(ofSlot value: JSONNode) {
    let content = value["k"] ?? value
    let first = content.list?.first
    if first?["s"]?["t"] != nil || content["t"]?.text != nil {
      self = .text
      return
    }
    let numbers = content.numbers ?? first?["s"]?.numbers ?? []
    switch numbers.count {
    case 4: self = .color
    case 3: self = numbers.allSatisfy { (0...1).contains($0) } ? .color : .point
    case 2: self = .point
    default: self = .number
    }
  }

  /// The value in the form of the file.
  func property(_ value: JSONNode, replacing old: JSONNode, _ path: String) throws -> JSONNode {
    switch self {
    case .number:
      guard case .number(let number) = value.kind else { throw fault("a number", path) }
      return constant(JSONNode(.number(number)))
    case .point, .scale:
      if case .scale = self, case .number(let number) = value.kind {
        return constant(JSONNode([number, number, 100]))
      }
      guard let numbers = value.list.flatMap({ _ in value.numbers }), (2...3).contains(numbers.count) else {
        throw fault("two numbers", path)
      }
      return constant(JSONNode(numbers.count == 2 ? numbers + [isScale ? 100 : 0] : numbers))
    case .color:
      let color = try color(value, path)
      return constant(JSONNode([color.red, color.green, color.blue, color.alpha]))
    case .solidColor:
      let color = try color(value, path)
      let digits = [color.red, color.green, color.blue].map { part in
        let text = String(Int((min(max(part, 0), 1) * 255).rounded()), radix: 16)
        return text.utf8.count < 2 ? "0" + text : text
      }
      return JSONNode(.text("#" + digits.joined()))
    case .text:
      guard let text = value.text else { throw fault("a text", path) }
      return changingDocuments(old) { $0.setting("t", to: JSONNode(.text(text))) }
    case .textColor(let key):
      let color = try color(value, path)
      let numbers = JSONNode([color.red, color.green, color.blue, color.alpha])
      return changingDocuments(old) { $0.setting(key, to: numbers) }
    case .textSize:
      guard case .number(let number) = value.kind, number > 0 else { throw fault("a number above 0", path) }
      return changingDocuments(old) { document in
        let ratio = (document["s"]?.number).map { $0 > 0 ? number / $0 : 1 } ?? 1
        let changed = document.setting("s", to: JSONNode(.number(number)))
        guard let height = document["lh"]?.number else { return changed }
        return changed.setting("lh", to: JSONNode(.number(height * ratio)))
      }
    }
  }

  private var isScale: Bool { if case .scale = self { true } else { false } }

  private func constant(_ value: JSONNode) -> JSONNode {
    JSONNode(.object([.init(name: "a", value: JSONNode(.number(0))), .init(name: "k", value: value)]))
  }

  private func fault(_ expected: String, _ path: String) -> StageError {
    StageError("'\(path)' takes \(expected)")
  }

  private func color(_ value: JSONNode, _ path: String) throws -> Color {
    if let text = value.text {
      guard let color = Color(css: text) else { throw StageError("'\(path)': '\(text)' is no color") }
      return color
    }
    guard let numbers = value.numbers, (3...4).contains(numbers.count) else {
      throw fault("a color, such as \"#ff8800\"", path)
    }
    return Color(Vector(numbers[0], numbers[1], numbers[2], 1), alpha: numbers.count > 3 ? numbers[3] : 1)
  }

  /// The documents of a text with each of them changed.
  private func changingDocuments(_ old: JSONNode, _ change: (JSONNode) -> JSONNode) -> JSONNode {
    guard let content = old["k"] else { return old }
    guard let list = content.list else { return old.setting("k", to: change(content)) }
    let changed = list.map { entry in
      entry["s"].map { entry.setting("s", to: change($0)) } ?? entry
    }
    return old.setting("k", to: JSONNode(.list(changed), at: content.offset))
  }
}
