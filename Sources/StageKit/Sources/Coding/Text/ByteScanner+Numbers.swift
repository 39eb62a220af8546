/// The way in which a text format writes numbers.
public enum NumberGrammar: Sendable {
  /// RFC 8259.
  case json
  /// JSON5's decimal numbers: also with a plus sign, and with a point before or after all digits.
  case json5
  /// SVG 1.1 path data: as JSON5, also with leading zeros. An exponent without digits does not belong to the number.
  case svg
  /// CSS: as SVG, but a point without digits after it does not belong to the number either.
  case css

  @inlinable var allowsPlusAndLeadingPoint: Bool { self != .json }
  @inlinable var allowsTrailingPoint: Bool { self == .json5 || self == .svg }
  @inlinable var allowsLeadingZeros: Bool { self == .svg || self == .css }
  /// True if a point or an exponent without digits is a fault.
  @inlinable var isStrict: Bool { self == .json || self == .json5 }
}

/// The position and the reason for which a text is not a number.
public struct NumberFault: Error, Hashable, Sendable {
  /// An error in a number.
  public enum Problem: Hashable, Sendable {
    /// There is neither a sign nor a digit.
    case missing
    /// A digit is required there.
    case missingDigit
    /// A digit follows a leading zero.
    case leadingZero
    /// It is beyond the largest Double.
    case tooLarge
  }

  /// In bytes from the start of the text.
  public let offset: Int
  public let problem: Problem

  @inlinable init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }
}

/// A decimal number as it is written.
public struct DecimalNumeral: Sendable {
  /// The sign, the digits and the point.
  @usableFromInline var mantissaText: Range<Int>
  @usableFromInline var isNegative = false
  /// The digits as a whole number, as far as they fit.
  @usableFromInline var mantissa: UInt64 = 0
  /// True if all digits are in `mantissa`.
  @usableFromInline var isComplete = true
  @usableFromInline var fractionDigits = 0
  /// The written exponent, clamped to ±99,999.
  @usableFromInline var exponent = 0

  @inlinable init(at offset: Int) { mantissaText = offset..<offset }

  @inlinable @inline(__always)
  mutating func append(_ digit: UInt8) {
    if mantissa < 1_000_000_000_000_000_000 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
    } else {
      isComplete = false
    }
  }

  static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}

extension ByteScanner {
  /// Reads a finite number, correctly rounded; the position stays where it was if there is none.
  @inlinable @inline(__always)
  public mutating func number(_ grammar: NumberGrammar) throws(NumberFault) -> Double {
    let start = offset
    let value = value(of: try numeral(grammar))
    guard value.isFinite else {
      offset = start
      throw NumberFault(offset: start, problem: .tooLarge)
    }
    return value
  }

  /// Reads a number without finding its value; the position stays where it was if there is none.
  @inlinable @inline(__always)
  public mutating func numeral(_ grammar: NumberGrammar) throws(NumberFault) -> DecimalNumeral {
    var numeral = DecimalNumeral(at: offset)
    var end = offset
    if byte(at: end) == UInt8(ascii: "-") {
      numeral.isNegative = true
      end += 1
    } else if grammar.allowsPlusAndLeadingPoint, byte(at: end) == UInt8(ascii: "+") {
      end += 1
    }
    let whole = end
    while isDigit(at: end) {
      numeral.append(bytes[end] &- 0x30)
      end += 1
    }
    if end == whole {
      guard grammar.allowsPlusAndLeadingPoint, byte(at: end) == UInt8(ascii: "."), isDigit(at: end + 1) else {
        throw NumberFault(offset: end, problem: end > offset ? .missingDigit : .missing)
      }
    } else if !grammar.allowsLeadingZeros, end > whole + 1, bytes[whole] == UInt8(ascii: "0") {
      throw NumberFault(offset: whole + 1, problem: .leadingZero)
    }
    if byte(at: end) == UInt8(ascii: ".") {
      let point = end
      end += 1
      while isDigit(at: end) {
        numeral.append(bytes[end] &- 0x30)
        if numeral.isComplete { numeral.fractionDigits += 1 }
        end += 1
      }
      if end == point + 1, !grammar.allowsTrailingPoint {
        guard !grammar.isStrict else { throw NumberFault(offset: end, problem: .missingDigit) }
        end = point
      }
    }
    numeral.mantissaText = offset..<end
    offset = try exponentEnd(at: end, of: &numeral, isStrict: grammar.isStrict)
    return numeral
  }

  /// The end of the exponent that may begin at `start`.
  @inlinable @inline(__always)
  func exponentEnd(at start: Int, of numeral: inout DecimalNumeral, isStrict: Bool) throws(NumberFault) -> Int {
    guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return start }
    var end = start + 1
    let isNegative = byte(at: end) == UInt8(ascii: "-")
    if isNegative || byte(at: end) == UInt8(ascii: "+") { end += 1 }
    guard isDigit(at: end) else {
      guard !isStrict else { throw NumberFault(offset: end, problem: .missingDigit) }
      return start
    }
    while isDigit(at: end) {
      numeral.exponent = min(numeral.exponent * 10 + Int(bytes[end] &- 0x30), 99_999)
      end += 1
    }
    if isNegative { numeral.exponent = -numeral.exponent }
    return end
  }

  /// The value of a numeral of this text, times a power of ten, correctly rounded; infinite beyond the largest Double.
  ///
  /// If mantissa and power of ten both are exact Doubles, one rounding gives the correct result (Clinger, How to Read
  /// Floating Point Numbers Accurately, 1990); otherwise the library reads the text.
  public func value(of numeral: DecimalNumeral, timesTenToThe power: Int = 0) -> Double {
    let exponent = numeral.exponent + power - numeral.fractionDigits
    guard numeral.isComplete, numeral.mantissa <= 1 << 53, abs(exponent) <= 22 else {
      return readValue(of: numeral, exponent: numeral.exponent + power)
    }
    let magnitude = Double(numeral.mantissa)
    let value =
      exponent < 0 ? magnitude / DecimalNumeral.powers[-exponent] : magnitude * DecimalNumeral.powers[exponent]
    return numeral.isNegative ? -value : value
  }

  private func readValue(of numeral: DecimalNumeral, exponent: Int) -> Double {
    var mantissa = bytes[numeral.mantissaText]
    if mantissa.last == UInt8(ascii: ".") { mantissa.removeLast() }
    return Double("\(String(decoding: mantissa, as: UTF8.self))e\(exponent)") ?? .nan
  }
}
