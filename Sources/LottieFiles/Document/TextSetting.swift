import StageKit

/// The style of a text document, and its layout.
struct TextSetting {
  var font: LottieFont
  var size: Double
  /// Added after every letter.
  var tracking = 0.0
  /// From baseline to baseline; nil for 1.2 times the size.
  var lineHeight: Double?
  var baselineShift = 0.0
  /// 0 for the left, 1 for the right, 2 for the middle; from 3 to 5 the same for the last lines of paragraphs, whose others fill
  /// the box, as all do at 6.
  var justification = 0
  /// The box in which lines break; nil for none.
  var box: Size?
  /// The top left corner of the box.
  var place: Point?
  /// 1 and 2 for capitals.
  var letterCase = 0

  init(font: LottieFont, size: Double) {
    self.font = font
    self.size = size
  }

  /// The letters of one line, before it has a place.
  private struct Row {
    var letters: [TextLetter] = []
    var width = 0.0
    var endsParagraph = false

    /// Widens its inner spaces until it is as wide as a box.
    mutating func fill(_ box: Double) {
      let words = letters.filter { !$0.isSpace }
      guard let first = words.map(\.x).min(), let last = words.map(\.x).max(), box > width else { return }
      // In order of their places, which in some scripts is not that of reading.
      let spaces = letters.filter { $0.isSpace && $0.x > first && $0.x < last }.map(\.x).sorted()
      guard !spaces.isEmpty else { return }
      let extra = (box - width) / Double(spaces.count)
      for index in letters.indices {
        letters[index].x += extra * Double(spaces.prefix { $0 < letters[index].x }.count)
      }
      width = box
    }
  }

  /// The lines of a text, by the letters of the file where it has them, or else by the fonts of the host.
  func lines(of text: String, _ reader: DocumentReader) throws -> [TextLine] {
    // A carriage return ends a paragraph, the character 3 a line.
    var text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\u{3}", with: "\n")
    if letterCase > 0 { text = text.uppercased() }
    var rows = try rows(ofGlyphs: text, reader) ?? rows(ofFont: text, reader)
    if let box, justification > 2 {
      for index in rows.indices where justification == 6 || !rows[index].endsParagraph { rows[index].fill(box.width) }
    }
    let widest: Double = box?.width ?? rows.map { $0.width }.max() ?? 0
    let aligned = box == nil ? justification : justification % 3
    let alignment: Double = justification == 6 ? 0 : aligned == 1 ? 1 : aligned == 2 ? 0.5 : 0
    // The other players begin the first line with one pixel less.
    let first = (place ?? .zero) + Point(0, (place == nil ? 0 : font.ascent * size / 100) - baselineShift)
    let start = box == nil ? -widest * alignment : 0
    var (words, result) = (0, [TextLine]())
    for (index, row) in rows.enumerated() {
      var letters = row.letters
      for place in letters.indices {
        letters[place].word += words
        letters[place].line = index
      }
      words = (letters.map(\.word).max() ?? words - 1) + 1
      let drop = Double(index) * (lineHeight ?? size * 1.2) + (index > 0 ? 1 : 0)
      var line = TextLine(
        origin: first + Point(start + (widest - row.width) * alignment, drop), width: row.width, alignment: alignment,
        letters: letters)
      line.drop = drop - baselineShift
      result.append(line)
    }
    return result
  }

  // MARK: Letters of the file

  /// Nil where the file has no letters, or not all of them.
  private func rows(ofGlyphs text: String, _ reader: DocumentReader) -> [Row]? {
    guard !reader.glyphs.glyphs.isEmpty else { return nil }
    var rows = [Row()]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.offset > 0 {
        rows[rows.count - 1].endsParagraph = true
        rows.append(Row())
      }
      var word = 0
      for character in line.element {
        let key = GlyphTable.Key(text: String(character), family: font.family, style: font.style)
        let isSpace = character == " "
        guard let glyph = reader.glyphs.glyphs[key] else {
          if character.isWhitespace { continue }
          return nil
        }
        let scale = size / 100
        let width = glyph.width * scale
        var row = rows[rows.count - 1]
        let end = row.letters.last.map { $0.x + $0.width + tracking } ?? 0
        if let box, !isSpace, end + width > box.width, !row.letters.isEmpty {
          // The word goes to the next line, or its end where it fills a line alone.
          let start = row.letters.lastIndex(where: \.isSpace).map { $0 + 1 } ?? row.letters.count
          var moved = Array(row.letters[start...])
          row.letters.removeSubrange(start...)
          let shift = moved.first?.x ?? end
          for index in moved.indices { moved[index].x -= shift }
          rows[rows.count - 1] = row
          row = Row(letters: moved)
          rows.append(row)
        }
        if isSpace { word += 1 }
        row.letters.append(
          TextLetter(
            outline: glyph.outline.transformed(by: .scale(scale)),
            x: row.letters.last.map { $0.x + $0.width + tracking } ?? 0, width: width, isSpace: isSpace, word: word,
            line: 0))
        rows[rows.count - 1] = row
      }
    }
    rows[rows.count - 1].endsParagraph = true
    for index in rows.indices {
      // Spaces at the end do not count.
      rows[index].width = rows[index].letters.last { !$0.isSpace }.map { $0.x + $0.width + tracking } ?? 0
      if index > 0, rows[index].width > 0 { rows[index].width -= tracking * 2 }
    }
    return rows
  }

  // MARK: Fonts of the host

  private func rows(ofFont text: String, _ reader: DocumentReader) throws -> [Row] {
    // Lines are justified by paragraphs.
    guard justification > 2, text.contains("\n") else { return try paragraph(text, reader) }
    return try text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.isEmpty ? [Row(endsParagraph: true)] : try paragraph(String(line), reader)
    }
  }

  private func paragraph(_ text: String, _ reader: DocumentReader) throws -> [Row] {
    let style = TextStyle(
      families: [font.family, "sans-serif"], weight: font.weight, isItalic: font.isItalic, size: size,
      letterSpacing: tracking)
    let layout = try reader.resources.layout(
      TextRequest(
        text, style: style, alignment: .left, maximumWidth: box.map { max($0.width, 1) }, allowsColor: true,
        separatesClusters: true))
    // The host itself warns of fonts that take the place of others.
    if !layout.missing.isEmpty { reader.omit("no font has \(layout.missing.joined(separator: " "))") }
    var rows = layout.lines.map { line in
      let letters = line.clusters.map { cluster in
        let move = Transform.translation(-cluster.x, -line.baseline)
        var colored = DisplayList()
        if !cluster.colorGlyphs.isEmpty { colored.group(Group(cluster.colorGlyphs, transform: move)) }
        return TextLetter(
          outline: cluster.outline.transformed(by: move), colored: colored, x: cluster.x - line.x,
          width: cluster.width, isSpace: cluster.text.allSatisfy(\.isWhitespace), word: cluster.word, line: 0)
      }
      return Row(letters: letters, width: line.width)
    }
    if !rows.isEmpty { rows[rows.count - 1].endsParagraph = true }
    return rows
  }
}
