import Reporting

extension SourceReader {
  /// A string in double or single quotes; nil after a complaint, behind the string as far as it can be told.
  mutating func readString() -> String? {
    let start = index
    let quote = bytes[index]
    index += 1
    var decoded: [UInt8] = []
    var isValid = true
    var run = index
    while let byte = next {
      switch byte {
      case quote:
        decoded += bytes[run..<index]
        index += 1
        return isValid ? String(decoding: decoded, as: UTF8.self) : nil
      case UInt8(ascii: "\\"):
        decoded += bytes[run..<index]
        let escape = StringEscape(in: bytes, at: index)
        if let fault = escape.fault, isValid {
          complain(at: index, fault)
          isValid = false
        }
        decoded += escape.utf8
        index += escape.length
        run = index
      case 0..<0x20 where byte != 0x09:
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          if isValid { complain(at: start, "this string is not closed on its line") }
          return nil
        }
        if isValid { complain(at: index, "a string holds \(found)", hint: "Write it as an escape, such as \\u0001.") }
        isValid = false
        index += 1
      default: index += 1
      }
    }
    if isValid { complain(at: start, "this string is not closed on its line") }
    return nil
  }
}

/// One escape sequence of a string.
struct StringEscape {
  /// What it stands for.
  var utf8: [UInt8] = []
  /// How many bytes of the file it takes.
  var length = 2
  var fault: String?

  /// Reads the sequence whose backslash stands at `start`.
  init(in bytes: [UInt8], at start: Int) {
    guard start + 1 < bytes.count else {
      length = 1
      fault = "an escape without a character"
      return
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "n"): utf8 = [0x0A]
    case UInt8(ascii: "t"): utf8 = [0x09]
    case UInt8(ascii: "r"): utf8 = [0x0D]
    case UInt8(ascii: "b"): utf8 = [0x08]
    case UInt8(ascii: "f"): utf8 = [0x0C]
    case UInt8(ascii: "v"): utf8 = [0x0B]
    case UInt8(ascii: "0"): utf8 = [0x00]
    case UInt8(ascii: "\n"): utf8 = []
    case UInt8(ascii: "\r"): length = start + 2 < bytes.count && bytes[start + 2] == UInt8(ascii: "\n") ? 3 : 2
    case UInt8(ascii: "x"): readScalar(in: bytes, digits: start + 2, count: 2)
    case UInt8(ascii: "u"): readScalar(in: bytes, digits: start + 2, count: 4)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8 = [bytes[start + 1]]
    default:
      length = 1
      fault = "a backslash before this character means nothing; '\\\\' stands for a backslash"
    }
  }

  private mutating func readScalar(in bytes: [UInt8], digits: Int, count: Int) {
    guard let unit = Self.hex(in: bytes, at: digits, count: count) else {
      fault = "expected \(count) hexadecimal digits after '\\\(count == 2 ? "x" : "u")'"
      return
    }
    length = 2 + count
    if let scalar = Unicode.Scalar(unit) {
      utf8 = Array(String(Character(scalar)).utf8)
      return
    }
    let second = digits + count
    if unit < 0xDC00, bytes[min(second, bytes.count)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
      let low = Self.hex(in: bytes, at: second + 2, count: 4), (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    {
      length += 6
      utf8 = Array(String(Character(scalar)).utf8)
    } else {
      fault = "half of a surrogate pair"
    }
  }

  private static func hex(in bytes: [UInt8], at start: Int, count: Int) -> UInt32? {
    guard start + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + count] {
      guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension SourceReader {
  /// Where in the file a decoded UTF-8 offset of a string stands that begins at `start`, which is at `position`.
  static func position(
    inStringAt start: Int, _ position: SourcePosition, decodedOffset: Int, of bytes: [UInt8]
  ) -> SourcePosition {
    var index = start + 1
    var decoded = 0
    while index < bytes.count, decoded < decodedOffset {
      if bytes[index] == UInt8(ascii: "\\") {
        let escape = StringEscape(in: bytes, at: index)
        decoded += escape.utf8.count
        index += escape.length
      } else {
        decoded += 1
        index += 1
      }
    }
    var locator = SourceLocator(bytes, from: start, at: position)
    return locator.position(at: index)
  }
}
