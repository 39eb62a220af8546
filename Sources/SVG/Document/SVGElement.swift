@_spi(Host) import Coding

/// An element of an SVG file with what is in it.
final class SVGElement {
  /// Without a prefix.
  let name: String
  /// By their names without a prefix.
  var attributes: [String: String] = [:]
  /// The line, from 1; 0 if the file is too long for a number.
  let line: Int
  private(set) var children: [Child] = []
  private(set) weak var parent: SVGElement?
  /// Those of its attribute `class`, split once for all rules.
  private(set) lazy var classes = (self["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  /// True if some text is set in it, at any depth.
  private(set) var holdsText = false

  enum Child {
    case element(SVGElement)
    case text(String)
  }

  init(_ name: String, line: Int) {
    self.name = name
    self.line = line
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  func append(_ element: SVGElement) {
    element.parent = self
    children.append(.element(element))
    // The text of a reference is elsewhere.
    if element.holdsText || element.name == "tref" { noteText() }
  }

  func append(_ text: String) {
    children.append(.text(text))
    guard Self.textElements.contains(name), !holdsText, text.contains(where: { !$0.isWhitespace }) else { return }
    noteText()
  }

  private func noteText() {
    guard !holdsText else { return }
    holdsText = true
    parent?.noteText()
  }

  private static let textElements: Set<String> = [
    "a", "flowDiv", "flowLine", "flowPara", "flowSpan", "text", "textPath", "tspan",
  ]

  var elements: [SVGElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All text in it.
  var text: String {
    children.map { child in
      switch child {
      case .element(let element): element.text
      case .text(let text): text
      }
    }.joined()
  }

  /// It and all that is in it, in order.
  var all: [SVGElement] { [self] + elements.flatMap(\.all) }

  /// True if it is an element, or in it at any depth.
  func isWithin(_ element: SVGElement) -> Bool { self === element || parent?.isWithin(element) ?? false }

  /// The id that `href` refers to in this file; nil where it refers to another one.
  var reference: String? { self["href"].flatMap { $0.trimmed.first == "#" ? String($0.trimmed.dropFirst()) : nil } }

  /// An attribute of XML that holds for what is in an element, too.
  func inherited(_ name: String) -> String? { self[name] ?? parent?.inherited(name) }
}
