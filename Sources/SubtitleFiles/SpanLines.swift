import StageKit

/// The lines of spans of a cue while they are read.
struct SpanLines {
  private(set) var lines: [[SubtitleSpan]] = [[]]
  private var text = ""
  /// The style of a space that shows only if more follows in its line.
  private var space: SubtitleStyle?
  /// The style and the time of what follows.
  var style = SubtitleStyle() { didSet { if style != oldValue { end(oldValue, start) } } }
  var start: Double? { didSet { if start != oldValue { end(style, oldValue) } } }

  mutating func append(_ more: some StringProtocol) {
    if let space {
      let own = style
      self.space = nil
      style = space
      text += " "
      style = own
    }
    text += more
  }

  /// Adds a space unless the line begins or ends with it.
  mutating func addSpace() { if space == nil, !text.isEmpty || lines.last?.isEmpty == false { space = style } }

  mutating func newLine() {
    space = nil
    end(style, start)
    lines.append([])
  }

  private mutating func end(_ style: SubtitleStyle, _ start: Double?) {
    guard !text.isEmpty else { return }
    let line = lines.count - 1
    if let last = lines[line].last, last.style == style, last.start == start {
      lines[line][lines[line].count - 1].text += text
    } else {
      lines[line].append(SubtitleSpan(text, style: style, start: start))
    }
    text = ""
  }

  /// The lines without those that show nothing; none where all are such.
  consuming func finish() -> [[SubtitleSpan]] {
    newLine()
    return lines.filter { $0.contains { $0.text.contains { !$0.isWhitespace } } }
  }
}
