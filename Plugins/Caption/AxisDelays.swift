import StageKit

/// The times by which the parts of a text change later along an axis, in seconds, for each letter of each line.
struct AxisDelays {
  let letters: [[Double]]
  /// That of the last.
  let last: Double

  /// Nil where all of a text changes at once.
  init?(_ axis: AnimatedAxis, _ lines: [TextLayout.Line]) {
    guard let kind = axis.by else { return nil }
    // Spaces go with the letter before them.
    var (parts, part) = ([[Int]](), -1)
    for line in lines {
      var (own, word) = ([Int](), -1)
      if kind == .line { part += 1 }
      for cluster in line.clusters {
        let isNew = kind == .letter ? !cluster.isEmpty : kind == .word && !cluster.isEmpty && cluster.word != word
        if isNew { (part, word) = (part + 1, cluster.word) }
        own.append(max(part, 0))
      }
      parts.append(own)
    }
    let turns = axis.order.turns(part + 1, seed: axis.seed)
    let stagger = axis.stagger ?? Reveal.stagger(kind)
    letters = parts.map { $0.map { turns.indices.contains($0) ? stagger * turns[$0] : 0 } }
    last = stagger * (turns.max() ?? 0)
  }
}

extension TextBox {
  /// True where both have the same letters in the same lines, so that letters of the one may stand among those of the other.
  func matches(_ other: TextBox) -> Bool {
    fontSize == other.fontSize && lines.count == other.lines.count
      && zip(lines, other.lines).allSatisfy { $0.clusters.map(\.text) == $1.clusters.map(\.text) }
  }

  /// The first of several boxes that match, with each letter as the box has it that `look` says, by its line and its place there.
  init(_ boxes: [TextBox], alignment: TextAlignment, width fixedWidth: Double?, look: (Int, Int) -> Int) {
    let first = boxes[0]
    let letters = first.lines.indices.map { line in
      first.lines[line].clusters.indices.map { boxes[look(line, $0)].lines[line].clusters[$0] }
    }
    let widths = letters.map { $0.reduce(0) { $0 + $1.width } }
    let width = fixedWidth ?? widths.max() ?? 0
    let box = Rect(center: first.box.center, size: Size(width, first.box.height))
    let lines = first.lines.indices.map { index in
      var line = first.lines[index]
      let share = alignment.share(isRightToLeft: line.isRightToLeft)
      // Marks that hang over the edge do so at any position.
      let hanging = line.x - (first.box.x + (first.box.width - line.width) * share)
      var pen = box.x + (box.width - widths[index]) * share + hanging
      line.x = pen
      line.width = widths[index]
      var own = letters[index]
      for place in line.clusters.indices.sorted(by: { line.clusters[$0].x < line.clusters[$1].x }) {
        let down = line.baseline - boxes[look(index, place)].lines[index].baseline
        own[place] = own[place].moved(by: Point(pen - own[place].x, down))
        pen += own[place].width
      }
      line.clusters = own
      line.outline = Path { path in for letter in own { path.append(letter.outline) } }
      line.colorGlyphs = DisplayList { list in for letter in own { list.append(letter.colorGlyphs) } }
      return line
    }
    let left = lines.map(\.x).min() ?? box.x
    let right = lines.map { $0.x + $0.width }.max() ?? box.x
    ink = Rect(x: left, y: first.ink.y, width: right - left, height: first.ink.height)
    outline = Path { path in for line in lines { path.append(line.outline) } }
    (self.lines, self.box, fontSize, misfit) = (lines, box, first.fontSize, first.misfit)
  }
}

extension TextAlignment {
  /// The share of free room before a line, from the left.
  func share(isRightToLeft: Bool) -> Double {
    switch (self, isRightToLeft) {
    case (.center, _): 0.5
    case (.start, false), (.end, true), (.left, _): 0
    case (.start, true), (.end, false), (.right, _): 1
    }
  }
}
