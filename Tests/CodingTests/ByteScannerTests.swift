import Coding
import Testing

@Suite("Byte scanner")
struct ByteScannerTests {
  private static let grammars: [NumberGrammar] = [.json, .json5, .svg, .css]

  @Test(
    "Each grammar takes as much of a number as belongs to it",
    arguments: [
      // A text, and the number of its bytes that JSON, JSON5, SVG and CSS take; 0 is a fault.
      ("-12.5e-1x", [8, 8, 8, 8]), ("+1", [0, 2, 2, 2]), (".5", [0, 2, 2, 2]), ("5.", [0, 2, 2, 1]),
      ("5.x", [0, 2, 2, 1]), ("007", [0, 0, 3, 3]), ("1e", [0, 0, 1, 1]), ("1e+x", [0, 0, 1, 1]),
      ("2.em", [0, 0, 2, 1]), (".", [0, 0, 0, 0]), ("-", [0, 0, 0, 0]), ("-.e1", [0, 0, 0, 0]), ("", [0, 0, 0, 0]),
    ])
  func grammars(text: String, lengths: [Int]) {
    for (grammar, length) in zip(Self.grammars, lengths) {
      var scanner = ByteScanner(text)
      #expect((try? scanner.number(grammar)) != nil || length == 0)
      #expect(scanner.offset == length, "\(grammar)")
    }
  }

  @Test(
    "Numbers are rounded correctly, however many digits they have",
    arguments: [
      "0.1", "9007199254740993", "9007199254740992.99999999999999999999", "123456789012345678901234567890", "1e23",
      "8.5e-22", "2.2250738585072011e-308", "4.9e-324", "1e-99999999999999999999", "0e99999", "-0.0",
      "1.7976931348623157e308", "0.000000000000000000000000000000000000000000000001",
    ])
  func rounding(text: String) throws {
    var scanner = ByteScanner(text)
    let expected = try #require(Double(text))
    #expect(try scanner.number(.json).bitPattern == expected.bitPattern)
    #expect(scanner.isAtEnd)
  }

  @Test("A numeral is moved by powers of ten without a second rounding")
  func powersOfTen() throws {
    var scanner = ByteScanner("12.3")
    let numeral = try scanner.numeral(.css)
    #expect(scanner.value(of: numeral, timesTenToThe: -2) == 0.123)
    #expect(scanner.value(of: numeral, timesTenToThe: 400) == .infinity)
  }

  @Test("Faults name the byte that is wrong")
  func faults() {
    func fault(_ text: String) -> NumberFault? {
      var scanner = ByteScanner(text)
      do throws(NumberFault) {
        _ = try scanner.number(.json)
        return nil
      } catch { return error }
    }
    let wrong: [(String, Int, NumberFault.Problem)] = [
      ("x", 0, .missing), ("-x", 1, .missingDigit), ("-01", 2, .leadingZero), ("1.e5", 2, .missingDigit),
      ("1e999", 0, .tooLarge),
    ]
    for (text, offset, problem) in wrong {
      #expect(fault(text)?.offset == offset && fault(text)?.problem == problem, "\(text)")
    }
  }
}
