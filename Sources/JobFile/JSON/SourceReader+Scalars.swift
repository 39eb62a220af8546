import StageKit

extension SourceReader {
  /// A letter, then letters and digits, as an unquoted key.
  mutating func readIdentifier() -> String {
    let start = index
    while let byte = next, isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  mutating func readWord() -> SourceValue.Kind {
    let start = index
    let word = readIdentifier()
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    case "Infinity", "NaN": complain(at: start, "'\(word)' is not a number that a job can hold")
    default:
      let suggestion = spellingSuggestion(for: word, among: ["true", "false", "null"])
      complain(
        at: start, "unknown word '\(word)'",
        hint: suggestion.map { "Did you mean '\($0)'?" } ?? "Text stands in quotes.")
    }
    return .invalid
  }

  /// A JSON5 number that fits a Double; nil after a complaint.
  mutating func readNumber() -> Double? {
    if let number = shortNumber() { return number }
    let start = index
    while let byte = next, isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let shown = text.utf8.count > 40 ? text.prefix(39) + "…" : text[...]
    let unsigned = text.first == "+" || text.first == "-" ? text.dropFirst() : text[...]
    if unsigned == "Infinity" || unsigned == "NaN" {
      complain(at: start, "'\(text)' is not a number that a job can hold")
      return nil
    }
    let isHex = unsigned.hasPrefix("0x") || unsigned.hasPrefix("0X")
    guard let magnitude = isHex ? hexadecimal(unsigned.dropFirst(2)) : decimal(unsigned) else {
      complain(at: start, "'\(shown)' is not a number")
      return nil
    }
    guard magnitude.isFinite else {
      complain(at: start, "\(shown) is too large for a number")
      return nil
    }
    return text.first == "-" ? -magnitude : magnitude
  }

  /// A plain number of up to 15 digits, which one division of two exact doubles gives correctly rounded; nil, without
  /// moving on, for any other.
  private mutating func shortNumber() -> Double? {
    var position = index
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let first = position
    var digits: Int64 = 0
    var point: Int?
    while position < bytes.count {
      if isDigit(bytes[position]) {
        digits = digits * 10 + Int64(bytes[position] - UInt8(ascii: "0"))
      } else if bytes[position] == UInt8(ascii: "."), point == nil, position > first {
        point = position
      } else {
        break
      }
      position += 1
      if position - first > 16 { return nil }
    }
    let whole = (point ?? position) - first
    let fraction = point.map { position - $0 - 1 } ?? 0
    let hasLeadingZero = whole > 1 && bytes[first] == UInt8(ascii: "0")
    if whole == 0 || (point != nil && fraction == 0) || whole + fraction > 15 || hasLeadingZero { return nil }
    if position < bytes.count, isLetter(bytes[position]) || "+-.".utf8.contains(bytes[position]) { return nil }
    index = position
    let value = Double(digits) / Self.powersOfTen[fraction]
    return isNegative ? -value : value
  }

  private static let powersOfTen = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  private func hexadecimal(_ digits: Substring) -> Double? {
    var value = 0.0
    for digit in digits {
      guard let digit = digit.hexDigitValue else { return nil }
      value = value * 16 + Double(digit)
    }
    return digits.isEmpty ? nil : value
  }

  /// Digits with a point before, between or after them, and an exponent; no leading zeros.
  private func decimal(_ text: Substring) -> Double? {
    let utf8 = Array(text.utf8)
    var position = 0
    func digits() -> Int {
      let start = position
      while position < utf8.count, isDigit(utf8[position]) { position += 1 }
      return position - start
    }
    let whole = digits()
    if whole > 1 && utf8[0] == UInt8(ascii: "0") { return nil }
    var fraction = 0
    if position < utf8.count, utf8[position] == UInt8(ascii: ".") {
      position += 1
      fraction = digits()
    }
    if whole + fraction == 0 { return nil }
    var mantissa = String(decoding: utf8[..<position], as: UTF8.self)
    if whole == 0 { mantissa = "0" + mantissa }
    if mantissa.hasSuffix(".") { mantissa += "0" }
    let exponentStart = position
    if position < utf8.count, utf8[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < utf8.count, utf8[position] == UInt8(ascii: "+") || utf8[position] == UInt8(ascii: "-") {
        position += 1
      }
      if digits() == 0 { return nil }
    }
    guard position == utf8.count else { return nil }
    return Double(mantissa + String(decoding: utf8[exponentStart...], as: UTF8.self))
  }
}
