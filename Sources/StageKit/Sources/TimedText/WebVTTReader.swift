@_spi(Host) import Coding

extension SubtitleReader {
  var isWebVTT: Bool {
    guard let first = lines.first, first.hasPrefix("WEBVTT") else { return false }
    return first.dropFirst(6).first.map { $0 == " " || $0 == "\t" } ?? true
  }

  /// Reads cues and the styles before them; notes are skipped, and regions with a remark.
  mutating func readWebVTT() {
    guard isWebVTT else {
      let found = lines.first.map { "\"\($0.prefix(40))\"" } ?? "nothing"
      fault(0, "found \(found), expected WEBVTT")
      return
    }
    var index = 1
    // The header's own lines end at an empty one.
    while index < lines.count, !lines[index].isEmpty, !lines[index].contains("-->") { index += 1 }
    var styles = WebVTTStyles()
    while index < lines.count {
      if lines[index].isBlank {
        index += 1
      } else {
        readBlock(&index, &styles)
      }
    }
  }

  private mutating func readBlock(_ index: inout Int, _ styles: inout WebVTTStyles) {
    let first = index
    var name: String?
    if !lines[index].contains("-->") {
      // A cue may have a name in the line above its times.
      let isName = index + 1 < lines.count && lines[index + 1].contains("-->")
      guard isName else { return readOther(&index, &styles) }
      name = lines[first]
      index += 1
    }
    let times = times(at: index)
    let timesLine = index + 1
    index += 1
    // Lines of blanks are part of the text.
    var text = lines[index...].prefix { !$0.isEmpty && !$0.contains("-->") }
    // A line before further times is the name of the next cue only after a blank one.
    let end = index + text.count
    if end < lines.count, !lines[end].isEmpty, text.count > 1, text[end - 2].isBlank { text.removeLast() }
    index += text.count
    guard let times else { return }
    remark(settings: times.rest, line: timesLine)
    var markup = SubtitleMarkup(
      .vtt, start: times.start, end: times.end, line: timesLine + 1, styles: styles, name: name, remarks: remarks)
    let lines = markup.lines(of: text.joined(separator: "\n"))
    remarks = markup.remarks
    guard !lines.isEmpty else { return }
    cues.append(
      SubtitleCue(start: times.start, end: times.end, lines: lines, position: SubtitlePosition(settings: times.rest)))
  }

  /// Reads a block that is no cue.
  private mutating func readOther(_ index: inout Int, _ styles: inout WebVTTStyles) {
    let first = index
    while index < lines.count, !lines[index].isEmpty { index += 1 }
    switch lines[first].prefix(while: { !$0.isWhitespace }) {
    case "NOTE": break
    case "STYLE" where cues.isEmpty: styles.read(lines[(first + 1)..<index], from: first + 2, &remarks)
    case "STYLE": remarks.add("late style", line: first + 1, "styles after the first text mean nothing")
    case "REGION": remarkRegion(line: first + 1)
    default:
      fault(
        first, "found \"\(lines[first].prefix(60))\", expected a cue's times such as 00:01.000 --> 00:02.500",
        hint: "Begin comments with NOTE.")
    }
  }

  private mutating func remark(settings: String, line: Int) {
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      if setting.hasPrefix("vertical:") {
        remarks.add("vertical", line: line, "texts in columns ('\(setting)') are shown in rows")
      }
      if setting.hasPrefix("region:") { remarkRegion(line: line) }
    }
  }

  private mutating func remarkRegion(line: Int) {
    remarks.add("region", line: line, "regions are not kept: their texts are shown where texts without a region are")
  }
}

extension SubtitlePosition {
  /// Reads a cue's settings; settings that cannot be read count as not given, as the format says.
  init(settings: String) {
    self.init()
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      // The part after a comma is the alignment of the position itself.
      let value = parts[1].prefix { $0 != "," }
      switch parts[0] {
      case "line": line = Self.percentage(value).map { .fraction($0) } ?? Int(value).map { .number($0) }
      case "position": position = Self.percentage(value)
      case "size": size = Self.percentage(value)
      case "align": alignment = Alignment(rawValue: value == "middle" ? "center" : String(value))
      default: continue
      }
    }
  }

  private static func percentage(_ text: Substring) -> Double? {
    guard text.last == "%", let value = Double(text.dropLast()), (0...100).contains(value) else { return nil }
    return value / 100
  }
}
