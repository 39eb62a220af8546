/// Numbers as people write them in tables.
public enum WrittenNumber {
  /// The number in a text as JSON has it, such as `-1.5e3` or `+2`; nil for other texts.
  public static func parse(_ text: String) -> Double? {
    guard let first = text.utf8.first, first != UInt8(ascii: "."),
      text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) })
    else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The number in a text with a decimal comma, such as `1.234,50` or `1 234,5`; nil for other texts.
  ///
  /// Points, spaces and apostrophes may separate groups of three digits.
  public static func parse(withDecimalComma text: String) -> Double? {
    plain(text, decimal: ",", groups: ".").flatMap { parse($0) }
  }

  /// True where all numbers of a column have one to three digits, the first above 0, a period and three digits, such as
  /// `1.200`: they may be meant as thousands. False for a column without numbers.
  public static func mayBeThousands(_ texts: [String]) -> Bool {
    !texts.isEmpty
      && texts.allSatisfy { text in
        let parts = text.drop { "+-−".contains($0) }.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && (1...3).contains(parts[0].count) && parts[0].first != "0" && parts[1].count == 3
          && parts.allSatisfy(\.isDigits)
      }
  }

  /// The hint for such a column; `place` is where the setting goes, such as ` to the axis`.
  public static func thousandsHint(_ place: String = "") -> String {
    "If their periods separate thousands, add \"decimalComma\": true\(place); if not, \"decimalComma\": []."
  }

  /// Suggests replacements for a text that is not a number: every reading of it that makes sense. Nil if there is none.
  public static func hint(for text: String) -> String? {
    let number = String(text.filter { !$0.isCurrencySymbol }.trimmed)
    let english = plain(number, decimal: ".", groups: ",")
    let continental = plain(number, decimal: ",", groups: ".")
    switch (english, continental) {
    case (let english?, let continental?) where english != continental:
      return
        "Write \(english) if '\(separator(in: number))' separates thousands, or \(continental) if it is a decimal mark."
    case (let reading?, _), (nil, let reading?): return "Write \(reading)."
    case (nil, nil): return nil
    }
  }

  /// A number with its groups joined and a decimal point; nil where digits are not grouped by three.
  private static func plain(_ text: String, decimal: Character, groups: Character) -> String? {
    let sign = text.first.map { "+-−".contains($0) } == true ? String(text.prefix(1)) : ""
    let parts = text.dropFirst(sign.count).split(separator: decimal, omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, parts.count == 1 || parts[1].isDigits else { return nil }
    let separators = Set(whole.filter { !$0.isASCIIDigit })
    guard separators.count <= 1, separators.allSatisfy({ $0 == groups || " \u{A0}\u{202F}'’".contains($0) }) else {
      return nil
    }
    let grouped = whole.split(omittingEmptySubsequences: false) { separators.contains($0) }
    guard grouped.allSatisfy(\.isDigits),
      grouped.count == 1 || ((1...3).contains(grouped[0].count) && grouped.dropFirst().allSatisfy { $0.count == 3 })
    else { return nil }
    let fraction = parts.count == 2 ? ".\(parts[1])" : ""
    return (sign == "−" ? "-" : sign) + grouped.joined() + fraction
  }

  private static func separator(in text: String) -> Character {
    text.first { !$0.isASCIIDigit && !"+-−".contains($0) } ?? ","
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Substring {
  /// At least one digit, and nothing else.
  fileprivate var isDigits: Bool { !isEmpty && allSatisfy(\.isASCIIDigit) }
}
