import StageKit
@_spi(Host) import TimedText

/// The subtitles of a movie in one language.
public struct MovieSubtitles: Hashable, Sendable {
  /// Its times count from the movie's start.
  public var track: SubtitleTrack
  /// A BCP 47 tag; nil where it is not known.
  public var language: String?
  /// The duration of the movie, in seconds.
  public var duration: Double

  public init(track: SubtitleTrack, language: String? = nil, duration: Double) {
    self.track = track
    self.language = language
    self.duration = duration
  }
}

/// A text as a container holds it.
struct SubtitlePacket: Hashable {
  /// In milliseconds.
  var start: Int
  /// In milliseconds.
  var end: Int
  var data: [UInt8]
  /// Its position as WebVTT writes it; empty without one.
  var settings = ""
}

extension SubtitleTrack {
  /// The cues as SubRip or WebVTT without their times, in the order of their starts.
  func packets(_ format: SubtitleFormat) -> [SubtitlePacket] {
    cues.compactMap { cue in
      var plain = cue
      plain.lines = cue.lines.map { $0.map { SubtitleSpan($0.text, style: $0.style) } }
      let (start, end) = (Self.milliseconds(cue.start), Self.milliseconds(cue.end))
      guard start < end else { return nil }
      return SubtitlePacket(
        start: start, end: end, data: Array(plain.text(format).utf8),
        settings: format == .vtt ? cue.position.settings : "")
    }
  }

  /// Timed text (3GPP TS 26.245) without gaps up to the movie's end: samples without text where nothing is shown, and all
  /// cues that are shown together as one.
  func timedTextPackets(until end: Double) -> [SubtitlePacket] {
    let end = Self.milliseconds(end)
    let spans = cues.map { (start: Self.milliseconds($0.start), end: min(Self.milliseconds($0.end), end)) }
    let edges = Set(spans.flatMap { [$0.start, $0.end] } + [0, end]).filter { $0 <= end }.sorted()
    // The cues from one edge to the next; cues begin in order.
    var next = 0
    var shown: [Int] = []
    return zip(edges, edges.dropFirst()).map { from, to in
      shown.removeAll { spans[$0].end <= from }
      while next < cues.count, spans[next].start <= from {
        if spans[next].end > from { shown.append(next) }
        next += 1
      }
      let lines = shown.flatMap { cues[$0].lines }
      return SubtitlePacket(start: from, end: to, data: TimedTextSample(lines).bytes)
    }
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int((max(0, seconds) * 1000).rounded()) }
}

/// A sample of timed text (3GPP TS 26.245, 5.17).
struct TimedTextSample {
  private(set) var bytes: [UInt8]

  init(_ lines: [[SubtitleSpan]]) {
    var text = ""
    var styles: [UInt8] = []
    var count = 0
    var offset = 0
    for (index, line) in lines.enumerated() {
      if index > 0 {
        text += "\n"
        offset += 1
      }
      for span in line {
        let end = offset + span.text.unicodeScalars.count
        let face =
          (span.style.isBold ? 1 : 0) | (span.style.isItalic ? 2 : 0) | (span.style.isUnderlined ? 4 : 0)
        let color = Self.components(of: span.style.color)
        if face != 0 || color != Self.white, end <= 0xFFFF, count < 0xFFFF {
          styles += Self.word(offset) + Self.word(end) + Self.word(1) + [UInt8(face), 18] + color
          count += 1
        }
        text += span.text
        offset = end
      }
    }
    let utf8 = Array(text.utf8)
    // A sample's text has a length of 16 bits.
    guard utf8.count <= 0xFFFF else {
      bytes = [0, 0]
      return
    }
    bytes = Self.word(utf8.count) + utf8
    if count > 0 { bytes += Self.box("styl", Self.word(count) + styles) }
  }

  private static let white: [UInt8] = [255, 255, 255, 255]

  /// Red, green, blue and alpha of a CSS color; white where there is none.
  private static func components(of css: String?) -> [UInt8] {
    guard let color = css.flatMap({ Color(css: $0) }) else { return white }
    return [color.red, color.green, color.blue, color.alpha].map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
  }

  /// The sample entry after its header: text in the middle at the bottom, white, in one font.
  static var description: [UInt8] {
    let style = word(0) + word(0) + word(1) + [0, 18] + white
    let font = Array("Sans-Serif".utf8)
    return [0, 0, 0, 0, 1, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + style
      + box("ftab", word(1) + word(1) + [UInt8(font.count)] + font)
  }

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    word(0) + word(content.count + 8) + Array(type.utf8) + content
  }
}
