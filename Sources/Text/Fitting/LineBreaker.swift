/// Breaks a paragraph into lines of a width.
struct LineBreaker {
  private let paragraph: Paragraph
  private let shaper: Shaper

  /// The advances up to each scalar, with the paragraph set in one line.
  private let ends: [Double]

  init(_ paragraph: Paragraph, _ shaper: Shaper) {
    self.paragraph = paragraph
    self.shaper = shaper
    let count = paragraph.scalars.count
    var ends = [Double](repeating: 0, count: count + 1)
    for run in shaper.line(0..<count, of: paragraph).runs {
      for glyph in run.glyphs { ends[glyph.cluster + 1] += glyph.advance }
    }
    for index in 0..<count { ends[index + 1] += ends[index] }
    self.ends = ends
  }

  /// The widest stretch without an opportunity to break, and its width.
  var widestWord: (text: String, width: Double) {
    let count = paragraph.scalars.count
    var widest = (range: 0..<0, width: 0.0)
    var start = 0
    for end in 1..<(count + 1) where end == count || paragraph.mayBreakBefore[end] {
      let width = line(start..<end).width
      if width > widest.width { widest = (start..<paragraph.visibleEnd(of: start..<end), width) }
      start = end
    }
    return (paragraph.text(widest.range), widest.width)
  }

  /// The end of the longest part of the paragraph from a scalar on that is no wider, by the paragraph's own advances.
  func characterEnd(from start: Int, within maximumWidth: Double) -> Int {
    var last = start
    for end in (start + 1)..<(paragraph.scalars.count + 1) where paragraph.isCharacterEnd(end) {
      if ends[end] - ends[start] > maximumWidth { break }
      last = end
    }
    return last
  }

  /// A line, and the scalars of the paragraph in it.
  struct Line {
    let range: Range<Int>
    let shaped: ShapedLine
  }

  /// All of the paragraph.
  var line: Line {
    let range = 0..<paragraph.scalars.count
    return Line(range: range, shaped: shaper.line(range, of: paragraph))
  }

  /// The number of scalars of the paragraph.
  var count: Int { paragraph.scalars.count }

  /// At least one line, however narrow; words wider than a line break between characters.
  func lines(within maximumWidth: Double) -> [Line] {
    var result: [Line] = []
    var start = 0
    repeat {
      let next = line(from: start, within: maximumWidth)
      result.append(next)
      start = next.range.upperBound
    } while start < count
    return result
  }

  /// The longest line from a scalar on that is no wider, but for a single character that is.
  func line(from start: Int, within maximumWidth: Double) -> Line {
    var end = fittingEnd(from: start, maximumWidth)
    var next = line(start..<end)
    // Kerning and joining may differ at the new ends.
    while next.width > maximumWidth + 1e-9, let earlier = earlierEnd(than: end, from: start) {
      end = earlier
      next = line(start..<end)
    }
    return Line(range: start..<end, shaped: next)
  }

  /// True if a line ends within a word.
  func breaksWord(_ line: Line) -> Bool {
    line.range.upperBound < count && !paragraph.mayBreakBefore[line.range.upperBound]
  }

  /// The farthest end of a line that fits by the paragraph's own advances: an opportunity, else any character's end.
  private func fittingEnd(from start: Int, _ maximumWidth: Double) -> Int {
    let count = paragraph.scalars.count
    var lastBreak: Int?
    var lastFit: Int?
    var visible = ends[start]
    var index = start
    while index < count {
      let isSpace = paragraph.scalars[index].isBreakingSpace
      index += 1
      while index < count, !paragraph.isCharacterStart[index] { index += 1 }
      if !isSpace { visible = ends[index] }
      if visible - ends[start] > maximumWidth + 1e-9 { return lastBreak ?? lastFit ?? index }
      lastFit = index
      if index == count || paragraph.mayBreakBefore[index] { lastBreak = index }
    }
    return count
  }

  private func earlierEnd(than end: Int, from start: Int) -> Int? {
    let inner = ((start + 1)..<max(end, start + 1)).reversed()
    return inner.first { paragraph.mayBreakBefore[$0] } ?? inner.first { paragraph.isCharacterStart[$0] }
  }

  /// A line without the spaces at its end, and with a soft hyphen there shown.
  private func line(_ range: Range<Int>) -> ShapedLine {
    let visible = range.lowerBound..<paragraph.visibleEnd(of: range)
    let isBroken = range.upperBound < paragraph.scalars.count
    let endsWithHyphen = isBroken && !visible.isEmpty && paragraph.scalars[visible.upperBound - 1].value == 0xAD
    return shaper.line(visible, of: paragraph, endsWithHyphen: endsWithHyphen)
  }
}

extension Unicode.Scalar {
  /// True if it is a space at which a line may end.
  var isBreakingSpace: Bool {
    value == 0x20 || value == 0x3000 || value == 0x1680 || value == 0x205F
      || ((0x2000...0x200A).contains(value) && value != 0x2007)
  }
}
