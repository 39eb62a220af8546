import StageKit
import Testing

@testable import Text

/// The em is 2048 units in DejaVu Sans, so that at this size a unit is a point.
let unitSize = 2048.0

func style(_ family: String = "DejaVu Sans", size: Double = unitSize) -> TextStyle {
  TextStyle(families: [family], size: size)
}

func width(_ text: String, _ style: TextStyle = style()) throws -> Double {
  try #require(try TextEngine().layout(TextRequest(text, style: style)).lines.first).width
}

@Suite struct TextEngineTests {
  @Test("Advances are the font's own", arguments: [("A", 1401.0), ("H", 1540), ("n", 1298), (" ", 651), ("א", 1369)])
  func advances(text: String, units: Double) throws {
    #expect(try width(text) == units)
    #expect(abs(try width(text, style(size: 20)) - units * 20 / 2048) < 1e-9)
  }

  @Test("Kerning draws A and V together")
  func kerning() throws {
    #expect(try width("AV") < 1401 + 1401)
    #expect(try width("HH") == 3080)
  }

  @Test("Letter spacing is added after every character")
  func letterSpacing() throws {
    var spaced = style()
    spaced.letterSpacing = 100
    #expect(try width("Hana", spaced) == (try width("Hana")) + 400)
    let mixed: Double = 1540 * 2 + 1369 + 300
    #expect(try width("HאH", spaced) == mixed)
    // A letter and its accent are one character.
    #expect(try width("n\u{0303}", spaced) == (try width("n\u{0303}")) + 100)
    spaced.letterSpacing = .nan
    #expect(try width("Hana", spaced) == (try width("Hana")))
  }

  @Test("Letter spacing keeps ligatures apart, and cursive letters together")
  func letterSpacingInLigatures() throws {
    var spaced = style()
    spaced.letterSpacing = 1
    let letters: Double = 721 * 2 + 569 + 3
    #expect(try width("ffi", spaced) == letters)
    #expect(try width("سلام", spaced) == (try width("سلام")))
  }

  @Test("An outline stands on its baseline, below the top of the box")
  func outlineStandsOnBaseline() throws {
    let layout = try TextEngine().layout(TextRequest("H", style: style()))
    let line = try #require(layout.lines.first)
    let bounds = try #require(line.outline.controlBounds)
    // From the font's horizontal header: 1901 above the baseline, 483 below; a capital is 1493 high.
    #expect(line.baseline == 1901)
    #expect(layout.size == Size(1540, 1901 + 483))
    #expect(bounds.maxY == 1901)
    #expect(bounds.minY == 1901 - 1493)
    #expect(bounds.minX > 0 && bounds.maxX < 1540)
  }

  @Test("A newline ends a line, and lines follow at the line height")
  func newlines() throws {
    var request = TextRequest("H\nHH\r\n\nH", style: style())
    var layout = try TextEngine().layout(request)
    #expect(layout.lines.map(\.width) == [1540, 3080, 0, 1540])
    #expect(layout.lines.map(\.baseline) == (0..<4).map { (line: Int) -> Double in 1901 + 2384 * Double(line) })
    #expect(layout.size == Size(3080, 2384 * 4))
    request.style.lineHeight = 1.5
    layout = try TextEngine().layout(request)
    let first = (3072.0 - 2384) / 2 + 1901
    #expect(layout.lines.map(\.baseline) == (0..<4).map { (line: Int) -> Double in first + 3072 * Double(line) })
    #expect(layout.size.height == 3072 * 4)
  }

  @Test("Lines stand at the start, in the middle or at the end of the box")
  func alignment() throws {
    func lefts(_ alignment: TextAlignment, _ text: String, _ width: Double? = nil) throws -> [Double] {
      let request = TextRequest(text, style: style(), alignment: alignment, maximumWidth: width)
      return try TextEngine().layout(request).lines.map(\.x)
    }
    #expect(try lefts(.start, "HH\nH") == [0, 0])
    #expect(try lefts(.center, "HH\nH") == [0, 770])
    #expect(try lefts(.end, "HH\nH", 4000) == [920, 2460])
    // The start of Hebrew is on the right.
    #expect(try lefts(.start, "א", 2000) == [631])
    #expect(try lefts(.end, "א", 2000) == [0])
    // Sides are sides for both.
    #expect(try lefts(.left, "H\nא", 2000) == [0, 0])
    #expect(try lefts(.right, "H\nא", 2000) == [460, 631])
  }

  @Test("The outline moves with its line")
  func outlineMovesWithLine() throws {
    let start = try TextEngine().layout(TextRequest("H", style: style(), maximumWidth: 5540))
    let end = try TextEngine().layout(TextRequest("H", style: style(), alignment: .end, maximumWidth: 5540))
    #expect(end.outline == start.outline.transformed(by: .translation(4000, 0)))
  }

  @Test("Empty text is one empty line")
  func emptyText() throws {
    let layout = try TextEngine().layout(TextRequest("", style: style()))
    #expect(layout.lines.count == 1)
    #expect(layout.outline.isEmpty)
    #expect(layout.size == Size(0, 2384))
  }

  @Test("A request gives the same layout every time, from any engine and any thread")
  func sameEveryTime() async throws {
    let request = TextRequest("Same שלום 漢 \u{1F600} job,\nsame bytes", style: style(size: 17), maximumWidth: 60)
    let engine = TextEngine()
    let expected = try TextEngine().layout(request)
    try await withThrowingTaskGroup(of: TextLayout.self) { group in
      for _ in 0..<8 { group.addTask { try engine.layout(request) } }
      for try await layout in group { #expect(layout == expected) }
    }
  }

  @Test("A text of more than 20,000 characters is refused")
  func longText() throws {
    let engine = TextEngine()
    let marks = "a" + String(repeating: "\u{301}", count: 20_000)
    #expect(throws: StageError.self) { try engine.layout(TextRequest(marks, style: style(size: 12))) }
    #expect(throws: Never.self) {
      try engine.layout(TextRequest(String(marks.unicodeScalars.prefix(2000)), style: style(size: 12)))
    }
  }

  @Test("Odd figures are refused or left out, and never trap")
  func oddFigures() throws {
    let odd = [Double.nan, .infinity, -.infinity, -1, 0, 1e308, 0x1p-1074]
    let engine = TextEngine()
    for value in odd {
      var request = TextRequest("Two words", style: style(size: 12))
      request.maximumWidth = value
      request.style.lineHeight = value
      request.style.letterSpacing = value
      let layout = try engine.layout(request)
      #expect(!layout.lines.isEmpty)
      request.style = style(size: value)
      if !(value > 0 && value <= 1e6) {
        #expect(throws: StageError.self) { try engine.layout(request) }
      } else {
        #expect(throws: Never.self) { try engine.layout(request) }
      }
    }
    var request = TextRequest("\u{0}\t\u{7F}\u{202E}\u{FFFD}\u{2028}\u{AD}", style: style(size: 12), maximumWidth: 1)
    request.style.weight = .max
    #expect(throws: Never.self) { try engine.layout(request) }
    request.style.weight = .min
    #expect(throws: Never.self) { try engine.layout(request) }
    #expect(throws: StageError.self) {
      try engine.layout(TextRequest(String(repeating: "x", count: 1_000_001), style: style()))
    }
  }
}
