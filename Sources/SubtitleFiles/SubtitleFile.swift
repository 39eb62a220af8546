import StageKit

/// Files of subtitles in all formats that are read, recognized by what they hold.
public enum SubtitleFile {
  /// `remarks` say what of the file is not kept, one for each kind, with the line of the first.
  public typealias Contents = (track: SubtitleTrack, remarks: [SubtitleError.Fault])

  /// Reads SubRip, WebVTT, ASS, SSA, TTML, EBU STL or the JSON that Whisper writes. The name's ending counts only where the
  /// contents do not tell a format.
  ///
  /// Throws `SubtitleError` with all faults that keep the file from being read.
  public static func read(_ bytes: [UInt8], name: String) throws(SubtitleError) -> Contents {
    if STLReader.recognizes(bytes) { return try STLReader.read(bytes) }
    guard let text = PlainText.utf8(bytes) else {
      throw SubtitleError(faults: [.init(line: nil, message: "found bytes that are not UTF-16")])
    }
    let start = text.firstIndex { !ByteScanner.isSpace($0) } ?? text.endIndex
    if ScriptReader.recognizes(text[start...]) { return try ScriptReader.read(text) }
    switch text[start...].first {
    // XML says itself in which encoding it is.
    case UInt8(ascii: "<"): return try TTMLReader.read(bytes)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let rest = text[(start + 1)...].drop(while: ByteScanner.isSpace)
      if let next = rest.first, "\"{[]}".utf8.contains(next) { return try WhisperReader.read(text) }
    default: break
    }
    let isWebVTT = name.lowercased().hasSuffix(".vtt")
    if !isWebVTT, !name.lowercased().hasSuffix(".srt"), text.firstRange(of: Array("->".utf8)) == nil {
      throw SubtitleError(faults: [
        .init(line: nil, message: "it is no file of subtitles", hint: "Use \(SubtitleTrack.fileFormats).")
      ])
    }
    return (try SubtitleTrack(bytes, format: isWebVTT ? .vtt : .srt), [])
  }
}

/// Remarks on what is left out, one of a kind.
struct Remarks {
  private(set) var texts: [SubtitleError.Fault] = []
  private var kinds: Set<String> = []

  /// Adds a remark unless there is one of its kind.
  mutating func add(_ kind: String, line: Int?, _ message: @autoclosure () -> String) {
    if kinds.insert(kind).inserted { texts.append(.init(line: line, message: message())) }
  }
}

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

extension SubtitlePosition.Line {
  /// A place from 0 at the top to 1 at the bottom; nil in the lowest fifth, where the player's own place is.
  static func place(_ share: Double) -> Self? { share < 0.8 ? .fraction(max(share, 0)) : nil }
}

extension StringProtocol {
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
