import Compression
import Documents
import StageKit

/// An SVG file as a tree of elements.
struct SVGDocument {
  let root: SVGElement
  let rules: [StyleRule]
  /// The parts of the style sheets that are left out.
  let omissions: [SVGBuilder.Omission]
  /// True if some paint is that of a context.
  let hasContextPaints: Bool
  private let elements: [String: SVGElement]

  /// Reads XML. Files and addresses that it refers to are not read.
  ///
  /// Throws `StageError` where it is no well-formed XML, or not SVG.
  init(_ bytes: [UInt8], name: String) throws(StageError) {
    let written = try Self.unpacked(bytes, name: name)
    let entities = SVGEntities(of: written)
    let bytes = entities.expanded(written) ?? written
    var tree = SVGTree()
    do throws(DocumentFault) {
      try XMLReader.read(bytes, &tree)
    } catch {
      throw StageError("\(name):\(error)")
    }
    guard let root = tree.root else {
      throw StageError("\(name): expected an 'svg' element in the namespace http://www.w3.org/2000/svg")
    }
    self.root = root
    guard root.name == "svg" else {
      throw StageError("\(name):\(root.line): expected an 'svg' element, found '\(root.name)'")
    }
    let all = root.all
    var elements: [String: SVGElement] = [:]
    for element in all { if let id = element["id"], elements[id] == nil { elements[id] = element } }
    self.elements = elements
    hasContextPaints = bytes[...].firstPlace(of: "context-") != nil
    var (rules, omissions): ([StyleRule], [SVGBuilder.Omission]) = (
      [], Self.omissions(before: written, isExpanded: bytes.count != written.count)
    )
    for style in all where style.name == "style" {
      guard ["", "text/css"].contains((style["type"] ?? "").lowercased()), StyleRule.isForScreens(style["media"] ?? "")
      else {
        omissions.append(.init(line: style.line, what: "a style sheet of another type or medium is left out"))
        continue
      }
      let read = StyleRule.rules(in: style.text)
      rules += read.rules
      omissions += read.omissions.map { .init(line: style.line, what: $0) }
    }
    // Sorting keeps the order of equals, over all style sheets.
    self.rules = rules.enumerated().sorted {
      ($0.element.specificity, $0.offset) < ($1.element.specificity, $1.offset)
    }.map(\.element)
    self.omissions = omissions
  }

  func element(id: String) -> SVGElement? { elements[id] }

  /// The greatest size of a compressed file's content.
  private static let maxSize = 1 << 28

  /// The text of a file that may be compressed by gzip.
  static func unpacked(_ bytes: [UInt8], name: String) throws(StageError) -> [UInt8] {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
    guard let text = inflated(bytes[...], .wrapped, maxSize: maxSize) else {
      throw StageError("\(name) is compressed (SVGZ), and damaged, cut off or larger than \(maxSize) bytes")
    }
    return text
  }

  /// Declarations before all elements that change them and are not read.
  private static func omissions(before bytes: [UInt8], isExpanded: Bool) -> [SVGBuilder.Omission] {
    var omissions: [SVGBuilder.Omission] = []
    func find(_ text: String, _ body: (ArraySlice<UInt8>) -> String?) {
      var rest = bytes[...]
      while let range = rest.firstPlace(of: text) {
        rest = bytes[range.upperBound...]
        guard let what = body(rest) else { continue }
        omissions.append(.init(line: 1 + bytes[..<range.lowerBound].count { $0 == 0x0A }, what: what))
      }
    }
    find("<?xml-stylesheet") { _ in "a style sheet outside of the file is not read" }
    guard !isExpanded else { return omissions }
    find("<!ENTITY") { rest in
      guard let start = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }) else {
        return nil
      }
      let content = rest[start...].dropFirst().prefix { $0 != rest[start] }
      return content.contains(UInt8(ascii: "<")) ? "an entity of elements is not drawn" : nil
    }
    return omissions
  }
}

/// A file's elements, while they are read.
private struct SVGTree: XMLContentHandler {
  private(set) var root: SVGElement?
  /// The elements that have begun, from the root on; nil for those that are not SVG's, and what is in them.
  private var open: [SVGElement?] = []

  /// Editors keep elements of namespaces of their own among those of SVG.
  mutating func start(_ name: String, space: String?, line: Int) {
    let isOutside = !open.isEmpty && open[open.count - 1] == nil
    // Style sheets may be those of HTML.
    let isStyle = space == "http://www.w3.org/1999/xhtml" && (name == "style" || name == "link")
    guard !isOutside, space == nil || space == "http://www.w3.org/2000/svg" || isStyle else { return open.append(nil) }
    let element = SVGElement(name, line: line)
    if let parent = open.last ?? nil { parent.append(element) }
    if root == nil { root = element }
    open.append(element)
  }

  /// A name without a prefix counts before the same with one, which must be of XLink or XML itself.
  mutating func attribute(_ name: String, _ value: String, space: String?) {
    guard let element = open.last ?? nil else { return }
    if let space {
      let isKnown = ["http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"].contains(space)
      guard isKnown, element[name] == nil else { return }
    }
    element.attributes[name] = value
  }

  mutating func text(_ text: String) { (open.last ?? nil)?.append(text) }

  mutating func end() { open.removeLast() }
}
