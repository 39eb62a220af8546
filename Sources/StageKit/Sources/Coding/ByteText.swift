extension [UInt8] {
  @inline(__always)
  package func isDigit(at offset: Int) -> Bool { offset < count && self[offset] &- 0x30 < 10 }

  /// What stands at an offset of UTF-8 text, for a message: a character in quotes, or the end of the text.
  package func description(at offset: Int) -> String {
    guard offset < count else { return "the end of the text" }
    var decoder = UTF8()
    var iterator = self[offset...].prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator), scalar.value >= 0x20, scalar.value != 0x7F {
      return "'\(scalar)'"
    }
    return "byte 0x" + String(self[offset], radix: 16, uppercase: true)
  }
}

package func isASCIILetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

extension Double {
  /// The shortest digits that keep every bit, without a fraction where there is none.
  package var shortText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
