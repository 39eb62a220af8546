import StageKit

/// The format of a number, as parameters.
struct FormatParameters: ParameterGroup {
  @Parameter("number; percent, of which 42 is 42 %; currency; compact, such as 1.2K; time, of which 90 is 1:30.")
  var style = NumberFormat.Style.number
  @Parameter("The currency's code, such as EUR.") var currency = "EUR"
  @Parameter(
    "The number of decimals; without it, those that 'value' is written with, or that 'unit' has. Whole amounts of a currency have none "
      + "then, and others those of the currency, such as two of EUR.", .range(0...6))
  var decimals: Int?
  @Parameter("Whether thousands are set apart, as the locale does it.") var grouping = true
  @Parameter("The text around the number, which replaces #.") var text = "#"
  @Parameter(
    "The text in place of the number where a connected input has no value, such as –; without it, nothing is drawn.")
  var missing: String?
}

/// The format of a number.
struct NumberFormat: Sendable {
  enum Style: String, CaseIterable, ParameterChoice { case number, percent, currency, compact, time }

  let style: Style
  let decimals: Int
  /// The whole text where there is no number; nil where nothing is written.
  let missing: String?
  private let skeleton: String
  private let text: String
  private let locale: String
  private let context: any StageContext

  /// `values` are those that the number comes to rest at, in the `unit` that it is written in.
  init(
    _ parameters: FormatParameters, unit: CountedUnit? = nil, locale: String, values: [Double],
    _ context: any StageContext
  ) throws {
    self.context = context
    style = unit?.isPace == true ? .time : parameters.style
    text = parameters.text
    self.locale = locale
    let currency = parameters.currency
    if style == .currency, currency.utf8.count != 3 || !currency.allSatisfy({ $0.isASCII && $0.isLetter }) {
      throw StageError(
        "'\(currency)' is not a currency's code", parameter: parameters.$currency.location,
        hint: "Write one such as EUR, USD or INR.")
    }
    if let given = parameters.decimals ?? unit?.decimals {
      decimals = given
    } else if style == .compact {
      decimals = 1
    } else {
      let written = values.map(Self.decimals).max() ?? 0
      decimals = style == .currency && written > 0 ? try Self.decimals(of: currency, context) : written
    }
    let kind =
      switch style {
      case .number, .time: ""
      case .percent: "percent "
      case .currency: "currency/\(currency.uppercased()) "
      case .compact: "compact-short "
      }
    let places = String(repeating: style == .compact ? "#" : "0", count: decimals)
    skeleton =
      kind + (decimals == 0 ? "precision-integer" : ".\(places)") + (parameters.grouping ? "" : " group-off")
    guard text.contains("#") else {
      throw StageError("has no '#' for the number", parameter: parameters.$text.location)
    }
    let around = parameters.text.split(separator: "#", omittingEmptySubsequences: false)
    missing = parameters.missing.map { around.joined(separator: $0) }
    _ = try string(values.first ?? 0)
  }

  /// The decimals of a currency, by CLDR.
  private static func decimals(of currency: String, _ context: any StageContext) throws -> Int {
    let zero = try context.message(
      "{n, number, ::currency/\(currency.uppercased())}", ["n": .number(0)], locale: "en")
    return max(zero.count(where: DigitLayout.isDigit) - 1, 0)
  }

  /// The number of decimals of a number, at most 6.
  private static func decimals(_ value: Double) -> Int {
    var power = 1.0
    for count in 0..<6 {
      if abs((value * power).rounded() - value * power) <= 1e-9 * max(1, abs(value * power)) { return count }
      power *= 10
    }
    return 6
  }

  /// Steps of the last decimal in 1.
  var stepsInOne: Double { (0..<decimals).reduce(1.0) { power, _ in power * 10 } }

  /// The text with a number, rounded to its decimals.
  func string(_ value: Double) throws -> String { parts.joined(separator: try number(value)) }

  /// The digits in `string`, in order: each with its place in the number, the last one's 0; nil for one of the text around
  /// it.
  func digits(_ value: Double) throws -> [(character: Character, place: Int?)] {
    let own = try number(value).filter(DigitLayout.isDigit)
    let counted = zip(own, (0..<own.count).reversed()).map { (character: $0, place: Int?.some($1)) }
    let others = parts.map { $0.filter(DigitLayout.isDigit).map { (character: $0, place: Int?.none) } }
    return Array(others.joined(separator: counted))
  }

  /// The text before, between and after the numbers.
  private var parts: [Substring] { text.split(separator: "#", omittingEmptySubsequences: false) }

  private func number(_ value: Double) throws -> String {
    let rounded = (value * stepsInOne).rounded() / stepsInOne
    // No "−0".
    return try style == .time
      ? context.durationText(rounded, decimals: decimals, locale: locale) : format(rounded == 0 ? 0 : rounded, skeleton)
  }

  private func format(_ value: Double, _ skeleton: String) throws -> String {
    try context.message("{n, number, ::\(skeleton)}", ["n": .number(value)], locale: locale)
  }
}
