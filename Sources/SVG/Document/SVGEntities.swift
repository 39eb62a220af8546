/// The entities of a file that hold elements: of these XML readers without access to other files make no elements.
struct SVGEntities {
  private var contents: [String: [UInt8]] = [:]
  /// The end of the declarations.
  private var end = 0
  /// Entities may multiply without end.
  private static let maxSize = 1 << 24

  /// Reads the declarations before all elements.
  init(of bytes: [UInt8]) {
    var rest = bytes[...]
    while let range = rest.firstPlace(of: "<!ENTITY") {
      rest = rest[range.upperBound...]
      let name = rest.drop(while: Self.isSpace).prefix { !Self.isSpace($0) }
      let value = rest[name.endIndex...].drop(while: Self.isSpace)
      guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let close = value.dropFirst().firstIndex(of: quote)
      else { continue }
      end = close
      let content = value.dropFirst()[..<close]
      rest = rest[close...]
      guard content.contains(UInt8(ascii: "<")) else { continue }
      // Lines keep their numbers.
      contents[String(decoding: name, as: UTF8.self)] = content.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
  }

  /// The file with elements in place of their entities; nil where it has none, or they multiply too much.
  func expanded(_ bytes: [UInt8]) -> [UInt8]? {
    guard !contents.isEmpty else { return nil }
    var result = Array(bytes[..<end])
    return append(bytes[end...], to: &result, depth: 0) ? result : nil
  }

  private func append(_ bytes: ArraySlice<UInt8>, to result: inout [UInt8], depth: Int) -> Bool {
    guard depth < 20 else { return false }
    var rest = bytes
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<mark]
      rest = rest[mark...]
      guard result.count <= Self.maxSize else { return false }
      let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ";") && !Self.isSpace($0) && $0 != UInt8(ascii: "<") }
      if let content = contents[String(decoding: name, as: UTF8.self)],
        rest[name.endIndex...].first == UInt8(ascii: ";")
      {
        guard append(content[...], to: &result, depth: depth + 1) else { return false }
        rest = rest[name.endIndex...].dropFirst()
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
      }
    }
    result += rest
    return result.count <= Self.maxSize
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension ArraySlice<UInt8> {
  /// The first place of a text that is not empty.
  func firstPlace(of text: String) -> Range<Int>? {
    let wanted = Array(text.utf8)
    var start = startIndex
    while let mark = self[start...].firstIndex(of: wanted[0]), mark + wanted.count <= endIndex {
      if self[mark..<mark + wanted.count].elementsEqual(wanted) { return mark..<mark + wanted.count }
      start = mark + 1
    }
    return nil
  }
}
