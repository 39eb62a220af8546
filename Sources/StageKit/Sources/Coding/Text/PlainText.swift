/// Texts of files in UTF-8, or in UTF-16 with a byte order mark, as spreadsheets and editors on Windows write them.
public enum PlainText {
  /// The text in UTF-8 without a byte order mark. Bytes that have no mark of UTF-16 are as they were, valid or not.
  ///
  /// Nil for UTF-16 that is damaged: cut within a character, or with half of a surrogate pair.
  public static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
    guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    guard bytes.count % 2 == 0 else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// The offset of the first byte that is not UTF-8; nil where all are.
  public static func firstInvalidOffset(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
    return offset
  }

  /// A hint for a text that is not UTF-8: to save it as that, with the encoding that its bytes look like as an example.
  public static func utf8Hint(for bytes: [UInt8]) -> String {
    "Save the file as UTF-8, for example with `iconv -f \(EncodingGuess(bytes).name) -t UTF-8`."
  }
}
