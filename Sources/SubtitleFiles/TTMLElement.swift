import CXML
import StageKit

/// An element of an XML file with what is in it. Names are without prefixes.
final class TTMLElement {
  enum Child {
    case element(TTMLElement)
    case text(String)
  }

  let name: String
  let line: Int
  fileprivate(set) var attributes: [String: String] = [:]
  fileprivate(set) var children: [Child] = []

  fileprivate init(_ name: String, line: Int) {
    self.name = name
    self.line = line
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  var elements: [TTMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// It and all elements in it, in order.
  var all: [TTMLElement] { [self] + elements.flatMap(\.all) }

  /// Reads a file. Throws for one that is no well-formed XML.
  static func read(_ bytes: [UInt8]) throws(SubtitleError) -> TTMLElement {
    var tree = Tree()
    var failure = XMLFailure()
    let handler = XMLHandler(
      start: { context, name, _, line in
        guard let name else { return }
        Tree.of(context)?.pointee.open.append(TTMLElement(String(cString: name), line: Int(line)))
      },
      attribute: { context, name, _, value in
        guard let name, let value else { return }
        Tree.of(context)?.pointee.open.last?.attributes[String(cString: name)] = String(cString: value)
      },
      text: { context, text in
        if let text { Tree.of(context)?.pointee.open.last?.children.append(.text(String(cString: text))) }
      },
      end: { Tree.of($0)?.pointee.end() })
    let result = bytes.withUnsafeBytes { buffer in
      withUnsafeMutablePointer(to: &tree) {
        xml_read(buffer.baseAddress, Int32(clamping: buffer.count), handler, $0, &failure)
      }
    }
    guard result == 0, let root = tree.root else {
      let message = withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw SubtitleError(faults: [
        .init(line: Int(max(failure.line, 1)), message: message.split(separator: "\n").joined(separator: " "))
      ])
    }
    return root
  }

  private struct Tree {
    var open: [TTMLElement] = []
    var root: TTMLElement?

    static func of(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Tree>? {
      context?.assumingMemoryBound(to: Tree.self)
    }

    mutating func end() {
      guard let element = open.popLast() else { return }
      if let parent = open.last { parent.children.append(.element(element)) } else { root = element }
    }
  }
}
