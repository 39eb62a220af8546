import StageKit
import Testing

@testable import Text

@Suite struct BidiTests {
  /// Levels as digits. Latin capitals stand for Hebrew letters, as in the examples of UAX #9.
  private func levels(_ text: String, _ direction: TextDirection = .automatic) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(0x05D0 + scalar.value - 0x41) ?? scalar : scalar
    }
    let paragraph = BidiParagraph(scalars, direction: direction)
    return paragraph.line(0..<scalars.count).levels.map(String.init).joined()
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
    #expect(levels("abc", .rightToLeft) == "222")
    #expect(levels("ABC!", .leftToRight) == "1110")
    #expect(levels("abc!", .rightToLeft) == "2221")
  }

  @Test("European digits after Arabic letters are Arabic numbers")
  func arabicNumbers() {
    let scalars = Array("س 1+2".unicodeScalars)
    #expect(BidiParagraph(scalars, direction: .automatic).line(0..<5).levels == [1, 1, 2, 1, 2])
  }

  @Test("Each line is ordered by itself, with the base direction for the space at its end")
  func lines() {
    // Hebrew, a space, Hebrew: broken after the space, it stands on the right of the first line.
    let paragraph = BidiParagraph(Array("a אב גד".unicodeScalars), direction: .automatic)
    #expect(paragraph.line(0..<7).visualOrder == [0, 1, 6, 5, 4, 3, 2])
    #expect(paragraph.line(0..<5).visualOrder == [0, 1, 3, 2, 4])
    #expect(paragraph.line(5..<7).visualOrder == [1, 0])
    #expect(paragraph.line(2..<2).visualOrder == [])
  }

  @Test(
    "Each line knows its paragraph's direction",
    arguments: [
      ("abc", [false]), ("שלום", [true]), ("7 س", [true]), ("12", [false]), ("", [false]),
      ("a\nא\nb א", [false, true, false]),
      // The first strong character outside of isolates decides.
      ("\u{2068}אבג\u{2069}: 5 items", [false]), ("\u{2067}abc\u{2069} א", [true]),
      // A script that is in no block near Hebrew and Arabic.
      ("\u{1E922}", [true]),
    ])
  func direction(text: String, isRightToLeft: [Bool]) throws {
    let layout = try TextEngine().layout(TextRequest(text, style: style()))
    #expect(layout.lines.map(\.isRightToLeft) == isRightToLeft)
  }

  @Test(
    "Where the language is written from the right, text with one of its letters or without letters reads from the right",
    arguments: [
      ("ar", "iPhone متاح", true), ("he", "50 %", true), ("fa", "Hello!", false), ("en", "iPhone متاح", false),
      ("en", "50 %", false), ("az-Arab", "", true), ("az", "", false),
    ])
  func directionOfLanguages(language: String, text: String, isRightToLeft: Bool) throws {
    var style = style()
    style.language = language
    let request = TextRequest(text, style: style)
    #expect(try TextEngine().layout(request).lines.map(\.isRightToLeft) == [isRightToLeft])
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

  @Test("An isolate keeps its own order and leaves that of the text around it")
  func isolates() throws {
    // The name is first, and the colon and the number follow on its right.
    #expect(try outline("\u{2068}אב\u{2069}: 5 H") == joined("אב", ": 5 H"))
    #expect(try outline("H \u{2067}1 א\u{2069} I") == joined("H א", " 1 I"))
  }

  @Test("An override orders letters against their own direction")
  func overrides() throws { #expect(try outline("\u{202E}HI\u{202C}") == joined("I", "H")) }

  @Test("A tatweel joins the letters on its sides, and a half belongs to its line")
  func neutrals() throws {
    let stretched = "مـــرحبا"
    #expect(try TextEngine().layout(TextRequest(stretched, style: style())).lines.map(\.isRightToLeft) == [true])
    // Three tatweels, each of them 595 units wide, lie between two joined letters.
    #expect(try width(stretched) == (try width("مرحبا")) + 3 * (try width("ـ")))
    #expect(levels("س ½ س") == "11111")
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
