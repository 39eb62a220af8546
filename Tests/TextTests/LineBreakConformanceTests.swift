import Testing

@testable import Text

@Suite("Conformance to the Unicode line breaking algorithm", UnicodeData.isNeeded)
struct LineBreakConformanceTests {
  /// ICU's rules differ from the file's on purpose.
  private enum Difference: Hashable {
    /// A hyphen at the start of a word stays with the letter after it: "-option".
    case hyphenBeforeWord

    /// A period or a comma stays with the digit after it (LB25, which the file tailors): ".35".
    case pointBeforeDigit

    /// A line may begin with such a point after a space (LB14a).
    case pointBeginsNumber

    /// Nil where the breaks differ for another reason.
    init?(_ found: [Bool], _ expected: [Bool], of scalars: [Unicode.Scalar]) {
      let differing = scalars.indices.filter { found[$0] != expected[$0] }
      let isMissing = differing.map { expected[$0] }
      guard let index = differing.last, let before = scalars[..<index].last(where: { $0 != "\u{308}" }) else {
        return nil
      }
      let isNumber = scalars[index].properties.numericType == .decimal
      switch (before, isMissing) {
      case ("-", [true]) where index <= 2: self = .hyphenBeforeWord
      case (".", [true]) where isNumber, (",", [true]) where isNumber: self = .pointBeforeDigit
      case (".", [false, true]) where isNumber && scalars[index - 2] == " ": self = .pointBeginsNumber
      default: return nil
      }
    }
  }

  @Test(
    "Lines may break where LineBreakTest.txt says, but for three rules of ICU",
    .enabled(
      if: UnicodeData.version(of: "auxiliary/LineBreakTest.txt") == BreakFinder.unicodeVersion,
      "The installed data are of another version of Unicode than ICU's rules"))
  func breaks() throws {
    let breaker = try BreakFinder()
    var count = 0
    var differences: [Difference: Int] = [:]
    var failures: [String] = []
    for line in try UnicodeData.lines(of: "auxiliary/LineBreakTest.txt") {
      // × 0023 ÷ 2014 ÷	# comment
      let words = line.prefix { $0 != UInt8(ascii: "#") }.words.map(\.text)
      let scalars = stride(from: 1, to: words.count, by: 2).compactMap {
        UInt32(words[$0], radix: 16).flatMap(Unicode.Scalar.init)
      }
      let expected = stride(from: 0, to: words.count - 1, by: 2).map { words[$0] == "÷" }
      try #require(scalars.count == expected.count)
      count += 1
      let found = breaker.opportunities(scalars)
      if found == expected { continue }
      if let difference = Difference(found, expected, of: scalars) {
        differences[difference, default: 0] += 1
      } else {
        failures.append(line.text)
      }
    }
    #expect(failures.isEmpty, "\(failures.count) of \(count), such as \(failures.prefix(5))")
    #expect(differences == [.hyphenBeforeWord: 8, .pointBeforeDigit: 13, .pointBeginsNumber: 1])
    #expect(count >= 7_654)
  }
}
