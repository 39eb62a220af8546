import CText
import StageKit

extension LayoutBuilder {
  /// The letters of a line, in reading order.
  func clusters(of line: ShapedLine, from origin: Point, _ marks: [Rect]) -> [TextLayout.Cluster] {
    guard request.separatesClusters else { return [] }
    let paragraph = line.paragraph
    let starts = line.range.map { $0 == line.range.lowerBound || paragraph.isClusterStart($0) }
    var parts: [Int: (glyphs: [(number: hb_codepoint_t, run: ShapedRun, position: Point)], x: Double, end: Double)] =
      [:]
    var pen = origin.x
    for run in line.runs {
      for glyph in run.glyphs {
        var start = glyph.cluster - line.range.lowerBound
        while start > 0, !starts[start] { start -= 1 }
        var part = parts[start] ?? ([], pen, pen)
        part.glyphs.append((glyph.number, run, Point(pen + glyph.offset.x, origin.y - glyph.offset.y)))
        pen += glyph.advance
        (part.x, part.end) = (min(part.x, pen - glyph.advance), max(part.end, pen))
        parts[start] = part
      }
    }
    let places = parts.keys.sorted()
    var word = 0
    var result: [TextLayout.Cluster] = []
    for (place, next) in zip(places, places.dropFirst() + [line.range.count]) {
      let first = line.range.lowerBound + place
      if place > 0, paragraph.mayBreakBefore[first] { word += 1 }
      guard let part = parts[place] else { continue }
      var colors = DisplayList()
      let outline = Path { builder in
        for mark in marks where mark.x < part.end && mark.maxX > part.x {
          let start = max(mark.x, part.x)
          builder.rect(Rect(x: start, y: mark.y, width: min(mark.maxX, part.end) - start, height: mark.height))
        }
        for (number, run, position) in part.glyphs {
          let colored = colorDrawing(of: number, run.font, size: run.size, at: position)
          colors.append(colored)
          if colored.isEmpty { append(number, run.font, size: run.size, at: position, to: &builder) }
        }
      }
      result.append(
        TextLayout.Cluster(
          text: paragraph.text(first..<line.range.lowerBound + next), outline: outline, colorGlyphs: colors,
          x: part.x, width: part.end - part.x, word: word, span: paragraph.span(of: first)))
    }
    return result
  }
}

extension Paragraph {
  /// True if what readers see as one letter begins with a scalar: not within a letter and its marks, and in scripts whose
  /// letters join not within a word, unless a span begins or ends there.
  fileprivate func isClusterStart(_ index: Int) -> Bool {
    guard isCharacterStart[index] else { return false }
    if index == 0 || spans[index] != spans[index - 1] { return true }
    if !scripts[index].isCursive || !scripts[index - 1].isCursive { return true }
    return mayBreakBefore[index] || scalars[index].isBreakingSpace || !scalars[index].properties.isAlphabetic
      || !scalars[index - 1].properties.isAlphabetic && !scalars[index - 1].properties.isDiacritic
  }
}
