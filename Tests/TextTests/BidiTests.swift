import StageKit
import Testing

@testable import Text

@Suite struct BidiTests {
  /// Levels as digits. Latin capitals stand for Hebrew letters, as in the examples of UAX #9.
  private func levels(_ text: String, isRightToLeft: Bool? = nil) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(0x05D0 + scalar.value - 0x41) ?? scalar : scalar
    }
    return Bidi(scalars, isRightToLeft: isRightToLeft).levels.map(String.init).joined()
  }

  @Test(
    "Levels follow the Unicode bidirectional algorithm",
    arguments: [
      ("car means CAR.", "00000000001110"),
      ("CAR means car.", "11112222222221"),
      ("ABC 123", "1111222"),
      ("abc ABC 12.5 DEF", "0000111122221111"),
      ("ABC -12% d", "1111122212"),
      ("ABC (def)", "111112221"),
      ("abc (DEF) g", "00000111000"),
      ("A(b)C", "11211"),
      ("12 abc", "000000"),
      ("...", "000"),
    ])
  func levels(text: String, expected: String) { #expect(levels(text) == expected, "\(text)") }

  @Test("A base direction may be given")
  func givenBase() {
    #expect(levels("abc", isRightToLeft: true) == "222")
    #expect(levels("ABC!", isRightToLeft: false) == "1110")
    #expect(levels("abc!", isRightToLeft: true) == "2221")
  }

  @Test("European digits after Arabic letters are Arabic numbers")
  func arabicNumbers() {
    let scalars = Array("س 1+2".unicodeScalars)
    #expect(Bidi(scalars, isRightToLeft: nil).levels == [1, 1, 2, 1, 2])
  }

  @Test("Runs are reversed from the highest level down")
  func visualOrder() {
    #expect(Bidi.visualOrder(of: [0, 1, 0]) == [0, 1, 2])
    #expect(Bidi.visualOrder(of: [1, 2, 1]) == [2, 1, 0])
    #expect(Bidi.visualOrder(of: [0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4])
    #expect(Bidi.visualOrder(of: [1, 2, 2, 1]) == [3, 1, 2, 0])
    #expect(Bidi.visualOrder(of: []) == [])
  }

  private func outline(_ text: String, _ direction: TextDirection = .automatic) throws -> Path {
    try TextEngine().layout(TextRequest(text, style: style(), direction: direction)).outline
  }

  /// One outline after another, the second shifted to the right.
  private func joined(_ a: String, _ b: String) throws -> Path {
    let shift = try width(a)
    return Path { builder in
      if let first = try? outline(a) { builder.append(first) }
      if let second = try? outline(b) { builder.append(second.transformed(by: .translation(shift, 0))) }
    }
  }

  @Test("Hebrew reads from the right")
  func hebrewReadsFromTheRight() throws {
    #expect(try outline("אב") == joined("ב", "א"))
    #expect(try outline("HI") == joined("H", "I"))
    #expect(try outline("אH") == joined("H", "א"))
    #expect(try outline("אH", .leftToRight) == joined("א", "H"))
    #expect(try outline("Hא", .rightToLeft) == joined("א", "H"))
  }

  @Test("Brackets are mirrored in text that reads from the right")
  func bracketsAreMirrored() throws {
    #expect(try outline("א(") == joined(")", "א"))
  }

  @Test("Arabic letters join")
  func arabicLettersJoin() throws {
    // Apart, by zero-width non-joiners, each letter has its wider final form.
    let apart = "ب\u{200C}ب\u{200C}ب"
    #expect(try width("ببب") < (try width(apart)))
    #expect(try width(apart) == 3 * (try width("ب")))
    // Lam and alef make one glyph, narrower than both.
    #expect(try width("لا") < (try width("ل\u{200C}ا")))
  }
}
