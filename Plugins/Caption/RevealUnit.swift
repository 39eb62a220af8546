import StageKit

/// A part of a text that moves as one.
struct RevealUnit {
  enum Kind: String, CaseIterable, ParameterChoice { case line, word, letter }

  /// The index of its line.
  let line: Int
  /// The pieces that are drawn.
  let pieces: [TextPiece]
  let x: Double
  let width: Double
  let baseline: Double
  let isRightToLeft: Bool

  /// The units of a text in reading order, without those that show nothing; in pieces of letters that are drawn
  /// `apart`, or that have one color.
  static func all(of lines: [TextLayout.Line], _ kind: Kind, separatingGlyphs: Bool) -> [RevealUnit] {
    lines.enumerated().flatMap { index, line -> [RevealUnit] in
      guard kind != .line, !line.clusters.isEmpty else {
        return [
          RevealUnit(
            line, index, pieces: TextPiece.pieces(of: line, line.clusters, separatingGlyphs: separatingGlyphs),
            x: line.x,
            width: line.width)
        ]
      }
      var words: [[TextLayout.Cluster]] = []
      var word = -1
      for cluster in line.clusters where !cluster.isEmpty {
        if kind == .word, cluster.word == word {
          words[words.count - 1].append(cluster)
        } else {
          words.append([cluster])
        }
        word = cluster.word
      }
      return words.map { letters in
        let x = letters.map(\.x).min() ?? 0
        let end = letters.map { $0.x + $0.width }.max() ?? 0
        // As one outline, not the line's.
        var whole = line
        whole.outline = letters.dropFirst().reduce(letters[0].outline) { $0.adding($1.outline) }
        whole.colorGlyphs = DisplayList { list in for letter in letters { list.append(letter.colorGlyphs) } }
        return RevealUnit(
          line, index, pieces: TextPiece.pieces(of: whole, letters, separatingGlyphs: separatingGlyphs), x: x,
          width: end - x)
      }
    }
  }

  private init(_ line: TextLayout.Line, _ index: Int, pieces: [TextPiece], x: Double, width: Double) {
    (self.line, self.pieces, self.x, self.width) = (index, pieces, x, width)
    (baseline, isRightToLeft) = (line.baseline, line.isRightToLeft)
  }

  /// Around its outline and its color glyphs, which are taken to be as high as `size`; nil where it shows nothing.
  func bounds(size: Double) -> Rect? {
    let outlines = pieces.compactMap(\.outline.controlBounds)
    let around = outlines.dropFirst().reduce(outlines.first) { $0?.union($1) }
    if pieces.allSatisfy(\.colorGlyphs.isEmpty) { return around }
    let box = Rect(x: x, y: baseline - size, width: width, height: size)
    return around.map { $0.union(box) } ?? box
  }
}
