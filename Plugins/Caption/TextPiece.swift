import StageKit

/// Letters that are drawn as one: of one color, and on one place on a path.
struct TextPiece {
  var outline: Path
  var colorGlyphs: DisplayList
  /// The span of the text that they belong to; nil outside of all.
  let span: Int?
  /// The middle of their room in straight lines.
  let center: Double
  /// The left edge of their line.
  let lineX: Double
  let lineWidth: Double
  let isRightToLeft: Bool
  /// Its place among the letters of its line, from the left, and how many there are, spaces too.
  let index: Int
  let lineCount: Int

  /// The pieces of a line: all of it, or one for each run of letters with one span, or one for each letter if letters
  /// are set apart.
  static func pieces(of line: TextLayout.Line, _ clusters: [TextLayout.Cluster], separatingGlyphs: Bool) -> [TextPiece]
  {
    let places = separatingGlyphs ? line.clusters.map(\.x).sorted() : []
    let clusters = clusters.filter { !$0.isEmpty }
    guard separatingGlyphs || clusters.contains(where: { $0.span != nil }) else {
      return [
        TextPiece(
          line, outline: line.outline, colorGlyphs: line.colorGlyphs, span: nil, x: line.x, width: line.width, index: 0)
      ]
    }
    var pieces: [TextPiece] = []
    for cluster in clusters {
      if !separatingGlyphs, let place = pieces.firstIndex(where: { $0.span == cluster.span }) {
        pieces[place].outline = pieces[place].outline.adding(cluster.outline)
        pieces[place].colorGlyphs.append(cluster.colorGlyphs)
      } else {
        pieces.append(
          TextPiece(
            line, outline: cluster.outline, colorGlyphs: cluster.colorGlyphs, span: cluster.span, x: cluster.x,
            width: cluster.width,
            index: places.firstIndex { $0 >= cluster.x } ?? 0))
      }
    }
    return pieces
  }

  /// The distance to the right by which it moves where room is added between letters.
  func shift(by tracking: Double, alignment: TextAlignment) -> Double {
    let share = alignment.share(isRightToLeft: isRightToLeft)
    return tracking * (Double(index) - Double(max(lineCount - 1, 0)) * share)
  }

  /// All lines, whose outlines are one.
  init(all lines: [TextLayout.Line], outline: Path) {
    self.outline = outline
    colorGlyphs = DisplayList { list in for line in lines { list.append(line.colorGlyphs) } }
    (span, center, lineX, lineWidth, isRightToLeft) = (nil, 0, 0, 0, false)
    (index, lineCount) = (0, 1)
  }

  private init(
    _ line: TextLayout.Line, outline: Path, colorGlyphs: DisplayList, span: Int?, x: Double, width: Double,
    index: Int
  ) {
    (self.index, lineCount) = (index, line.clusters.count)
    (self.outline, self.colorGlyphs, self.span) = (outline, colorGlyphs, span)
    (center, lineX, lineWidth, isRightToLeft) = (x + width / 2, line.x, line.width, line.isRightToLeft)
  }
}

extension Path {
  /// Both as one.
  func adding(_ other: Path) -> Path {
    Path { builder in
      builder.append(self)
      builder.append(other)
    }
  }
}
