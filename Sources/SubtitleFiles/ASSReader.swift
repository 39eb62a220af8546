@_spi(Host) import Coding
import StageKit
@_spi(Host) import TimedText

/// Reads Advanced SubStation Alpha (ASS) and SubStation Alpha (SSA).
struct ASSReader {
  /// A line of a section, such as `Dialogue: …`.
  struct Entry {
    let line: Int
    let key: String
    let value: Substring
  }

  private var styles: [String: ASSStyle] = [:]
  private var events: [(entry: Entry, fields: [String: Substring])] = []
  private var info: [String: String] = [:]
  private var cues: [SubtitleCue] = []
  private var faults: [SubtitleError.Fault] = []
  private var remarks = Remarks()

  /// True for a text that begins with a section, or with comments before one.
  static func recognizes(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while [UInt8(ascii: ";"), UInt8(ascii: "!")].contains(rest.first) {
      rest = rest.drop { $0 != 0x0A && $0 != 0x0D }.drop(while: ByteScanner.isSpace)
    }
    guard rest.first == UInt8(ascii: "["), let letter = rest.dropFirst().first else { return false }
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    return Character(Unicode.Scalar(letter)).isLetter && letter < 0x80 && line.contains(UInt8(ascii: "]"))
  }

  static func read(_ text: [UInt8]) throws(SubtitleError) -> SubtitleFile.Contents {
    var reader = ASSReader()
    reader.readSections(try text.subtitleLines())
    reader.readEvents()
    if !reader.faults.isEmpty { throw SubtitleError(faults: reader.faults.sorted { ($0.line ?? 0) < ($1.line ?? 0) }) }
    return (SubtitleTrack(cues: reader.cues), reader.remarks.texts)
  }

  // MARK: Sections

  private static let eventFormat = "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"

  private mutating func readSections(_ lines: [Substring]) {
    var section = ""
    var format: [String] = []
    for (index, line) in lines.enumerated() {
      let text = line.drop(while: \.isWhitespace)
      if text.first == "[", let end = text.firstIndex(of: "]") {
        section = text[..<end].dropFirst().lowercased()
        format = section == "events" ? Self.names(Self.eventFormat[...]) : []
        continue
      }
      guard text.first != ";", let colon = text.firstIndex(of: ":") else { continue }
      let entry = Entry(
        line: index + 1, key: text[..<colon].trimmed.lowercased(),
        value: text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
      switch section {
      case "script info": info[entry.key] = entry.value.trimmed.lowercased()
      case "v4+ styles", "v4 styles", "v4 styles+", "v4++ styles":
        if entry.key == "format" { format = Self.names(entry.value) }
        if entry.key == "style" { add(style: entry, format, isOld: section == "v4 styles") }
      case "events":
        if entry.key == "format" { format = Self.names(entry.value) } else { add(event: entry, format) }
      default: continue
      }
    }
  }

  private static func names(_ format: Substring) -> [String] {
    format.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed.lowercased() }
  }

  /// The fields of a line by their names. Commas within a text are its own, wherever the format has it; nil where there are
  /// too few fields.
  private static func fields(_ value: Substring, _ format: [String]) -> [String: Substring]? {
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard !format.isEmpty, parts.count >= format.count else { return nil }
    let more = parts.count - format.count
    let text = format.firstIndex(of: "text") ?? format.count - 1
    var fields: [String: Substring] = [:]
    for (index, name) in format.enumerated() {
      let first = index > text ? index + more : index
      let last = index >= text ? index + more : index
      fields[name] = value[parts[first].startIndex..<parts[last].endIndex]
    }
    return fields
  }

  private mutating func add(style entry: Entry, _ format: [String], isOld: Bool) {
    guard let fields = Self.fields(entry.value, format), let name = fields["name"]?.trimmed else {
      let count = "\(format.count) fields, as its 'Format' line names them"
      return fault(entry.line, "this style does not have \(format.isEmpty ? "a 'Format' line before it" : count)")
    }
    styles[name.lowercased()] = ASSStyle(fields, isOld: isOld, line: entry.line)
  }

  private mutating func add(event entry: Entry, _ format: [String]) {
    guard entry.key == "dialogue" else {
      if ["picture", "sound", "movie", "command"].contains(entry.key) {
        remarks.add(entry.key, line: entry.line, "events of the kind '\(entry.key)' are not shown")
      }
      return
    }
    guard let fields = Self.fields(entry.value, format) else {
      return fault(entry.line, "this event does not have the \(format.count) fields that its 'Format' line names")
    }
    events.append((entry, fields))
  }

  private mutating func fault(_ line: Int, _ message: String) { faults.append(.init(line: line, message: message)) }

  // MARK: Events

  private mutating func readEvents() {
    let canvas = ScriptCanvas(
      width: info["playresx"].flatMap(Double.init), height: info["playresy"].flatMap(Double.init))
    for (entry, fields) in events {
      guard let start = time("start", fields, entry), let end = time("end", fields, entry) else { continue }
      guard end >= start else {
        remarks.add("end", line: entry.line, "an event that ends before it starts is not shown")
        continue
      }
      let name = fields["style"]?.trimmed.drop { $0 == "*" }.lowercased() ?? "default"
      if styles[name] == nil, name != "default" {
        remarks.add("style", line: entry.line, "there is no style '\(name)'; it is shown as by default")
      }
      let style = styles[name] ?? styles["default"] ?? ASSStyle()
      style.remark(to: &remarks)
      if let effect = fields["effect"]?.trimmed, !effect.isEmpty, effect.lowercased() != "karaoke" {
        remarks.add("effect", line: entry.line, "the effect '\(effect.prefix(40))' is not shown")
      }
      var text = ASSText(
        style, styles, start: start, canvas,
        breaksSoftly: info["wrapstyle"] == "2", line: entry.line, remarks)
      if let voice = fields["name"]?.trimmed, !voice.isEmpty { text.voice = String(voice) }
      let lines = text.lines(of: fields["text"] ?? "")
      remarks = text.remarks
      guard !lines.isEmpty else { continue }
      cues.append(SubtitleCue(start: start, end: end, lines: lines, position: text.position))
    }
  }

  /// A time such as `1:02:03.45` in seconds.
  private mutating func time(_ name: String, _ fields: [String: Substring], _ entry: Entry) -> Double? {
    let text = fields[name]?.trimmed ?? ""
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      let seconds = Double(parts[2].replacing(",", with: ".")), (0...99_999).contains(hours),
      (0..<60).contains(minutes),
      (0..<60).contains(seconds)
    {
      return (Double(hours * 3600 + minutes * 60) * 1000 + (seconds * 1000).rounded()) / 1000
    }
    fault(entry.line, "found \"\(text.prefix(40))\", expected a time such as 0:00:01.50")
    return nil
  }
}

/// The size in which a script gives positions.
struct ScriptCanvas {
  let width: Double
  let height: Double

  /// Sizes that are missing follow from the other one, as players take them.
  init(width: Double?, height: Double?) {
    let (width, height) = (width.flatMap { $0 > 0 ? $0 : nil }, height.flatMap { $0 > 0 ? $0 : nil })
    self.width = width ?? height.map { $0 == 1024 ? 1280 : $0 * 4 / 3 } ?? 384
    self.height = height ?? width.map { $0 == 1280 ? 1024 : $0 * 3 / 4 } ?? 288
  }
}

extension [UInt8] {
  /// The lines of a text in UTF-8. Throws for one that is not.
  func subtitleLines() throws(SubtitleError) -> [Substring] {
    guard let text = String(validating: self, as: UTF8.self) else { throw .notUTF8(self) }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
