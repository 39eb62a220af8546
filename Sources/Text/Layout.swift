import CText
import StageKit

/// Sets one request.
struct Layout {
  private let request: TextRequest
  private let list: FontList
  private let shaper: Shaper
  private let maximumWidth: Double?

  init(_ request: TextRequest, fonts: FontList) {
    self.request = request
    list = fonts
    let spacing = request.style.letterSpacing
    shaper = Shaper(size: request.style.size, letterSpacing: spacing.isFinite ? spacing : 0)
    maximumWidth = request.maximumWidth.flatMap { $0.isFinite ? max($0, 0) : nil }
  }

  /// A line before it has its place.
  private struct SetLine {
    var runs: [ShapedRun]
    var width: Double
    var isRightToLeft: Bool
  }

  func result() -> TextLayout {
    var lines: [SetLine] = []
    var missing: [String] = []
    var known = Set<String>()
    var families: [String] = []
    for text in paragraphs() {
      let paragraph = Paragraph(text, direction: request.direction, list: list)
      lines += setLines(of: paragraph)
      for character in paragraph.missing where known.insert(character).inserted { missing.append(character) }
      for font in paragraph.fonts where !families.contains(font.family) { families.append(font.family) }
    }
    let width = maximumWidth ?? lines.reduce(0) { max($0, $1.width) }
    var top = 0.0
    var placed: [TextLayout.Line] = []
    for line in lines {
      let (height, baseline) = metrics(of: line)
      let x = left(of: line, in: width)
      placed.append(
        TextLayout.Line(
          outline: outline(of: line, from: Point(x, top + baseline)), baseline: top + baseline, x: x, width: line.width)
      )
      top += height
    }
    return TextLayout(
      lines: placed, size: Size(width, top), missing: missing, fonts: families, substitutions: list.substitutions)
  }

  /// The text between newlines of any kind.
  private func paragraphs() -> [Substring] {
    request.text.split(omittingEmptySubsequences: false) { $0.isNewline }
  }

  // MARK: Lines

  private func setLines(of paragraph: Paragraph) -> [SetLine] {
    let count = paragraph.scalars.count
    guard let maximumWidth else { return [line(0..<count, of: paragraph)] }
    var ends = [Double](repeating: 0, count: count + 1)
    for run in shaper.runs(0..<count, of: paragraph) {
      for glyph in run.glyphs { ends[glyph.cluster + 1] += glyph.advance }
    }
    for index in 0..<count { ends[index + 1] += ends[index] }
    var result: [SetLine] = []
    var start = 0
    repeat {
      var end = fittingEnd(from: start, in: paragraph, ends: ends, maximumWidth)
      var next = line(start..<end, of: paragraph)
      // Kerning and joining may differ at the new ends.
      while next.width > maximumWidth + 1e-9, let earlier = earlierEnd(than: end, from: start, in: paragraph) {
        end = earlier
        next = line(start..<end, of: paragraph)
      }
      result.append(next)
      start = end
    } while start < count
    return result
  }

  /// The farthest end of a line that fits by the paragraph's own advances: an opportunity, else any character's end.
  private func fittingEnd(
    from start: Int, in paragraph: Paragraph, ends: [Double], _ maximumWidth: Double
  ) -> Int {
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

  private func earlierEnd(than end: Int, from start: Int, in paragraph: Paragraph) -> Int? {
    let inner = ((start + 1)..<max(end, start + 1)).reversed()
    return inner.first { paragraph.mayBreakBefore[$0] } ?? inner.first { paragraph.isCharacterStart[$0] }
  }

  private func line(_ range: Range<Int>, of paragraph: Paragraph) -> SetLine {
    let shown = maximumWidth == nil ? range : range.lowerBound..<paragraph.visibleEnd(of: range)
    let isBroken = range.upperBound < paragraph.scalars.count
    let endsWithHyphen = isBroken && !shown.isEmpty && paragraph.scalars[shown.upperBound - 1].value == 0xAD
    let runs = shaper.runs(shown, of: paragraph, endsWithHyphen: endsWithHyphen)
    let order = Bidi.visualOrder(of: runs.map(\.level))
    return SetLine(
      runs: order.map { runs[$0] }, width: runs.reduce(0) { $0 + $1.width }, isRightToLeft: paragraph.bidi.base == 1)
  }

  // MARK: Places

  /// A line's height, and its baseline from its top.
  private func metrics(of line: SetLine) -> (height: Double, baseline: Double) {
    let size = request.style.size
    if let lineHeight = request.style.lineHeight, lineHeight.isFinite {
      let height = max(lineHeight, 0)
      return (height * size, ((height - list.primary.ascent - list.primary.descent) / 2 + list.primary.ascent) * size)
    }
    let fonts = [list.primary] + line.runs.map(\.font)
    let ascent = fonts.reduce(0) { max($0, $1.ascent) }
    let descent = fonts.reduce(0) { max($0, $1.descent) }
    let gap = fonts.reduce(0) { max($0, $1.lineGap) }
    return ((ascent + descent + gap) * size, (ascent + gap / 2) * size)
  }

  private func left(of line: SetLine, in width: Double) -> Double {
    switch (request.alignment, line.isRightToLeft) {
    case (.center, _): (width - line.width) / 2
    case (.start, false), (.end, true): 0
    case (.start, true), (.end, false): width - line.width
    }
  }

  private func outline(of line: SetLine, from origin: Point) -> Path {
    Path { builder in
      var pen = origin.x
      for run in line.runs {
        let scale = request.style.size / run.font.unitsPerEm
        for glyph in run.glyphs {
          let x = pen + glyph.offset.x
          let y = origin.y - glyph.offset.y
          let place = { (p: Point) in Point(x + (p.x + run.font.slant * p.y) * scale, y - p.y * scale) }
          for element in run.font.outline(of: glyph.number) { builder.append(element.mapped(place)) }
          pen += glyph.advance
        }
      }
    }
  }
}

extension Path.Element {
  fileprivate func mapped(_ place: (Point) -> Point) -> Path.Element {
    switch self {
    case .move(let p): .move(place(p))
    case .line(let p): .line(place(p))
    case .quad(let c, let p): .quad(place(c), place(p))
    case .cubic(let a, let b, let p): .cubic(place(a), place(b), place(p))
    case .close: .close
    }
  }
}
