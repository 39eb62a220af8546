import Documents
import StageKit
@_spi(Host) import TimedText

/// Reads the Timed Text Markup Language (TTML, DFXP) and its profile IMSC.
struct TTMLReader {
  /// When an element is shown, in seconds of the film.
  private struct Interval {
    var start: Double
    var end: Double
  }

  private let clock: TTMLClock
  private let styles: TTMLStyles
  /// True where spans are the words of a text that is shown as a whole, as in files of lyrics.
  private let hasWordTimes: Bool
  private var intervals: [ObjectIdentifier: Interval] = [:]
  private var cues: [SubtitleCue] = []
  private var faults: [SubtitleError.Fault] = []
  private var remarks = Remarks()

  static func read(_ bytes: [UInt8]) throws(SubtitleError) -> SubtitleFile.Contents {
    let root: XMLElement
    do throws(DocumentFault) { root = try XMLElement.read(bytes) } catch { throw SubtitleError(error) }
    guard root.name == "tt" else {
      throw SubtitleError(faults: [
        .init(
          line: root.line, message: "found the element '\(root.name)', expected 'tt'",
          hint: "Of files in XML, those in TTML are subtitles.")
      ])
    }
    var reader = TTMLReader(root)
    for body in root.children where body.name == "body" {
      let whole = reader.interval(of: body, in: Interval(start: 0, end: .infinity), from: 0)
      reader.walk(body, whole, [root, body])
    }
    if !reader.faults.isEmpty { throw SubtitleError(faults: reader.faults) }
    return (SubtitleTrack(cues: reader.cues), reader.remarks.texts)
  }

  private init(_ root: XMLElement) {
    clock = TTMLClock(root)
    styles = TTMLStyles(root)
    hasWordTimes = root["timing"] == "Word"
  }

  // MARK: Times

  /// The interval of an element that begins to count at an instant of its parent.
  private mutating func interval(of element: XMLElement, in parent: Interval, from base: Double) -> Interval {
    let start = base + (time("begin", of: element) ?? 0)
    var end = Double.infinity
    if let value = time("end", of: element) { end = base + value }
    if let value = time("dur", of: element) { end = min(end, start + value) }
    if end < start {
      faults.append(.init(line: element.line, message: "the end of '\(element.name)' is before its start"))
    }
    let interval = Interval(start: min(start, parent.end), end: max(min(end, parent.end), min(start, parent.end)))
    intervals[ObjectIdentifier(element)] = interval
    return interval
  }

  private mutating func time(_ name: String, of element: XMLElement) -> Double? {
    guard let text = element[name] else { return nil }
    if let seconds = clock.seconds(text) { return seconds }
    faults.append(
      .init(
        line: element.line,
        message: "found '\(name)=\"\(text.prefix(40))\"', expected a time such as 00:00:01.500, 00:00:01:12 or 1.5s"))
    return nil
  }

  /// Gives all timed elements in one their intervals, and returns when the last of them ends.
  @discardableResult
  private mutating func walk(_ element: XMLElement, _ interval: Interval, _ chain: [XMLElement]) -> Double {
    let isSequence = element["timeContainer"] == "seq"
    var (next, last) = (interval.start, interval.start)
    for child in element.children where ["div", "p", "span", "br"].contains(child.name) {
      var inner = self.interval(of: child, in: interval, from: isSequence ? next : interval.start)
      let hasEnd = child["end"] != nil || child["dur"] != nil
      let end = walk(child, inner, chain + [child])
      // In a sequence an element without an end is as long as what is in it.
      if isSequence, !hasEnd, end > inner.start {
        inner.end = min(end, inner.end)
        intervals[ObjectIdentifier(child)] = inner
      }
      next = inner.end
      last = max(last, hasEnd || isSequence ? inner.end : end)
    }
    if element.name == "p" { addCues(of: element, chain) }
    for child in element.children {
      if child.name == "set" {
        remarks.add("set", line: child.line, "changes of style within a text ('set') are not kept")
      }
      if child.name == "image" || child["backgroundImage"] != nil {
        remarks.add("image", line: child.line, "subtitles that are pictures are not shown")
      }
    }
    return last
  }

  // MARK: Texts

  /// The most spans of a text times the most changes of it, so that no file takes hours.
  private static let changeLimit = 4_000_000

  private mutating func addCues(of paragraph: XMLElement, _ chain: [XMLElement]) {
    guard let whole = intervals[ObjectIdentifier(paragraph)] else { return }
    let id =
      chain.reversed().lazy.compactMap { $0["region"] }.first
      ?? paragraph.all.lazy.compactMap { $0["region"] }.first
    let region = id.flatMap { styles.region($0) }
    var inherited = TTMLStyles.Inherited()
    for element in [region].compactMap({ $0 }) + chain { inherited = styles.inherited(inherited, by: element) }
    let position = styles.position(in: region, inherited.alignment)
    // A text changes where a span in it begins or ends.
    let parts = paragraph.all.compactMap { intervals[ObjectIdentifier($0)] }
    let edges = hasWordTimes ? [] : parts.flatMap { [$0.start, $0.end] }.filter { $0 > whole.start && $0 < whole.end }
    guard edges.count * parts.count <= Self.changeLimit else {
      return faults.append(.init(line: paragraph.line, message: "the spans of this text begin too often"))
    }
    let times = [whole.start] + Set(edges).sorted() + [whole.end]
    var shown: [SubtitleCue] = []
    for (start, end) in zip(times, times.dropFirst()) where start < end {
      var text = TTMLText()
      add(paragraph, to: &text, inherited, at: hasWordTimes ? nil : start)
      let lines = text.finish()
      guard !lines.isEmpty else { continue }
      guard end.isFinite else {
        let hint = "Give it 'end' or 'dur'."
        return faults.append(.init(line: paragraph.line, message: "this text is shown without an end", hint: hint))
      }
      if let last = shown.last, last.end == start, last.lines == lines {
        shown[shown.count - 1].end = end
      } else {
        shown.append(SubtitleCue(start: start, end: end, lines: lines, position: position))
      }
    }
    cues += shown
  }

  /// Adds what an element shows at a time; all of it without one.
  private mutating func add(
    _ element: XMLElement, to text: inout TTMLText, _ inherited: TTMLStyles.Inherited, at time: Double?
  ) {
    for child in element.content {
      switch child {
      case .text(let part): if inherited.isVisible { text.append(part, inherited) }
      case .element(let child):
        if let time, let interval = intervals[ObjectIdentifier(child)], time < interval.start || time >= interval.end {
          continue
        }
        if child.name == "br" { text.newLine() }
        guard child.name == "span" else { continue }
        if ["text", "textContainer", "delimiter"].contains(child["ruby"]) {
          remarks.add("ruby", line: child.line, "ruby text is not shown")
          continue
        }
        if time == nil, child["begin"] != nil, let start = intervals[ObjectIdentifier(child)]?.start {
          text.start = start
        }
        add(child, to: &text, styles.inherited(inherited, by: child), at: time)
      }
    }
  }
}

/// Puts the text of spans together, with the white space that is meant.
private struct TTMLText {
  private var spans = SpanLines()
  var start: Double? { didSet { spans.start = start } }

  mutating func append(_ text: String, _ inherited: TTMLStyles.Inherited) {
    spans.style = inherited.style
    for character in text {
      let isSpace = character.isASCII && character.isWhitespace
      if inherited.keepsSpace, character.isNewline {
        newLine()
      } else if isSpace, !inherited.keepsSpace {
        spans.addSpace()
      } else {
        spans.append(String(character))
      }
    }
  }

  mutating func newLine() { spans.newLine() }

  consuming func finish() -> [[SubtitleSpan]] { spans.finish() }
}
