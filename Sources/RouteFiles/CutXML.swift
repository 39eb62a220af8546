/// An XML file that ends within its elements, and what of it is complete.
struct CutXML {
  /// The bytes up to the end of what is complete, and the ends of the elements that are open there.
  let closed: [UInt8]
  let fault: RouteFileError

  private struct Open {
    let name: ArraySlice<UInt8>
    let start: Int

    /// Without its prefix.
    var local: String { String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self) }
  }

  /// The name of the element whose text is a list of parts between white space, each complete in itself.
  private static let list = "coordinates"

  /// Nil where no element is open at the end.
  ///
  /// - Parameter wholes: The names of elements that are nothing unless they are complete.
  init?(_ bytes: [UInt8], wholes: Set<String>) {
    // Devices reserve space that they never write.
    let bytes = bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]
    var open: [Open] = []
    var (place, end) = (0, 0)
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      end = start
      guard let next = Self.end(of: bytes[start...]) else { break }
      let name = bytes[(start + 1)..<next].prefix { !Self.nameEnds.contains($0) }
      if bytes[start + 1] == UInt8(ascii: "/") {
        _ = open.popLast()
      } else if !name.isEmpty, bytes[next - 2] != UInt8(ascii: "/") {
        open.append(Open(name: name, start: start))
      }
      (place, end) = (next, next)
    }
    guard let innermost = open.last else { return nil }
    if end == place, innermost.local == Self.list {
      end = bytes[end...].lastIndex { Self.space.contains($0) } ?? end
    }
    if let first = open.firstIndex(where: { wholes.contains($0.local) }) {
      end = open[first].start
      open.removeSubrange(first...)
    }
    let closingTags = open.reversed().flatMap { (element: Open) -> [UInt8] in
      Array("</".utf8) + element.name + [UInt8(ascii: ">")]
    }
    closed = bytes[..<end] + closingTags
    let line = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    let column = bytes.count - (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    fault = RouteFileError("the file ends early, in '\(innermost.local)'", at: "\(line):\(column)")
  }

  private static let space = Array(" \t\r\n".utf8)
  private static let nameEnds = space + Array("/>!?".utf8)

  /// The index after a tag, comment, instruction, section or declaration; nil where that does not end.
  private static func end(of markup: ArraySlice<UInt8>) -> Int? {
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where markup.starts(with: opening.utf8) {
      let closing = Array(closing.utf8)
      return (markup.startIndex + opening.utf8.count..<markup.endIndex).first { markup[$0...].starts(with: closing) }
        .map { $0 + closing.count }
    }
    var (quote, depth) = (UInt8?.none, 0)
    for i in markup.indices {
      switch markup[i] {
      case let byte where quote != nil: if byte == quote { quote = nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = markup[i]
      // Brackets in a document's own declaration hold more declarations.
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return i + 1
      default: break
      }
    }
    return nil
  }
}
