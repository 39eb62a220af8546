import StageKit

/// The format of numbers, as parameters.
struct FormatParameters: ParameterGroup {
  @Parameter("number; percent, of which 42 is 42 %; currency; or compact, such as 1.2K.")
  var style = NumberFormat.Style.number
  @Parameter("The currency's code, such as EUR.") var currency = "EUR"
  @Parameter(
    "The number of decimals; without it, those that are needed, and of amounts that are not whole those of the currency.",
    .range(0...6))
  var decimals: Int?
  @Parameter var grouping: Bool
  @Parameter("The text around the number, which replaces #, such as \"# km\".") var text = "#"

  /// Plain numbers with their thousands set apart.
  init() { self.init(grouping: true) }

  /// Plain numbers.
  init(grouping: Bool) {
    _grouping = Parameter(wrappedValue: grouping, "Whether thousands are set apart, as the locale does it.")
  }
}

/// The format of numbers, as a locale writes them.
struct NumberFormat: Sendable {
  enum Style: String, CaseIterable, ParameterChoice { case number, percent, currency, compact }

  private let parameters: FormatParameters
  private let style: Style
  private let text: String
  private let locale: String
  private let context: any StageContext
  /// The decimals of the currency, by CLDR; 0 for other styles.
  private let currencyDecimals: Int
  /// The most decimals that are written; smaller numbers have an exponent.
  private static let decimalLimit = 15

  init(_ parameters: FormatParameters, locale: String, _ context: any StageContext) throws {
    (self.parameters, self.locale, self.context) = (parameters, locale, context)
    (style, text) = (parameters.style, parameters.text)
    let code = parameters.currency
    if parameters.style == .currency, code.utf8.count != 3 || !code.allSatisfy({ $0.isASCII && $0.isLetter }) {
      throw StageError(
        "'\(code)' is not a currency's code", parameter: parameters.$currency.location,
        hint: "Write one such as EUR, USD or INR.")
    }
    guard parameters.text.contains("#") else {
      throw StageError("has no '#' for the number", parameter: parameters.$text.location)
    }
    guard style == .currency else {
      currencyDecimals = 0
      return
    }
    let zero = try context.message("{n, number, ::currency/\(code.uppercased())}", ["n": .number(0)], locale: "en")
    currencyDecimals = max(zero.count(where: \.isWholeNumber) - 1, 0)
  }

  private init(percentIn other: NumberFormat) {
    (parameters, locale, context) = (other.parameters, other.locale, other.context)
    (style, text, currencyDecimals) = (.percent, "#", 0)
  }

  /// The same for shares in percent.
  var percent: NumberFormat { NumberFormat(percentIn: self) }

  /// The text with a number, rounded to its decimals; the job's come first.
  func string(_ value: Double, decimals: Int) throws -> String {
    let places = min(max(parameters.decimals ?? decimals, 0), Self.decimalLimit)
    let hasExponent = parameters.decimals == nil && style == .number && decimals > Self.decimalLimit
    let rounded = hasExponent ? value : Self.rounded(value, places)
    // ICU rounds halves to even; and there is no "−0".
    let number = try context.message(
      "{n, number, ::\(skeleton(of: rounded, hasExponent ? 0 : places, hasExponent: hasExponent))}",
      ["n": .number(rounded == 0 ? 0 : rounded)], locale: locale)
    return text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: number)
  }

  /// The texts of ticks, with as many decimals as their step has.
  func strings(ofTicks ticks: [Double], step: Double?) throws -> [String] {
    var decimals = step.map(Self.decimals(ofStep:)) ?? self.decimals(of: ticks)
    if decimals > 0 { decimals = max(decimals, currencyDecimals) }
    return try ticks.map { try string($0, decimals: style == .compact ? 3 : decimals) }
  }

  /// The decimals of values in their labels: all that they have, but of small ones three digits, and of others six decimals at
  /// most; those of the currency for amounts that are not whole.
  func decimals(of values: [Double]) -> Int {
    guard style != .compact else { return 1 }
    if style == .currency { return values.allSatisfy { $0 == $0.rounded() } ? 0 : currencyDecimals }
    let largest = values.map { abs($0) }.max() ?? 0
    var limit = 6
    var size = largest * 1e3
    while size > 0, size < 1, limit < Self.decimalLimit + 3 { (size, limit) = (size * 10, limit + 1) }
    // Values so much smaller than others come of rounding.
    return values.filter { abs($0) > largest * 1e-12 }.map { Self.decimals($0, limit: limit) }.max() ?? 0
  }

  private func skeleton(of value: Double, _ places: Int, hasExponent: Bool) -> String {
    if value != 0, hasExponent || (style == .number && abs(value) >= 1e21) { return "scientific .###" }
    let kind =
      switch style {
      case .number: ""
      case .percent: "percent "
      case .currency: "currency/\(parameters.currency.uppercased()) "
      case .compact: "compact-short "
      }
    let mark: Character = style == .compact ? "#" : "0"
    let precision = places == 0 ? "precision-integer" : ".\(String(repeating: mark, count: places))"
    return kind + precision + (parameters.grouping ? "" : " group-off")
  }

  private static func rounded(_ value: Double, _ places: Int) -> Double {
    let power = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let scaled = value * power
    return abs(scaled) < 0x1p53 ? scaled.rounded() / power : value
  }

  /// The decimals that numbers which are whole multiples of a step need.
  private static func decimals(ofStep step: Double) -> Int { decimals(step, limit: decimalLimit + 1) }

  private static func decimals(_ value: Double, limit: Int) -> Int {
    var power = 1.0
    for count in 0..<limit {
      let scaled = value * power
      // A number too small for the limit needs all of it.
      if abs(scaled.rounded() - scaled) <= 1e-9 * abs(scaled) { return count }
      power *= 10
    }
    return limit
  }
}
