/// Collects the digits of a decimal numeral, and gives its value correctly rounded.
package struct DecimalDigits {
  private var mantissa: UInt64 = 0
  private var exponent = 0
  private var isComplete = true

  package init() {}

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  @inline(__always)
  package mutating func append(_ digit: UInt8, isFraction: Bool) {
    if mantissa < 1_000_000_000_000_000_000 {
      mantissa = mantissa * 10 + UInt64(digit)
      if isFraction { exponent -= 1 }
    } else {
      isComplete = false
    }
  }

  package mutating func shift(by power: Int) { exponent += power }

  /// The value of the numeral, which is the text in `range`; infinite beyond the largest Double.
  ///
  /// Where mantissa and power of ten both are exact Doubles, one rounding gives the correct result (Clinger, How to
  /// Read Floating Point Numbers Accurately, 1990); otherwise the library reads the text.
  @inline(__always)
  package func value(isNegative: Bool, in bytes: [UInt8], _ range: Range<Int>) -> Double {
    guard isComplete, mantissa <= 1 << 53, abs(exponent) <= 22 else { return Self.read(bytes, range) }
    let magnitude = Double(mantissa)
    let value = exponent < 0 ? magnitude / Self.powers[-exponent] : magnitude * Self.powers[exponent]
    return isNegative ? -value : value
  }

  private static func read(_ bytes: [UInt8], _ range: Range<Int>) -> Double {
    Double(String(decoding: bytes[range], as: UTF8.self)) ?? .nan
  }
}
