/// Timed text: the cues of a film in one language.
///
/// ```swift
/// let track = try SubtitleTrack(try context.bytes(of: file), format: .vtt)
/// let now = track.cues.first { $0.start <= time.seconds && time.seconds < $0.end }
/// ```
public struct SubtitleTrack: Hashable, Sendable {
  /// In the order of their starts; they may overlap.
  public var cues: [SubtitleCue]

  /// Cues in any order; those of equal starts stay in theirs.
  public init(cues: [SubtitleCue]) {
    self.cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// The track, later by a number of seconds.
  public func shifted(by seconds: Double) -> SubtitleTrack {
    SubtitleTrack(cues: cues.map { $0.shifted(by: seconds) })
  }

  /// The cues shown from one time up to another, in seconds; times count from the first.
  public func cut(from start: Double, to end: Double) -> SubtitleTrack {
    let shown = cues.compactMap { cue -> SubtitleCue? in
      var cut = cue
      cut.start = max(cue.start, start)
      cut.end = min(cue.end, end)
      guard cut.start < cut.end else { return nil }
      cut.lines = cue.lines.map { spans in
        spans.map { SubtitleSpan($0.text, style: $0.style, start: $0.start.map { max($0, start) }) }
      }
      return cut.shifted(by: -start)
    }
    return SubtitleTrack(cues: shown)
  }
}

/// A text that is shown from one time to another.
public struct SubtitleCue: Hashable, Sendable {
  /// In seconds.
  public var start: Double
  /// In seconds, at or after the start.
  public var end: Double
  /// The lines from the top down, each with its spans in reading order.
  public var lines: [[SubtitleSpan]]
  /// The cue's position, if its file gives one.
  public var position: SubtitlePosition

  /// The player places a cue without a position.
  public init(start: Double, end: Double, lines: [[SubtitleSpan]], position: SubtitlePosition = SubtitlePosition()) {
    self.start = start
    self.end = end
    self.lines = lines
    self.position = position
  }

  /// Its lines without styles, joined by newlines.
  public var text: String { lines.map { $0.map(\.text).joined() }.joined(separator: "\n") }

  /// The cue, later by a number of seconds.
  public func shifted(by seconds: Double) -> SubtitleCue {
    var cue = self
    cue.start += seconds
    cue.end += seconds
    for line in cue.lines.indices {
      for span in cue.lines[line].indices {
        cue.lines[line][span].start = cue.lines[line][span].start.map { $0 + seconds }
      }
    }
    return cue
  }
}

/// A part of a line in one style.
public struct SubtitleSpan: Hashable, Sendable {
  public var text: String
  public var style: SubtitleStyle
  /// When it is spoken, in seconds of the film; nil if that is not known.
  public var start: Double?

  /// Plain text whose time is not known, unless given.
  public init(_ text: String, style: SubtitleStyle = SubtitleStyle(), start: Double? = nil) {
    self.text = text
    self.style = style
    self.start = start
  }
}

/// The style of a span that differs from plain text.
public struct SubtitleStyle: Hashable, Sendable {
  public var isBold = false
  public var isItalic = false
  public var isUnderlined = false
  /// A CSS color as the file has it, such as `yellow` or `#FFCC00`.
  public var color: String?
  /// Who speaks.
  public var voice: String?

  /// Plain text.
  public init() {}

  /// Takes a color in which a style sheet has letters. White is what players take for granted, unless it is within a colored
  /// text.
  @_spi(Host) public mutating func take(color css: String) {
    let plain = css.lowercased().filter { $0 != " " }
    let isWhite = ["white", "#fff", "#ffffff", "#ffffffff", "rgb(255,255,255)"].contains(plain)
    if !isWhite || color != nil { color = css }
  }
}
