import Coding

/// Why a curve's text could not be read.
public struct EasingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase without a final stop.
  public let message: String

  /// Where, in UTF-8 code units from the start of the text.
  public let offset: Int

  /// The name that was probably meant.
  public let suggestion: String?

  public var description: String {
    suggestion.map { "\(message). Did you mean '\($0)'?" } ?? message
  }
}

extension Easing {
  /// Every curve that is written without arguments.
  public static let names = [
    "linear", "default", "ease", "ease-in", "ease-out", "ease-in-out", "step-start", "step-end", "spring",
  ]

  /// Every curve that is written with arguments in parentheses.
  public static let functionNames = ["cubic-bezier", "steps", "linear", "spring"]

  /// Reads a curve as CSS writes it, in any letter case.
  ///
  /// Beside the names: `cubic-bezier(x1, y1, x2, y2)` with x within 0…1; `steps(n)` or `steps(n, term)` with n up to a
  /// million; `linear(…)` with two stops or more; and, beyond CSS, `spring(mass, stiffness, damping, velocity)`, of
  /// which the last ones may be left out.
  public init(parsing text: String) throws(EasingError) {
    var scanner = EasingScanner(text)
    self = try scanner.curve()
  }
}

/// Reads a curve's text from left to right.
private struct EasingScanner {
  private let text: [UInt8]
  private var position = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  mutating func curve() throws(EasingError) -> Easing {
    skipSpaces()
    let start = position
    let name = word()
    if name.isEmpty { throw error(text.count == position ? "a curve is empty" : "expected the name of a curve", start) }
    skipSpaces()
    let hasArguments = take("(")
    let curve = hasArguments ? try function(name, at: start) : try named(name, at: start)
    skipSpaces()
    if position < text.count { throw error("unexpected '\(next)' after the curve", position) }
    return curve
  }

  private func named(_ name: String, at start: Int) throws(EasingError) -> Easing {
    switch name {
    case "linear": return .linear
    case "default", "ease": return .ease
    case "ease-in": return .easeIn
    case "ease-out": return .easeOut
    case "ease-in-out": return .easeInOut
    case "step-start": return .steps(1, .jumpStart)
    case "step-end": return .steps(1, .jumpEnd)
    case "spring": return .spring(Spring())
    case "cubic-bezier", "steps": throw error("'\(name)' needs arguments in parentheses", position)
    default: throw error("unknown curve '\(name)'", start, spellingSuggestion(for: name, among: Easing.names))
    }
  }

  private mutating func function(_ name: String, at start: Int) throws(EasingError) -> Easing {
    switch name {
    case "cubic-bezier": return try cubicBezier()
    case "steps": return try steps()
    case "linear": return try linear()
    case "spring": return try spring()
    default:
      if Easing.names.contains(name) { throw error("'\(name)' takes no arguments", position - 1) }
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
    skipSpaces()
    let start = position
    let value = try number("the number of steps")
    guard let count = Int(exactly: value), (1...1_000_000).contains(count) else {
      throw error("the number of steps must be a whole number from 1 to 1000000", start)
    }
    var term = Easing.JumpTerm.jumpEnd
    skipSpaces()
    if take(",") {
      skipSpaces()
      let start = position
      let name = word()
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
    let start = position
    var stops: [LinearStops.Stop] = []
    repeat {
      var value: Double?
      var positions: [Double] = []
      skipSpaces()
      while position < text.count, next != ",", next != ")" {
        let start = position
        let (number, isPercentage) = try numberOrPercentage("a number or a percentage")
        if isPercentage && positions.count < 2 && (value == nil || positions.isEmpty || isAfterPercentage(start)) {
          positions.append(number)
        } else if !isPercentage && value == nil {
          value = number
        } else {
          throw error("a stop is one number and up to two percentages side by side", start)
        }
        skipSpaces()
      }
      guard let value else { throw error("a stop needs a number", position) }
      stops.append(LinearStops.Stop(value, at: positions.first, until: positions.count > 1 ? positions[1] : nil))
    } while take(",")
    if stops.count < 2 { throw error("'linear(…)' needs two stops or more", start) }
    try expect(")")
    return .linearStops(LinearStops(stops))
  }

  private mutating func spring() throws(EasingError) -> Easing {
    var values = [1.0, 100, 10, 0]
    let labels = ["the mass", "the stiffness", "the damping", "the velocity"]
    let ranges = [1e-6...1e9, 1e-6...1e9, 0...1e9, -1e6...1e6]
    skipSpaces()
    if take(")") { return .spring(Spring()) }
    for index in values.indices {
      skipSpaces()
      let start = position
      values[index] = try number(labels[index])
      guard ranges[index].contains(values[index]) else {
        throw error(
          "\(labels[index]) of a spring must be within \(ranges[index].lowerBound)…\(ranges[index].upperBound)", start)
      }
      skipSpaces()
      if index == values.count - 1 || !take(",") { break }
    }
    try expect(")")
    return .spring(Spring(mass: values[0], stiffness: values[1], damping: values[2], initialVelocity: values[3]))
  }

  // MARK: Words and numbers

  private mutating func share(_ what: String) throws(EasingError) -> Double {
    skipSpaces()
    let start = position
    let value = try number(what)
    if !(0...1).contains(value) { throw error("\(what) must be within 0…1", start) }
    return value
  }

  private mutating func number(_ what: String) throws(EasingError) -> Double {
    skipSpaces()
    let start = position
    let (value, isPercentage) = try numberOrPercentage(what)
    if isPercentage { throw error("\(what) must be a number, not a percentage", start) }
    return value
  }

  /// A CSS number, or a percentage as a share of 1.
  private mutating func numberOrPercentage(_ what: String) throws(EasingError) -> (value: Double, isPercentage: Bool) {
    skipSpaces()
    let start = position
    if position < text.count, next == "+" || next == "-" { position += 1 }
    let wholeDigits = skipDigits()
    var fractionDigits = 0
    if position + 1 < text.count, next == ".", Self.isDigit(text[position + 1]) {
      position += 1
      fractionDigits = skipDigits()
    }
    guard wholeDigits + fractionDigits > 0 else {
      position = start
      throw error("expected \(what)", start)
    }
    let mantissa = String(decoding: text[start..<position], as: UTF8.self)
    var exponent = 0
    if let end = exponentEnd {
      // Saturates: no exponent beyond ±9999 makes a finite number other than 0.
      let digits = String(decoding: text[(position + 1)..<end], as: UTF8.self)
      exponent = min(max(Int(digits) ?? (digits.hasPrefix("-") ? -9999 : 9999), -9999), 9999)
      position = end
    }
    let isPercentage = take("%")
    // The decimal point is moved in the text, so that a percentage is as precise as a number.
    guard let value = Double("\(mantissa)e\(exponent - (isPercentage ? 2 : 0))"), value.isFinite else {
      throw error("this number is too large", start)
    }
    return (value, isPercentage)
  }

  /// The end of the exponent that begins here, or nil.
  private var exponentEnd: Int? {
    guard position < text.count, next == "e" || next == "E" else { return nil }
    var end = position + 1
    if end < text.count, text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-") { end += 1 }
    let digits = end
    while end < text.count, Self.isDigit(text[end]) { end += 1 }
    return end > digits ? end : nil
  }

  /// Whether nothing but spaces stands between here and a percent sign before.
  private func isAfterPercentage(_ start: Int) -> Bool {
    text[..<start].last { !Self.isSpace($0) } == UInt8(ascii: "%")
  }

  private mutating func word() -> String {
    let start = position
    while position < text.count {
      let byte = text[position]
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      guard
        isLetter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
          || (position > start && Self.isDigit(byte))
      else { break }
      position += 1
    }
    return String(decoding: text[start..<position], as: UTF8.self).lowercased()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private var next: Character { String(decoding: text[position...].prefix(16), as: UTF8.self).first ?? "?" }

  private mutating func skipDigits() -> Int {
    let start = position
    while position < text.count, Self.isDigit(text[position]) { position += 1 }
    return position - start
  }

  private mutating func skipSpaces() {
    while position < text.count, Self.isSpace(text[position]) { position += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard position < text.count, next == character else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Character) throws(EasingError) {
    skipSpaces()
    if take(character) { return }
    throw error(
      position < text.count ? "expected '\(character)' and not '\(next)'" : "expected '\(character)'", position)
  }

  private func error(_ message: String, _ offset: Int, _ suggestion: String? = nil) -> EasingError {
    EasingError(message: message, offset: offset, suggestion: suggestion)
  }
}
