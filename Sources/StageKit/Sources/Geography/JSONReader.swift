import Coding

/// A fault at a byte of a JSON text.
struct JSONFault: Error {
  var offset: Int
  var problem: GeoJSONError.Problem
}

/// Reads a JSON text (RFC 8259) value by value, in one pass over its UTF-8 bytes, as the caller asks for them.
///
/// A byte order mark is passed over. Arrays and objects may be nested 128 deep, so that no text can exhaust the stack.
struct JSONReader {
  static let depthLimit = 128

  /// Where the reader stands; a copy of it can be gone back to.
  struct Place {
    var offset: Int
    var depth: Int
  }

  let bytes: [UInt8]
  var place: Place

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = Place(offset: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, depth: 0)
  }

  var offset: Int { place.offset }

  mutating func goBack(to earlier: Place) { place = earlier }

  /// The first byte of the next value or mark, where the reader then stands; 0 at the end.
  @inline(__always)
  mutating func peek() -> UInt8 {
    while place.offset < bytes.count {
      let byte = bytes[place.offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      place.offset += 1
    }
    return 0
  }

  /// Passes over a mark if it is next.
  @inline(__always)
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(truncatingIfNeeded: mark.value) else { return false }
    place.offset += 1
    return true
  }

  mutating func expectEnd() throws(JSONFault) {
    _ = peek()
    guard offset == bytes.count else { throw unexpected("the end of the text") }
  }

  // MARK: Containers

  mutating func beginObject() throws(JSONFault) { try begin("{", "an object") }

  mutating func beginArray(_ expected: String = "an array") throws(JSONFault) { try begin("[", expected) }

  /// The name of the next member, whose value comes next; nil past the object's end.
  mutating func nextMember(isFirst: inout Bool) throws(JSONFault) -> String? {
    if take("}") {
      place.depth -= 1
      return nil
    }
    if !isFirst, !take(",") { throw unexpected("',' or '}'") }
    guard peek() == UInt8(ascii: "\"") else { throw unexpected(isFirst ? "a member's name or '}'" : "a member's name") }
    isFirst = false
    let name = try string()
    guard take(":") else { throw unexpected("':'") }
    return name
  }

  /// Whether an element comes next; false past the array's end.
  @inline(__always)
  mutating func nextElement(isFirst: inout Bool) throws(JSONFault) -> Bool {
    if take("]") {
      place.depth -= 1
      return false
    }
    if !isFirst, !take(",") { throw unexpected("',' or ']'") }
    isFirst = false
    return true
  }

  private mutating func begin(_ mark: Unicode.Scalar, _ expected: String) throws(JSONFault) {
    guard take(mark) else { throw unexpected(expected) }
    guard place.depth < Self.depthLimit else {
      throw JSONFault(offset: offset - 1, problem: .tooDeep(limit: Self.depthLimit))
    }
    place.depth += 1
  }

  // MARK: Scalars

  /// A number that a Double holds, correctly rounded.
  mutating func number(_ expected: String = "a number") throws(JSONFault) -> Double {
    _ = peek()
    let start = offset
    var end = start
    var digits = DecimalDigits()
    let isNegative = end < bytes.count && bytes[end] == UInt8(ascii: "-")
    if isNegative { end += 1 }
    guard bytes.isDigit(at: end) else { throw unexpected(isNegative ? "a digit" : expected, at: end) }
    let hasLeadingZero = bytes[end] == UInt8(ascii: "0")
    let whole = end
    while bytes.isDigit(at: end) {
      digits.append(bytes[end] - 0x30, isFraction: false)
      end += 1
    }
    if hasLeadingZero, end > whole + 1 { throw unexpected("no digit after a leading 0", at: whole + 1) }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      guard bytes.isDigit(at: end) else { throw unexpected("a digit", at: end) }
      while bytes.isDigit(at: end) {
        digits.append(bytes[end] - 0x30, isFraction: true)
        end += 1
      }
    }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      end += 1
      let isDown = end < bytes.count && bytes[end] == UInt8(ascii: "-")
      if isDown || end < bytes.count && bytes[end] == UInt8(ascii: "+") { end += 1 }
      guard bytes.isDigit(at: end) else { throw unexpected("a digit", at: end) }
      var power = 0
      while bytes.isDigit(at: end) {
        power = min(power * 10 + Int(bytes[end] - 0x30), 99_999)
        end += 1
      }
      digits.shift(by: isDown ? -power : power)
    }
    let value = digits.value(isNegative: isNegative, in: bytes, start..<end)
    guard value.isFinite else { throw JSONFault(offset: start, problem: .tooLarge) }
    place.offset = end
    return value
  }

  mutating func bool() throws(JSONFault) -> Bool {
    let isTrue = peek() == UInt8(ascii: "t")
    try literal(isTrue ? "true" : "false")
    return isTrue
  }

  mutating func null() throws(JSONFault) { try literal("null") }

  private mutating func literal(_ text: String) throws(JSONFault) {
    _ = peek()
    guard bytes[offset...].starts(with: text.utf8) else { throw unexpected(text) }
    place.offset += text.utf8.count
  }

  // MARK: Any value

  /// Passes over a value, and checks its grammar.
  mutating func skipValue() throws(JSONFault) {
    var isFirst = true
    switch UnicodeScalar(peek()) {
    case "{":
      try beginObject()
      while try nextMember(isFirst: &isFirst) != nil { try skipValue() }
    case "[":
      try beginArray()
      while try nextElement(isFirst: &isFirst) { try skipValue() }
    case "\"": _ = try skipString()
    case "t", "f": _ = try bool()
    case "n": try null()
    default: _ = try number("a value")
    }
  }

  /// The fault of what stands at an offset, by default at the reader's.
  func unexpected(_ expected: String, at offset: Int? = nil) -> JSONFault {
    let offset = offset ?? self.offset
    return JSONFault(offset: offset, problem: .unexpected(found: bytes.description(at: offset), expected: expected))
  }
}
