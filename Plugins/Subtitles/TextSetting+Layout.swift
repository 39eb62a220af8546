import StageKit

extension TextSetting {
  /// A word's letters, their baseline at (0, 0).
  struct Glyphs {
    var outline: Path
    var colorGlyphs: DisplayList
    var width: Double
    /// The distances from the line's top to the baseline, and from the baseline to the line's bottom.
    var ascent: Double
    var descent: Double
  }

  struct Face: Hashable {
    var text: String
    var isBold: Bool
    var isItalic: Bool
  }

  /// A part of text in one style, which lines do not break.
  struct Piece {
    var glyphs: Glyphs
    var word: SubtitleWord
    var beginsWord: Bool
    var startsLine: Bool
  }

  /// Phrases in their places; those that are shown together do not overlap. Spaces between words are wider by
  /// `extraSpace`.
  func layOut(_ phrases: [Phrase], padding: Point, extraSpace: Double) throws -> [PhraseLayout] {
    var known: [Face: Glyphs] = [:]
    var missing: [String] = []
    func glyphs(_ text: String, _ style: SubtitleStyle) throws -> Glyphs {
      let face = Face(text: text, isBold: style.isBold, isItalic: style.isItalic)
      if let glyphs = known[face] { return glyphs }
      let layout = try context.layout(request(for: text, style))
      for character in layout.missing where !missing.contains(character) { missing.append(character) }
      let glyphs = Self.glyphs(layout.lines.first, height: layout.size.height)
      known[face] = glyphs
      return glyphs
    }
    let plain = SubtitleStyle()
    let space = try glyphs("x x", plain).width - 2 * glyphs("x", plain).width
    let reference = try glyphs("x", plain)

    var result: [PhraseLayout] = []
    var active: [PhraseLayout] = []
    for phrase in phrases {
      var pieces: [Piece] = []
      for (index, word) in phrase.words.enumerated() {
        let startsLine = index > 0 && phrase.words[index - 1].line != word.line
        let beginsWord = index == 0 || word.beginsWord(after: phrase.words[index - 1])
        var whole = Piece(
          glyphs: try glyphs(word.text, word.style), word: word, beginsWord: beginsWord, startsLine: startsLine)
        if startsLine {
          // If lines break anew, a space replaces the old break.
          whole.word.followsSpace = true
          whole.word.allowsBreak = true
        }
        pieces += try whole.glyphs.width > maximumWidth - 2 * padding.x ? broken(whole, padding) : [whole]
      }
      guard !pieces.isEmpty else { continue }
      var layout = layOut(pieces, of: phrase, space: max(0, space) + extraSpace, reference: reference, padding: padding)
      active.removeAll { $0.end <= phrase.start }
      layout = clear(layout, of: active)
      active.append(layout)
      result.append(layout)
    }
    if !missing.isEmpty {
      context.warn("no font can draw " + missing.prefix(8).map { "'\($0)'" }.joined(separator: ", "))
    }
    return result
  }

  private func request(for text: String, _ style: SubtitleStyle, width: Double? = nil) -> TextRequest {
    var request = self.request
    request.text = text
    request.maximumWidth = width
    if style.isBold { request.style.weight = max(request.style.weight, 700) }
    if style.isItalic { request.style.isItalic = true }
    return request
  }

  private static func glyphs(_ line: TextLayout.Line?, height: Double) -> Glyphs {
    guard let line else { return Glyphs(outline: .empty, colorGlyphs: DisplayList(), width: 0, ascent: 0, descent: 0) }
    let moved = line.moved(by: Point(-line.x, -line.baseline))
    return Glyphs(
      outline: moved.outline, colorGlyphs: line.colorGlyphs.isEmpty ? DisplayList() : moved.colorGlyphs,
      width: line.width, ascent: line.baseline, descent: height - line.baseline)
  }

  /// A word that is wider than a line, broken where its language allows.
  private func broken(_ piece: Piece, _ padding: Point) throws -> [Piece] {
    let width = max(size, maximumWidth - 2 * padding.x)
    let layout = try context.layout(request(for: piece.word.text, piece.word.style, width: width))
    if let misfit = layout.misfit { context.warn("\(misfit). Make 'size' smaller, or 'width' larger") }
    let lines = layout.lines.filter { !$0.isEmpty }
    let total = lines.reduce(0) { $0 + $1.width }
    guard lines.count > 1, total > 0 else { return [piece] }
    var passed = 0.0
    return lines.enumerated().map { index, line in
      var part = piece
      part.glyphs = Self.glyphs(line, height: line.baseline)
      part.glyphs.ascent = piece.glyphs.ascent
      part.glyphs.descent = piece.glyphs.descent
      let span = piece.word.end - piece.word.start
      part.word.start = piece.word.start + span * passed / total
      passed += line.width
      part.word.end = piece.word.start + span * passed / total
      if index > 0 {
        part.word.allowsBreak = true
        part.word.followsSpace = false
        part.beginsWord = false
        part.startsLine = false
      }
      return part
    }
  }

  // MARK: Lines

  private func layOut(
    _ pieces: [Piece], of phrase: Phrase, space: Double, reference: Glyphs, padding: Point
  ) -> PhraseLayout {
    let width = maximumWidth - 2 * padding.x
    let lines = lines(pieces, space: space, width: width)
    let ascent = pieces.reduce(reference.ascent) { max($0, $1.glyphs.ascent) }
    let height = ascent + pieces.reduce(reference.descent) { max($0, $1.glyphs.descent) }
    let isRightToLeft = isRightToLeft(pieces)
    // Lines at a place of their own move as far as there is room beside the longest of them.
    let isPlaced = keepsPositions && phrase.position.position != nil
    let longest = lines.reduce(0) { max($0, lineLength(pieces[$1], space: space)) }
    let column = column(phrase, width: isPlaced ? longest : width, padding: padding)

    var layout = PhraseLayout(start: phrase.start, end: phrase.end, words: [], lines: [], box: .zero)
    for (number, line) in lines.enumerated() {
      let order = visualOrder(pieces[line], isRightToLeft: isRightToLeft)
      let length = lineLength(pieces[line], space: space)
      let top = Double(number) * height
      let left =
        switch horizontal(phrase, isRightToLeft: isRightToLeft) {
        case .start, .left: column.minX
        case .center: column.center.x - length / 2
        case .end, .right: column.maxX - length
        }
      layout.lines.append(Rect(x: left, y: top, width: length, height: height))
      var x = left
      var placed: [Int: Double] = [:]
      for (position, index) in order.enumerated() {
        // Space belongs to the later word in reading order, on the side of the earlier one.
        if position > 0, pieces[max(index, order[position - 1])].word.followsSpace { x += space }
        placed[index] = x
        x += pieces[index].glyphs.width
      }
      for index in line {
        layout.words.append(
          word(pieces[index], at: Point(placed[index] ?? left, top + ascent), top: top, height: height, line: number))
      }
    }
    layout.box = layout.textBox
    layout.box = Rect(
      center: layout.box.center,
      size: Size(layout.box.width + 2 * padding.x, layout.box.height + 2 * padding.y))
    return layout.moved(by: Point(0, top(of: layout.box.height, phrase, lineHeight: height) - layout.box.minY))
  }

  private func word(_ piece: Piece, at origin: Point, top: Double, height: Double, line: Int) -> PhraseLayout.Word {
    var outline = piece.glyphs.outline
    if piece.word.style.isUnderlined {
      let rule = Rect(x: 0, y: size * 0.1, width: piece.glyphs.width, height: size * 0.06)
      let letters = outline
      outline = Path { path in
        path.append(letters)
        path.rect(rule)
      }
    }
    var colored = DisplayList()
    colored.group(Group(piece.glyphs.colorGlyphs, transform: .translation(origin)))
    return PhraseLayout.Word(
      outline: outline.transformed(by: .translation(origin)), colorGlyphs: colored,
      box: Rect(x: origin.x, y: top, width: piece.glyphs.width, height: height), line: line,
      start: piece.word.start, end: piece.word.end, color: piece.word.style.color.flatMap { Color(css: $0) },
      beginsWord: piece.beginsWord)
  }

  private func lineLength(_ pieces: ArraySlice<Piece>, space: Double) -> Double {
    pieces.dropFirst().reduce(pieces.first?.glyphs.width ?? 0) {
      $0 + $1.glyphs.width + ($1.word.followsSpace ? space : 0)
    }
  }

  /// The file's own lines where all of them fit; else new ones, of which each speaker begins one.
  private func lines(_ pieces: [Piece], space: Double, width: Double) -> [Range<Int>] {
    func paragraphs(_ starts: (Piece) -> Bool) -> [Range<Int>] {
      let firsts = pieces.indices.filter { $0 == 0 || starts(pieces[$0]) }
      return firsts.indices.map { firsts[$0]..<($0 + 1 < firsts.count ? firsts[$0 + 1] : pieces.count) }
    }
    let own = paragraphs(\.startsLine)
    if own.allSatisfy({ lineLength(pieces[$0], space: space) <= width + 1e-9 }) { return own }
    let speakers = paragraphs { $0.startsLine && ["-", "–", "—"].contains($0.word.text.prefix(1)) }
    return speakers.flatMap { paragraph -> [Range<Int>] in
      let firsts = paragraph.filter { $0 == paragraph.lowerBound || pieces[$0].word.allowsBreak }
      let units = firsts.indices.map { index in
        let end = index + 1 < firsts.count ? firsts[index + 1] : paragraph.upperBound
        return LineBreaks.Unit(
          width: lineLength(pieces[firsts[index]..<end], space: space),
          space: pieces[firsts[index]].word.followsSpace ? space : 0)
      }
      let starts = LineBreaks.starts(units, width: width, isBalanced: isBalanced).map { firsts[$0] }
      return starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : paragraph.upperBound) }
    }
  }
}
