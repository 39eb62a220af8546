extension JSONReader {
  /// A string, its escapes resolved.
  mutating func string(_ expected: String = "a string") throws(JSONFault) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let start = offset + 1
    let (hasEscapes, isASCII) = try skipString()
    let content = start..<(offset - 1)
    if hasEscapes { return try unescaped(content) }
    if isASCII { return String(decoding: bytes[content], as: UTF8.self) }
    guard let text = String(validating: bytes[content], as: UTF8.self) else {
      throw JSONFault(offset: start - 1, problem: .invalidUTF8)
    }
    return text
  }

  /// Passes over a string and checks its grammar; says what it is made of.
  mutating func skipString() throws(JSONFault) -> (hasEscapes: Bool, isASCII: Bool) {
    var hasEscapes = false
    var allBits: UInt8 = 0
    var end = offset + 1
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        place.offset = end + 1
        return (hasEscapes, allBits < 0x80)
      }
      allBits |= byte
      guard byte >= 0x20 else { throw unexpected("an escape for a control character", at: end) }
      end += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      hasEscapes = true
      guard end < bytes.count, "\"\\/bfnrtu".utf8.contains(bytes[end]) else {
        throw unexpected("one of \" \\ / b f n r t u", at: end)
      }
      end += 1
      guard bytes[end - 1] == UInt8(ascii: "u") else { continue }
      for _ in 0..<4 {
        guard end < bytes.count, Self.hexadecimal(bytes[end]) != nil else {
          throw unexpected("four hexadecimal digits", at: end)
        }
        end += 1
      }
    }
    throw unexpected("'\"'", at: end)
  }

  private func unescaped(_ content: Range<Int>) throws(JSONFault) -> String {
    var text: [UInt8] = []
    var next = content.lowerBound
    while next < content.upperBound {
      let byte = bytes[next]
      next += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let letter = bytes[next]
      next += 1
      switch UnicodeScalar(letter) {
      case "b": text.append(0x08)
      case "f": text.append(0x0C)
      case "n": text.append(0x0A)
      case "r": text.append(0x0D)
      case "t": text.append(0x09)
      case "u": text.append(contentsOf: String(try escapedScalar(at: &next)).utf8)
      default: text.append(letter)
      }
    }
    guard let result = String(validating: text, as: UTF8.self) else {
      throw JSONFault(offset: content.lowerBound - 1, problem: .invalidUTF8)
    }
    return result
  }

  /// The scalar of a \u escape whose digits stand at `next`, or of two that form a surrogate pair.
  private func escapedScalar(at next: inout Int) throws(JSONFault) -> Unicode.Scalar {
    let start = next - 2
    let first = codeUnit(at: next)
    next += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes[next] == UInt8(ascii: "\\"), bytes[next + 1] == UInt8(ascii: "u") else {
      throw JSONFault(offset: start, problem: .unpairedSurrogate)
    }
    let second = codeUnit(at: next + 2)
    next += 6
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONFault(offset: start, problem: .unpairedSurrogate) }
    return scalar
  }

  private func codeUnit(at offset: Int) -> UInt32 {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 4 | (Self.hexadecimal($1) ?? 0) }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }
}
