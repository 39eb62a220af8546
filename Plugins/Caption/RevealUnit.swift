import StageKit

/// A part of a text that moves as one.
struct RevealUnit {
  enum Kind: String, CaseIterable { case line, word, letter }

  /// The index of its line.
  let line: Int
  var outline: Path
  var colorGlyphs: DisplayList
  var x: Double
  var width: Double
  let baseline: Double
  let isRightToLeft: Bool

  /// The units of a text in reading order, without those that show nothing.
  static func all(of lines: [TextLayout.Line], _ kind: Kind) -> [RevealUnit] {
    lines.enumerated().flatMap { index, line -> [RevealUnit] in
      guard kind != .line, !line.clusters.isEmpty else { return [RevealUnit(line, index)] }
      var units: [RevealUnit] = []
      var word = -1
      for cluster in line.clusters where !cluster.isEmpty {
        if kind == .word, cluster.word == word {
          units[units.count - 1].add(cluster)
        } else {
          units.append(RevealUnit(cluster, of: line, index))
        }
        word = cluster.word
      }
      return units
    }
  }

  private init(_ line: TextLayout.Line, _ index: Int) {
    (outline, colorGlyphs, x, width) = (line.outline, line.colorGlyphs, line.x, line.width)
    (self.line, baseline, isRightToLeft) = (index, line.baseline, line.isRightToLeft)
  }

  private init(_ cluster: TextLayout.Cluster, of line: TextLayout.Line, _ index: Int) {
    (outline, colorGlyphs, x, width) = (cluster.outline, cluster.colorGlyphs, cluster.x, cluster.width)
    (self.line, baseline, isRightToLeft) = (index, line.baseline, line.isRightToLeft)
  }

  private mutating func add(_ cluster: TextLayout.Cluster) {
    let before = outline
    outline = Path { builder in
      builder.append(before)
      builder.append(cluster.outline)
    }
    colorGlyphs.append(cluster.colorGlyphs)
    let end = max(x + width, cluster.x + cluster.width)
    x = min(x, cluster.x)
    width = end - x
  }

  /// Around its outline and its color glyphs, which are taken to be as high as `size`; nil where it shows nothing.
  func bounds(size: Double) -> Rect? {
    if colorGlyphs.isEmpty { return outline.controlBounds }
    let box = Rect(x: x, y: baseline - size, width: width, height: size)
    return outline.controlBounds.map { $0.union(box) } ?? box
  }
}
