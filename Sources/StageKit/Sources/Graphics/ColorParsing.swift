import Coding

/// Why a text is not a color.
public struct ColorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error, as a phrase without a final stop.
  public let message: String

  /// The position of the error, in UTF-8 code units from the start of the text.
  public let offset: Int

  /// The unknown name of a color or function, if that is the fault; for suggestions.
  public let unknownName: String?

  public var description: String { message }
}

extension Color {
  /// Every function that makes a color.
  public static let cssFunctions =
    ["rgb", "rgba", "hsl", "hsla", "hwb"] + ColorSpace.functions.map(\.rawValue) + ["color"]

  /// Reads a color as CSS Color 4 writes it, in any letter case, for a canvas of a gamut; nil where it is none.
  public init?(css text: String, in gamut: ColorGamut = .sRGB) {
    guard let color = try? Color(parsingCSS: text, in: gamut) else { return nil }
    self = color
  }

  /// Reads a color as CSS Color 4 writes it, in any letter case, for a canvas of a gamut.
  ///
  /// That is `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, the 148 names and `transparent`, and `rgb()`, `rgba()`, `hsl()`,
  /// `hsla()` (with commas or without), `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, and `color()` in `srgb`, `srgb-linear`,
  /// `display-p3` and `xyz`. Components of sRGB's own notations beyond it are clamped, colors of other spaces are mapped into the
  /// gamut; `none` counts as 0.
  public init(parsingCSS text: String, in gamut: ColorGamut = .sRGB) throws(ColorError) {
    var scanner = ColorScanner(text, gamut)
    self = try scanner.color()
  }

  /// The color as CSS: in hexadecimal where that is exact, else as `rgb()` in percent, or as `color(srgb …)` where sRGB does not
  /// have it.
  public var cssText: String {
    if isBeyondSRGB {
      return "color(srgb \(red) \(green) \(blue)" + (alpha < 1 ? " / \(alpha))" : ")")
    }
    let components = [red, green, blue, alpha].map { min(max($0.isNaN ? 0 : $0, 0), 1) }
    let bytes = components.map { ($0 * 255).rounded() }
    if zip(components, bytes).allSatisfy({ abs($0 * 255 - $1) < 1e-9 }) {
      let digits = (alpha < 1 ? bytes : Array(bytes.dropLast())).map { byte in
        (byte < 16 ? "0" : "") + String(Int(byte), radix: 16, uppercase: true)
      }
      return "#" + digits.joined()
    }
    let percentages = components.prefix(3).map { "\($0 * 100)%" }.joined(separator: " ")
    return components[3] < 1 ? "rgb(\(percentages) / \(components[3]))" : "rgb(\(percentages))"
  }

  /// Converts hue in degrees, and saturation and lightness, 0…1 and beyond. Formula: CSS Color 4, 7.1.
  static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> (Double, Double, Double) {
    let amplitude = saturation * min(lightness, 1 - lightness)
    func component(_ n: Double) -> Double {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - amplitude * max(-1, min(k - 3, 9 - k, 1))
    }
    return (component(0), component(8), component(4))
  }
}

/// Reads a color's text from left to right.
private struct ColorScanner {
  private var scanner: ByteScanner
  private let gamut: ColorGamut

  init(_ text: String, _ gamut: ColorGamut) { (scanner, self.gamut) = (ByteScanner(text), gamut) }

  private enum Quantity {
    case number(Double)
    /// As a share of 1.
    case percentage(Double)
    case degrees(Double)
    case none
  }

  mutating func color() throws(ColorError) -> Color {
    scanner.skipSpace()
    let start = scanner.offset
    if scanner.isAtEnd { throw error("a color is empty", start) }
    let color: Color
    if scanner.take("#") {
      color = try hexadecimal(at: start)
    } else {
      let name = scanner.word()
      if name.isEmpty { throw error("expected a color, found \(scanner.found)", start) }
      if scanner.take("(") {
        color = try function(name, at: start)
      } else if let named = Color.named(name) {
        color = named
      } else {
        throw error("unknown color '\(name)'", start, unknown: name)
      }
    }
    scanner.skipSpace()
    if !scanner.isAtEnd { throw error("unexpected \(scanner.found) after the color", scanner.offset) }
    return color
  }

  private mutating func hexadecimal(at start: Int) throws(ColorError) -> Color {
    var digits: [Double] = []
    while let byte = scanner.next, let digit = ByteScanner.hexadecimalValue(byte) {
      digits.append(Double(digit))
      scanner.offset += 1
    }
    if let byte = scanner.next, !ByteScanner.isSpace(byte) {
      throw error("\(scanner.found) is no hexadecimal digit", scanner.offset)
    }
    switch digits.count {
    case 3, 4: digits = digits.flatMap { [$0, $0] }
    case 6, 8: break
    default: throw error("a color has 3, 4, 6 or 8 hexadecimal digits, found \(digits.count)", start)
    }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { (index: Int) -> Double in
      (digits[index] * 16 + digits[index + 1]) / 255
    }
    return Color(bytes[0], bytes[1], bytes[2], bytes.count == 4 ? bytes[3] : 1)
  }

  // MARK: Functions

  private mutating func function(_ name: String, at start: Int) throws(ColorError) -> Color {
    guard Color.cssFunctions.contains(name) else {
      throw error("unknown color function '\(name)()'", start, unknown: name)
    }
    if let space = ColorSpace.functions.first(where: { $0.rawValue == name }) { return try color(in: space) }
    if name == "color" { return try color(in: space()) }
    let isHued = !name.hasPrefix("rgb")
    var parts = [try quantity(isHue: isHued)]
    scanner.skipSpace()
    let hasCommas = name != "hwb" && scanner.take(",")
    for index in 1...2 {
      if hasCommas && index == 2 { try expect(",") }
      parts.append(try quantity(isHue: false))
    }
    scanner.skipSpace()
    let alpha = try alpha(after: hasCommas ? "," : "/")
    if hasCommas { try checkCommas(parts, isHued: isHued, at: start) }
    let (red, green, blue) = isHued ? Self.hued(name, parts) : Self.direct(parts)
    return Color(Self.clamped(red), Self.clamped(green), Self.clamped(blue), alpha)
  }

  /// The alpha, which is 1 where there is none, and the closing parenthesis.
  private mutating func alpha(after separator: Unicode.Scalar) throws(ColorError) -> Double {
    scanner.skipSpace()
    var alpha = 1.0
    if scanner.take(separator) {
      switch try quantity(isHue: false) {
      case .number(let value), .percentage(let value), .degrees(let value): alpha = Self.clamped(value)
      case .none: alpha = 0
      }
    }
    try expect(")")
    return alpha
  }

  /// The space that `color()` names.
  private mutating func space() throws(ColorError) -> ColorSpace {
    scanner.skipSpace()
    let start = scanner.offset
    let name = scanner.word()
    let spaces = ColorSpace.allCases.filter { !ColorSpace.functions.contains($0) }
    if let space = spaces.first(where: { $0.rawValue == name }) { return space }
    let names = spaces.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw error("unknown color space '\(name)'; there are \(names)", start)
  }

  /// The components and the alpha of a color in another space than sRGB's notations.
  private mutating func color(in space: ColorSpace) throws(ColorError) -> Color {
    var values = SIMD3<Double>()
    for index in 0..<3 {
      switch try quantity(isHue: space.isPolar && index == 2) {
      case .number(let value), .degrees(let value): values[index] = value
      case .percentage(let share): values[index] = share * space.wholes[index]
      case .none: break
      }
    }
    let alpha = try alpha(after: "/")
    return Color(mapping: space.linearSRGB(values), into: gamut, alpha: alpha)
  }

  /// With commas CSS allows less: no `none`, `rgb()` all numbers or all percentages, `hsl()` percentages.
  private func checkCommas(_ parts: [Quantity], isHued: Bool, at start: Int) throws(ColorError) {
    var percentages = 0
    for part in parts {
      switch part {
      case .percentage: percentages += 1
      case .none: throw error("'none' does not go with commas", start)
      case .number, .degrees: break
      }
    }
    if isHued ? percentages != 2 : percentages % 3 != 0 {
      throw error(
        isHued ? "saturation and lightness are percentages" : "numbers and percentages do not mix with commas", start)
    }
  }

  private static func direct(_ parts: [Quantity]) -> (Double, Double, Double) {
    let values = parts.map { (part) -> Double in
      switch part {
      case .number(let value), .degrees(let value): value / 255
      case .percentage(let value): value
      case .none: 0
      }
    }
    return (values[0], values[1], values[2])
  }

  private static func hued(_ name: String, _ parts: [Quantity]) -> (Double, Double, Double) {
    func share(_ part: Quantity) -> Double {
      switch part {
      case .number(let value), .degrees(let value): value / 100
      case .percentage(let value): value
      case .none: 0
      }
    }
    var hue = 0.0
    if case .number(let value) = parts[0] { hue = value }
    if case .degrees(let value) = parts[0] { hue = value }
    hue = hue.truncatingRemainder(dividingBy: 360)
    if hue < 0 { hue += 360 }
    let (second, third) = (share(parts[1]), share(parts[2]))
    guard name == "hwb" else { return Color.hsl(hue, min(max(second, 0), 1), min(max(third, 0), 1)) }
    let (whiteness, blackness) = (max(second, 0), max(third, 0))
    let sum = whiteness + blackness
    if sum >= 1 { return (whiteness / sum, whiteness / sum, whiteness / sum) }
    let (red, green, blue) = Color.hsl(hue, 1, 0.5)
    func mixed(_ component: Double) -> Double { component * (1 - sum) + whiteness }
    return (mixed(red), mixed(green), mixed(blue))
  }

  private static func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }

  // MARK: Words and numbers

  private mutating func quantity(isHue: Bool) throws(ColorError) -> Quantity {
    scanner.skipSpace()
    let start = scanner.offset
    let value: Double
    do {
      value = try scanner.number(.css)
    } catch {
      if error.problem == .tooLarge { throw self.error("this number is too large", start) }
      if scanner.word() == "none" { return .none }
      throw self.error(isHue ? "expected a hue" : "expected a number or a percentage", start)
    }
    if !isHue { return scanner.take("%") ? .percentage(value / 100) : .number(value) }
    let unitStart = scanner.offset
    switch scanner.word() {
    case "": return .number(value)
    case "deg": return .degrees(value)
    case "grad": return .degrees(value * 0.9)
    case "rad": return .degrees(value * 180 / .pi)
    case "turn": return .degrees(value.truncatingRemainder(dividingBy: 1) * 360)
    case let unit: throw error("unknown unit '\(unit)' of a hue", unitStart)
    }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(ColorError) {
    scanner.skipSpace()
    if scanner.take(character) { return }
    throw error("expected '\(character)'" + (scanner.isAtEnd ? "" : ", found \(scanner.found)"), scanner.offset)
  }

  private func error(_ message: String, _ offset: Int, unknown: String? = nil) -> ColorError {
    ColorError(message: message, offset: offset, unknownName: unknown)
  }
}
