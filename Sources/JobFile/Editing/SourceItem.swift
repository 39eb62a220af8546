import StageKit

/// A member of an object or an item of a list in a text without errors, by byte offsets.
struct SourceItem {
  /// Nil in a list.
  var key: String?
  /// The range of the key with its quotes; empty in a list, at the value's start.
  var keyRange: Range<Int>
  var value: Range<Int>
  /// The offset of the comma after it.
  var comma: Int?

  var start: Int { keyRange.lowerBound }
  /// Behind its comma, or its value where it has none.
  var end: Int { comma.map { $0 + 1 } ?? value.upperBound }
}

/// An object or a list in a text without errors, by byte offsets.
struct SourceContainer {
  /// The offset of its opening bracket.
  let start: Int
  /// The offset of its closing bracket.
  let close: Int
  let isObject: Bool
  let items: [SourceItem]
}

extension SourceReader {
  /// The object or list that begins at an offset of a text without errors; nil where another value begins.
  mutating func container(at offset: Int) -> SourceContainer? {
    index = offset
    let isObject = take("{")
    guard isObject || take("[") else { return nil }
    var items: [SourceItem] = []
    skipSpace()
    while let byte = next, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
      var item = SourceItem(key: nil, keyRange: index..<index, value: index..<index)
      if isObject {
        item.key = isQuote(byte) ? readString() : readIdentifier()
        item.keyRange = item.start..<index
        skipSpace()
        guard take(":") else { return nil }
        skipSpace()
      }
      let start = index
      guard skipValue() else { return nil }
      item.value = start..<index
      skipSpace()
      if next == UInt8(ascii: ",") { item.comma = index }
      _ = take(",")
      items.append(item)
      skipSpace()
    }
    return SourceContainer(start: offset, close: index, isObject: isObject, items: items)
  }

  /// Passes over the value that is next in a text without errors; false where none is.
  private mutating func skipValue() -> Bool {
    guard let byte = next, startsValue(byte) else { return false }
    if isQuote(byte) { return readString() != nil }
    if take("{") || take("[") {
      while let byte = next, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") { skipItem() }
      index += 1
    } else {
      while let byte = next, isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte) { index += 1 }
    }
    return true
  }
}
