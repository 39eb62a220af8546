import StageKit
import Testing

@testable import Text

@Suite struct LineBreakTests {
  private func widths(_ text: String, _ maximumWidth: Double) throws -> [Double] {
    let layout = try TextEngine().layout(TextRequest(text, style: style(), maximumWidth: maximumWidth))
    #expect(layout.size.width == maximumWidth)
    return layout.lines.map(\.width)
  }

  private func expect(_ text: String, within maximumWidth: Double, breaksTo lines: [String]) throws {
    #expect(try widths(text, maximumWidth) == lines.map { try width($0) }, "\(text)")
  }

  @Test("Lines break at spaces, which hang uncounted")
  func spaces() throws {
    try expect("HHH HH H", within: 6000, breaksTo: ["HHH", "HH H"])
    try expect("HHH    HH", within: 4620, breaksTo: ["HHH", "HH"])
    try expect("HHH   ", within: 4620, breaksTo: ["HHH"])
    try expect("HH HH", within: 6811, breaksTo: ["HH HH"])
    try expect("HH HH", within: 6810.9, breaksTo: ["HH", "HH"])
  }

  @Test("A word wider than the line breaks between characters")
  func longWords() throws {
    try expect("HHHHH", within: 3100, breaksTo: ["HH", "HH", "H"])
    try expect("H HHHHH", within: 3100, breaksTo: ["H", "HH", "HH", "H"])
    try expect("nnn", within: 10, breaksTo: ["n", "n", "n"])
    // Never between a letter and its accent.
    try expect("n\u{0303}n\u{0303}", within: 0, breaksTo: ["n\u{0303}", "n\u{0303}"])
  }

  @Test("No line of more than a character is wider than it may be")
  func neverOverflows() throws {
    let text = "AVAVAV Waltz To. P.A. VAVAVAVA, fi ffi AWAY—TAVERN rough-and-ready שלום עולם سلام عليكم"
    for maximumWidth in stride(from: 2600.0, through: 12000, by: 731) {
      let layout = try TextEngine().layout(TextRequest(text, style: style(), maximumWidth: maximumWidth))
      for line in layout.lines { #expect(line.width <= maximumWidth + 1e-6) }
    }
  }

  @Test("Newlines break where lines do")
  func newlines() throws {
    try expect("HH\nH HH", within: 3100, breaksTo: ["HH", "H", "HH"])
  }

  @Test("A soft hyphen shows only where a line breaks")
  func softHyphens() throws {
    try expect("nn\u{AD}nn", within: 3400, breaksTo: ["nn-", "nn"])
    try expect("nn\u{AD}nn", within: 6000, breaksTo: ["nnnn"])
    // Without room for the hyphen the word breaks as any other that is too long.
    try expect("nn\u{AD}nn", within: 2700, breaksTo: ["nn", "nn"])
  }

  @Test("Balanced lines are as narrow as their number allows, within the same box")
  func balance() throws {
    func balanced(_ text: String, _ maximumWidth: Double, _ alignment: TextAlignment = .start) throws -> TextLayout {
      let request = TextRequest(
        text, style: style(), alignment: alignment, maximumWidth: maximumWidth, balancesLines: true)
      return try TextEngine().layout(request)
    }
    try expect("HH HH HH H", within: 11000, breaksTo: ["HH HH HH", "H"])
    #expect(try balanced("HH HH HH H", 11000).lines.map(\.width) == ["HH HH", "HH H"].map { try width($0) })
    #expect(try balanced("HH HH HH H", 11000).size.width == 11000)
    #expect(try balanced("HH HH HH H", 11000, .end).lines.map(\.x) == [11000 - 6811, 11000 - 5271])
    // No word breaks for it.
    #expect(try balanced("H HHHHHHH", 11000).lines.map(\.width) == [1540, 10780])
    // Each paragraph stands at its own start.
    #expect(try balanced("H\nא", 11000).lines.map(\.x) == [0, 11000 - 1369])
  }

  @Test("Thai breaks between words, and French marks stay with theirs")
  func languages() throws {
    #expect(try pieces("กำลังค้นหาเส้นทาง") == ["กำลัง", "ค้นหา", "เส้น", "ทาง"])
    #expect(try pieces("dix-huit minutes !") == ["dix-", "huit ", "minutes !"])
  }

  @Test("Japanese lines may begin with small kana, as those of other languages may not")
  func japanese() throws {
    #expect(try pieces("キャッシュ", language: "ja") == ["キ", "ャ", "ッ", "シ", "ュ"])
    #expect(try pieces("キャッシュ", language: "en") == ["キャッ", "シュ"])
    #expect(try pieces("one two", language: "x-none") == ["one ", "two"])
  }

  private func pieces(_ text: String, language: String = "") throws -> [String] {
    let scalars = Array(text.unicodeScalars)
    let breaks = try BreakFinder(language: language).opportunities(scalars)
    return scalars.indices.reduce(into: [""]) { result, index in
      if breaks[index] { result.append("") }
      result[result.count - 1].unicodeScalars.append(scalars[index])
    }
  }

  @Test(
    "Opportunities lie after spaces, hyphens and dashes and around ideographs",
    arguments: [
      (["one ", "two"]), (["well-", "known"]), (["−5 ", "to ", "-5"]), (["1–", "2"]), (["yes", "—", "no"]),
      (["and/", "or"]), (["no\u{A0}break"]), (["zero\u{200B}", "width"]), (["(a ", "b)"]), (["$5, ", "100%!"]),
      (["漢", "字", "と", "か", "な。"]), (["「引", "用」、"]), (["日", "本", "ABC", "語"]),
      (["キャッ", "シュー"]), (["한", "국", "어"]), (["ab\u{2060}cd"]), (["😀", "😀"]),
    ])
  func opportunities(expected: [String]) throws {
    #expect(try pieces(expected.joined()) == expected)
  }
}
