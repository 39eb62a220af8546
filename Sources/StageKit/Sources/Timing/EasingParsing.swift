import Coding

/// Why a curve's text could not be read.
public struct EasingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error, as a phrase without a final stop.
  public let message: String

  /// The position of the error, in UTF-8 code units from the start of the text.
  public let offset: Int

  /// The name that was probably meant.
  public let suggestion: String?

  public var description: String {
    suggestion.map { "\(message). Did you mean '\($0)'?" } ?? message
  }
}

extension Easing {
  /// The name of every curve that is written without arguments.
  public static let names = named.map(\.name)

  private static let curves = Dictionary(named.map { ($0.name, $0.curve) }, uniquingKeysWith: { first, _ in first })

  fileprivate static func named(_ name: String) -> Easing? { curves[name] }

  /// Every curve that is written with arguments in parentheses.
  public static let functionNames = ["cubic-bezier", "steps", "linear", "spring"]

  /// Reads a curve as CSS writes it, in any letter case.
  ///
  /// Besides the names: `cubic-bezier(x1, y1, x2, y2)` with x within 0…1; `steps(n)` or `steps(n, term)` with n up to a
  /// million; `linear(…)` with two stops or more; and, beyond CSS, `spring(mass, stiffness, damping, velocity)`, of
  /// which the last ones may be left out.
  public init(parsing text: String) throws(EasingError) {
    var scanner = EasingScanner(text)
    self = try scanner.curve()
  }
}

/// Reads a curve's text from left to right.
private struct EasingScanner {
  private var scanner: ByteScanner

  init(_ text: String) { scanner = ByteScanner(text) }

  mutating func curve() throws(EasingError) -> Easing {
    scanner.skipSpace()
    let start = scanner.offset
    let name = scanner.word()
    if name.isEmpty { throw error(scanner.isAtEnd ? "a curve is empty" : "expected the name of a curve", start) }
    scanner.skipSpace()
    let hasArguments = scanner.take("(")
    let curve = hasArguments ? try function(name, at: start) : try named(name, at: start)
    scanner.skipSpace()
    if !scanner.isAtEnd { throw error("unexpected \(scanner.found) after the curve", scanner.offset) }
    return curve
  }

  private func named(_ name: String, at start: Int) throws(EasingError) -> Easing {
    if let curve = Easing.named(name) { return curve }
    if Easing.functionNames.contains(name) { throw error("'\(name)' needs arguments in parentheses", scanner.offset) }
    throw error("unknown curve '\(name)'", start, spellingSuggestion(for: name, among: Easing.names))
  }

  private mutating func function(_ name: String, at start: Int) throws(EasingError) -> Easing {
    switch name {
    case "cubic-bezier": return try cubicBezier()
    case "steps": return try steps()
    case "linear": return try linear()
    case "spring": return try spring()
    default:
      if Easing.names.contains(name) { throw error("'\(name)' takes no arguments", scanner.offset - 1) }
      throw error("unknown curve '\(name)(…)'", start, spellingSuggestion(for: name, among: Easing.functionNames))
    }
  }

  private mutating func cubicBezier() throws(EasingError) -> Easing {
    let x1 = try share("x1")
    try expect(",")
    let y1 = try number("y1")
    try expect(",")
    let x2 = try share("x2")
    try expect(",")
    let y2 = try number("y2")
    try expect(")")
    return .cubicBezier(x1, y1, x2, y2)
  }

  private mutating func steps() throws(EasingError) -> Easing {
    scanner.skipSpace()
    let start = scanner.offset
    let value = try number("the number of steps")
    guard let count = Int(exactly: value), (1...1_000_000).contains(count) else {
      throw error("the number of steps must be a whole number from 1 to 1000000", start)
    }
    var term = Easing.JumpTerm.jumpEnd
    scanner.skipSpace()
    if scanner.take(",") {
      scanner.skipSpace()
      let start = scanner.offset
      let name = scanner.word()
      switch name {
      case "start": term = .jumpStart
      case "end": term = .jumpEnd
      default:
        guard let known = Easing.JumpTerm(rawValue: name) else {
          let names = Easing.JumpTerm.allCases.map(\.rawValue)
          throw error("expected \(names.joined(separator: ", "))", start, spellingSuggestion(for: name, among: names))
        }
        term = known
      }
    }
    if term == .jumpNone && count < 2 { throw error("'jump-none' needs 2 steps or more", start) }
    try expect(")")
    return .steps(count, term)
  }

  private mutating func linear() throws(EasingError) -> Easing {
    let start = scanner.offset
    var stops: [LinearStops.Stop] = []
    repeat {
      var value: Double?
      var positions: [Double] = []
      scanner.skipSpace()
      while let byte = scanner.next, byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
        let start = scanner.offset
        let (number, isPercentage) = try numberOrPercentage("a number or a percentage")
        if isPercentage && positions.count < 2 && (value == nil || positions.isEmpty || isAfterPercentage(start)) {
          positions.append(number)
        } else if !isPercentage && value == nil {
          value = number
        } else {
          throw error("a stop is one number and up to two percentages side by side", start)
        }
        scanner.skipSpace()
      }
      guard let value else { throw error("a stop needs a number", scanner.offset) }
      stops.append(LinearStops.Stop(value, at: positions.first, until: positions.count > 1 ? positions[1] : nil))
    } while scanner.take(",")
    if stops.count < 2 { throw error("'linear(…)' needs two stops or more", start) }
    try expect(")")
    return .linearStops(LinearStops(stops))
  }

  private mutating func spring() throws(EasingError) -> Easing {
    var values = [1.0, 100, 10, 0]
    let labels = ["the mass", "the stiffness", "the damping", "the velocity"]
    let ranges = [1e-6...1e9, 1e-6...1e9, 0...1e9, -1e6...1e6]
    scanner.skipSpace()
    if scanner.take(")") { return .spring(Spring()) }
    for index in values.indices {
      scanner.skipSpace()
      let start = scanner.offset
      values[index] = try number(labels[index])
      guard ranges[index].contains(values[index]) else {
        throw error(
          "\(labels[index]) of a spring must be within \(ranges[index].lowerBound)…\(ranges[index].upperBound)", start)
      }
      scanner.skipSpace()
      if index == values.count - 1 || !scanner.take(",") { break }
    }
    try expect(")")
    return .spring(Spring(mass: values[0], stiffness: values[1], damping: values[2], initialVelocity: values[3]))
  }

  // MARK: Words and numbers

  private mutating func share(_ what: String) throws(EasingError) -> Double {
    scanner.skipSpace()
    let start = scanner.offset
    let value = try number(what)
    if !(0...1).contains(value) { throw error("\(what) must be within 0…1", start) }
    return value
  }

  private mutating func number(_ what: String) throws(EasingError) -> Double {
    scanner.skipSpace()
    let start = scanner.offset
    let (value, isPercentage) = try numberOrPercentage(what)
    if isPercentage { throw error("\(what) must be a number, not a percentage", start) }
    return value
  }

  /// A CSS number, or a percentage as a share of 1.
  private mutating func numberOrPercentage(_ what: String) throws(EasingError) -> (value: Double, isPercentage: Bool) {
    scanner.skipSpace()
    let start = scanner.offset
    guard let numeral = try? scanner.numeral(.css) else { throw error("expected \(what)", start) }
    let isPercentage = scanner.take("%")
    // By the numeral's own exponent, so that a percentage is as precise as a number.
    let value = scanner.value(of: numeral, timesTenToThe: isPercentage ? -2 : 0)
    guard value.isFinite else { throw error("this number is too large", start) }
    return (value, isPercentage)
  }

  /// True if only spaces are between here and a percent sign before.
  private func isAfterPercentage(_ start: Int) -> Bool {
    scanner.bytes[..<start].last { !ByteScanner.isSpace($0) } == UInt8(ascii: "%")
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(EasingError) {
    scanner.skipSpace()
    if scanner.take(character) { return }
    throw error("expected '\(character)'" + (scanner.isAtEnd ? "" : " and not \(scanner.found)"), scanner.offset)
  }

  private func error(_ message: String, _ offset: Int, _ suggestion: String? = nil) -> EasingError {
    EasingError(message: message, offset: offset, suggestion: suggestion)
  }
}
