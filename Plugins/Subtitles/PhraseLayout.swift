import StageKit

/// A phrase in its place on the canvas.
struct PhraseLayout: Sendable {
  /// A word, or a part of one that is spoken or set in its own way.
  struct Word: Sendable {
    var outline: Path
    var colorGlyphs: DisplayList
    /// Its advance by the height of its line.
    var box: Rect
    var line: Int
    var start: Double
    var end: Double
    /// Its own color, if the file gives one.
    var color: Color?
    /// True if it is not the rest of the one before it.
    var beginsWord: Bool
  }

  var start: Double
  var end: Double
  var words: [Word]
  /// The boxes of lines, from the top down, without padding.
  var lines: [Rect]
  /// Around all lines, with the padding of what is behind them.
  var box: Rect

  /// Around all lines.
  var textBox: Rect { lines.dropFirst().reduce(lines.first ?? .zero) { $0.union($1) } }

  /// The word that is spoken at a time, or was last.
  func word(at seconds: Double) -> Word? { words.last { $0.start <= seconds } }

  func moved(by offset: Point) -> PhraseLayout {
    var moved = self
    moved.box.x += offset.x
    moved.box.y += offset.y
    for index in lines.indices {
      moved.lines[index].x += offset.x
      moved.lines[index].y += offset.y
    }
    for index in words.indices {
      moved.words[index].outline = words[index].outline.transformed(by: .translation(offset))
      moved.words[index].colorGlyphs = DisplayList()
      moved.words[index].colorGlyphs.group(Group(words[index].colorGlyphs, transform: .translation(offset)))
      moved.words[index].box.x += offset.x
      moved.words[index].box.y += offset.y
    }
    return moved
  }
}
