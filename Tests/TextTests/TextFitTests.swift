import StageKit
import Testing

@testable import Text

/// At a size of 2048 an H of DejaVu Sans is 1540 wide, a space 651, an ellipsis 2048; a line is 2384 high.
@Suite("Text that fits")
struct TextFitTests {
  private func layout(
    _ text: String, width: Double? = nil, _ fit: TextFit, balances: Bool = false
  ) throws -> TextLayout {
    let request = TextRequest(text, style: style(), maximumWidth: width, balancesLines: balances, fit: fit)
    return try TextEngine().layout(request)
  }

  @Test("Letters shrink to the largest quarter point at which the text fits")
  func shrinking() throws {
    let fit = TextFit(maximumLines: 1, minimumSize: 100)
    // Four letters and a space are 6811 wide.
    let shrunk = try layout("HH HH", width: 5000, fit)
    let quarters: Double = 2048 * 5000 / 6811 * 4
    #expect(shrunk.fontSize == quarters.rounded(.down) / 4)
    #expect(shrunk.lines.count == 1 && shrunk.misfit == nil)
    #expect(try layout("HH HH", width: 6811, fit).fontSize == 2048)
    let two = try layout("HH HH", width: 3080, TextFit(maximumLines: 2, minimumSize: 100))
    #expect(two.fontSize == 2048 && two.lines.count == 2)
  }

  @Test("Letters shrink until the lines are no higher than the box, and until no word breaks")
  func limits() throws {
    let high = try layout("H\nH", TextFit(maximumHeight: 2384, minimumSize: 100))
    #expect(high.fontSize == 1024 && abs(high.size.height - 2384) < 1e-9)
    let word = try layout("HHHH", width: 3080, TextFit(minimumSize: 100))
    #expect(word.fontSize == 1024 && word.lines.count == 1)
  }

  @Test("Letter spacing shrinks with the letters")
  func spacing() throws {
    var style = style()
    style.letterSpacing = 460
    // Each letter takes 2000.
    let request = TextRequest(
      "HHHH", style: style, maximumWidth: 4000, fit: TextFit(maximumLines: 1, minimumSize: 100))
    #expect(try TextEngine().layout(request).fontSize == 1024)
  }

  @Test("At the smallest size text is cut after a word, and the cut reported")
  func cutting() throws {
    let fit = TextFit(maximumLines: 2, minimumSize: 2000, overflow: .ellipsis)
    let cut = try layout("HH HH, HH HH", width: 7000, fit)
    #expect(cut.fontSize == 2000 && cut.lines.count == 2)
    #expect(cut.misfit == "the text needs 3 lines at size 2000, 2 are allowed; it is cut after 'HH'")
    let one = try layout("HH HH, HH HH", width: 9500, TextFit(maximumLines: 1, overflow: .ellipsis))
    #expect(one.lines.map(\.width) == [try width("HH HH…")])
    #expect(one.misfit == "the text needs 2 lines, 1 is allowed; it is cut after 'HH HH'")
    #expect(
      try layout("HH\nHH\nHH", TextFit(maximumHeight: 5000, minimumSize: 2047.9, overflow: .ellipsis)).misfit
        == "the text is 7151.65 points high at size 2047.9, 5000 are allowed; it is cut after 'HH'")
  }

  @Test("A long word is cut between characters, where a word's end would leave less than half of the line")
  func longWord() throws {
    let fit = TextFit(maximumLines: 1, overflow: .ellipsis)
    let cut = try layout("H HHHHHHHHH", width: 9000, fit)
    #expect(cut.lines.map(\.width) == [try width("H HHH…")])
    let marks = try layout("n\u{303}n\u{303}n\u{303}", width: 3400, fit)
    #expect(marks.lines.map(\.width) == [try width("n\u{303}…")])
    #expect(try layout("HH", width: 10, fit).lines.map(\.width) == [2048])
  }

  @Test("The ellipsis of text from the right is on its left")
  func rightToLeft() throws {
    let cut = try layout("אב אב אב אב", width: 7000, TextFit(maximumLines: 1, overflow: .ellipsis))
    let line = try #require(cut.lines.first)
    #expect(line.isRightToLeft && line.x == 7000 - line.width)
    // The dots are low, and nothing else is left of the letters.
    let left = try #require(
      line.outline.elements.compactMap { if case .move(let p) = $0 { p } else { nil } }.min { $0.x < $1.x })
    #expect(left.y > line.baseline - 300)
  }

  @Test("Text that may overflow is drawn, and what does not fit reported")
  func visible() throws {
    let all = try layout("HH HH HH", width: 3080, TextFit(maximumLines: 2))
    #expect(all.lines.count == 3 && all.misfit == "the text needs 3 lines, 2 are allowed")
    #expect(
      try layout("HHHH H", width: 3080, TextFit()).misfit
        == "the word 'HHHH' is 6160 points wide and breaks, 3080 are allowed")
    #expect(try layout("HH HH", width: 3080, TextFit()).misfit == nil)
  }

  @Test("Text that fits is balanced, and the first line is never left out")
  func whole() throws {
    let balanced = try layout("HH HH HH H", width: 11000, TextFit(maximumLines: 2, overflow: .ellipsis), balances: true)
    #expect(try balanced.lines.map(\.width) == ["HH HH", "HH H"].map { try width($0) })
    let high = try layout("H", TextFit(maximumHeight: 10, overflow: .ellipsis))
    #expect(high.lines.map(\.width) == [1540])
    #expect(high.misfit == "the text is 2384 points high, 10 are allowed")
  }
}
