/// An element of an XML document with what is in it. Names are without prefixes.
public final class XMLElement {
  /// An element in another one, or text between two.
  public enum Content {
    case element(XMLElement)
    case text(String)
  }

  public let name: String
  /// From 1.
  public let line: Int
  public private(set) var attributes: [String: String] = [:]
  public private(set) var content: [Content] = []

  private init(_ name: String, line: Int) {
    self.name = name
    self.line = line
  }

  public subscript(attribute: String) -> String? { attributes[attribute] }

  /// The elements in it.
  public var children: [XMLElement] {
    content.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text in it, without that of its elements.
  public var text: String { content.map { if case .text(let text) = $0 { text } else { "" } }.joined() }

  /// The elements in it of a name.
  public func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The first element in it of a name.
  public func first(_ name: String) -> XMLElement? {
    for case .element(let element) in content where element.name == name { return element }
    return nil
  }

  /// All elements below it of a name, in their order.
  public func all(_ name: String) -> [XMLElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }

  /// It and all elements below it, in their order.
  public var all: [XMLElement] { [self] + children.flatMap(\.all) }

  /// Reads a document. Throws where it is not well formed.
  ///
  /// - Parameter keeps: Called with each element that ends and the one around it; false leaves the element out, so that a
  ///   long list of elements can be read without a tree of them.
  public static func read(
    _ bytes: [UInt8],
    keeping keeps: @escaping (_ element: XMLElement, _ parent: XMLElement) -> Bool = { _, _ in true }
  ) throws(DocumentFault) -> XMLElement {
    var tree = Tree(keeps: keeps)
    try XMLReader.read(bytes, &tree)
    return tree.root
  }

  private struct Tree: XMLContentHandler {
    let keeps: (XMLElement, XMLElement) -> Bool
    /// A well-formed document has one.
    var root = XMLElement("", line: 1)
    private var open: [XMLElement] = []

    init(keeps: @escaping (XMLElement, XMLElement) -> Bool) { self.keeps = keeps }

    mutating func start(_ name: String, space: String?, line: Int) { open.append(XMLElement(name, line: line)) }

    mutating func attribute(_ name: String, _ value: String, space: String?) { open.last?.attributes[name] = value }

    mutating func text(_ text: String) { open.last?.content.append(.text(text)) }

    mutating func end() {
      guard let element = open.popLast() else { return }
      guard let parent = open.last else {
        root = element
        return
      }
      if keeps(element, parent) { parent.content.append(.element(element)) }
    }
  }
}
