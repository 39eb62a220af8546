import StageKit

/// A length with its unit.
struct SVGLength {
  private let number: Double
  private let unit: String

  /// Nil where the text is not one length and nothing else.
  init?(_ text: String) {
    var scanner = ByteScanner(text)
    scanner.skipSpace()
    guard let length = SVGLength(&scanner) else { return nil }
    scanner.skipSpace()
    guard scanner.isAtEnd else { return nil }
    self = length
  }

  /// Takes one from the start of what is left; nil, at the same place, if there is none.
  init?(_ scanner: inout ByteScanner) {
    let start = scanner.offset
    guard let number = try? scanner.number(.svg) else { return nil }
    let unit = scanner.take("%") ? "%" : scanner.word()
    guard Self.units.contains(unit) else {
      scanner.offset = start
      return nil
    }
    (self.number, self.unit) = (number, unit)
  }

  private static let units: Set<String> = ["", "px", "pt", "pc", "in", "cm", "mm", "q", "em", "ex", "rem", "%"]

  var isPercentage: Bool { unit == "%" }
  var hasUnit: Bool { !unit.isEmpty }
  var isNegative: Bool { number < 0 }
  /// A number by itself; nil where it has a unit.
  var plainNumber: Double? { unit.isEmpty ? number : nil }

  /// In pixels; percentages are of `whole`.
  func value(of whole: Double, _ font: SVGFontSize) -> Double {
    switch unit {
    case "%": number / 100 * whole
    case "pt": number * 4 / 3
    case "pc": number * 16
    case "in": number * 96
    case "cm": number * 96 / 2.54
    case "mm": number * 96 / 25.4
    case "q": number * 96 / 101.6
    case "em": number * font.own
    case "ex": number * font.own / 2
    case "rem": number * font.root
    default: number
    }
  }
}

/// The sizes to which lengths in widths of letters refer, in pixels.
struct SVGFontSize: Hashable {
  var own = 16.0
  var root = 16.0
}
