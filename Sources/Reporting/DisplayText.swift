extension String {
  /// The text on one line of bounded length, safe to print in a terminal.
  public var displayText: String { escapingControlCharacters.truncatedForDisplay }

  /// The text with control and invisible characters written as escapes such as `\u{1B}`.
  ///
  /// These are all control characters (line breaks and tabs too), Unicode's line separators, direction marks and
  /// overrides, and the byte order mark.
  public var escapingControlCharacters: String {
    guard unicodeScalars.contains(where: \.isControlOrInvisible) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControlOrInvisible {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text with the middle of long parts replaced by ` … `.
  ///
  /// Messages quote names and values: each part between two quotes is limited to 300 characters, and the whole to
  /// 1500. Truncating a truncated text changes nothing.
  public var truncatedForDisplay: String {
    guard utf8.count > Self.maxPartLength else { return self }
    let parts = utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    let truncated = parts.map { Substring($0).truncated(to: Self.maxPartLength) }.joined(separator: "'")
    return truncated[...].truncated(to: Self.maxLength)
  }

  private static let maxPartLength = 300
  private static let maxLength = 1500
}

extension Substring {
  /// Keeps the first two thirds and the last third of `limit` characters.
  fileprivate func truncated(to limit: Int) -> String {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return String(self)
    }
    let tail = limit / 3
    return "\(prefix(limit - tail - 3)) … \(suffix(tail))"
  }
}

extension Unicode.Scalar {
  /// True if it could control a terminal or is not visible in it.
  var isControlOrInvisible: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
