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
    case "Infinity", "NaN": report(at: start, "'\(word)' is not a number that a job can hold")
    default:
      let suggestion = spellingSuggestion(for: word, among: ["true", "false", "null"])
      report(
        at: start, "unknown word '\(word)'",
        hint: suggestion.map { "Did you mean '\($0)'?" } ?? "Text needs quotes.")
    }
    return .invalid
  }

  /// A JSON5 number that fits a Double; nil after a diagnostic.
  mutating func readNumber() -> Double? {
    let start = index
    let numeral = try? lexer.scanner.numeral(.json5)
    let end = index
    while let byte = next, isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte) { index += 1 }
    var value: Double?
    if let numeral, end == index { value = lexer.scanner.value(of: numeral) }
    if let value, value.isFinite { return value }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let shown = text.utf8.count > 40 ? text.prefix(39) + "…" : text[...]
    let unsigned = text.first == "+" || text.first == "-" ? text.dropFirst() : text[...]
    if unsigned == "Infinity" || unsigned == "NaN" {
      report(at: start, "'\(text)' is not a number that a job can hold")
      return nil
    }
    if unsigned.hasPrefix("0x") || unsigned.hasPrefix("0X") {
      value = hexadecimal(unsigned.dropFirst(2)).map { text.first == "-" ? -$0 : $0 }
    }
    guard let value else {
      report(at: start, "'\(shown)' is not a number")
      return nil
    }
    guard value.isFinite else {
      report(at: start, "\(shown) is too large for a number")
      return nil
    }
    return value
  }

  private func hexadecimal(_ digits: Substring) -> Double? {
    var value = 0.0
    for digit in digits.utf8 {
      guard let digit = ByteScanner.hexadecimalValue(digit) else { return nil }
      value = value * 16 + Double(digit)
    }
    return digits.isEmpty ? nil : value
  }
}
