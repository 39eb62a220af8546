import StageKit

/// Cuts a line and ends it with an ellipsis.
struct LineCutter {
  let request: TextRequest
  let paragraphs: [Paragraph]
  let fonts: [FontFallback]
  let breakFinder: BreakFinder
  let text: SizedText

  /// A line that was cut, and the last words of it that are there.
  struct Cut {
    let line: ShapedLine
    let lastWords: String
  }

  /// The longest part of a line's paragraph from the line's start on that fits with an ellipsis: up to a word's end, or
  /// to any character's where less than half of the line would be left.
  func cut(_ line: SizedText.Line, within maximumWidth: Double?) -> Cut {
    let paragraph = paragraphs[line.paragraph]
    let start = line.part.range.lowerBound
    guard let maximumWidth else { return cut(paragraph, start..<line.part.range.upperBound) }
    let room = maximumWidth - cut(paragraph, start..<start).line.width
    var end = text.fitters[line.paragraph].characterEnd(from: start, within: room)
    var result = cut(paragraph, start..<end)
    // Kerning and joining may differ at the new end.
    while end > start, result.line.width > maximumWidth + 1e-9 {
      end = (start..<end).last { paragraph.isCharacterEnd($0) } ?? start
      result = cut(paragraph, start..<end)
    }
    while end < paragraph.scalars.count, Self.isLeftOut(paragraph.scalars[end]) { end += 1 }
    guard end < paragraph.scalars.count, !paragraph.mayBreakBefore[end],
      let wordEnd = ((start + 1)..<max(end, start + 1)).last(where: { paragraph.mayBreakBefore[$0] })
    else { return result }
    let whole = cut(paragraph, start..<wordEnd)
    return whole.line.width >= maximumWidth / 2 ? whole : result
  }

  /// Part of a paragraph without the spaces and marks at its end, with an ellipsis.
  private func cut(_ paragraph: Paragraph, _ range: Range<Int>) -> Cut {
    var end = range.upperBound
    while end > range.lowerBound, Self.isLeftOut(paragraph.scalars[end - 1]) { end -= 1 }
    var request = request
    // The ellipsis is at the end in the paragraph's own direction.
    request.direction = paragraph.bidi.isRightToLeft ? .rightToLeft : .leftToRight
    // The text before the line may embed it in another direction.
    let shortened = Paragraph(
      paragraph.text(0..<end)[...] + "…", from: paragraph.start, of: request, fonts: fonts, breakFinder: breakFinder)
    let shown = paragraph.text(range.lowerBound..<end)
    return Cut(
      line: text.shaper.line(range.lowerBound..<shortened.scalars.count, of: shortened),
      lastWords: String(shown.suffix(24)))
  }

  /// True if a space or a mark that separates parts of a sentence would be odd before an ellipsis.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isBreakingSpace || !scalar.isDrawn || ",;:.-–—،؛、，。：；".unicodeScalars.contains(scalar)
  }
}
