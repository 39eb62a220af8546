import Coding

/// Times as subtitle files write them.
enum SubtitleTime {
  /// Reads `12:34:56,789`, `34:56.789` or `34:56` in seconds; nil for anything else.
  static func read(_ scanner: inout ByteScanner) -> Double? {
    var parts: [Double] = []
    repeat {
      guard let part = number(&scanner), parts.count < 3 else { return nil }
      parts.append(part.value)
    } while scanner.take(":")
    guard parts.count >= 2, parts.dropFirst(parts.count == 3 ? 1 : 0).allSatisfy({ $0 < 60 }) else { return nil }
    var seconds = parts.reduce(0) { $0 * 60 + $1 }
    if scanner.take(",") || scanner.take(".") {
      guard let fraction = number(&scanner) else { return nil }
      // In whole milliseconds, so that 1,001 is 1001 / 1000.
      let scale = (0..<fraction.digits).reduce(1.0) { value, _ in value * 10 }
      seconds = (seconds * 1000 + (fraction.value / scale * 1000).rounded()) / 1000
    }
    return seconds
  }

  private static func number(_ scanner: inout ByteScanner) -> (value: Double, digits: Int)? {
    var value = 0.0
    var digits = 0
    while let byte = scanner.next, scanner.isDigit(at: scanner.offset), digits < 9 {
      value = value * 10 + Double(byte - 0x30)
      digits += 1
      scanner.offset += 1
    }
    return digits > 0 ? (value, digits) : nil
  }

  /// Such as `00:00:01,500`, rounded to milliseconds; a time below 0 is 0.
  static func text(_ seconds: Double, separator: String) -> String {
    let milliseconds = Int(min(max(seconds * 1000, 0), 1e12).rounded())
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return padded(milliseconds / 3_600_000, 2) + ":" + padded(milliseconds / 60_000 % 60, 2) + ":"
      + padded(milliseconds / 1000 % 60, 2) + separator + padded(milliseconds % 1000, 3)
  }
}
