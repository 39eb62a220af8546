import Coding

extension SubtitleReader {
  var isWebVTT: Bool {
    guard let first = lines.first, first.hasPrefix("WEBVTT") else { return false }
    return first.dropFirst(6).first.map { $0 == " " || $0 == "\t" } ?? true
  }

  /// Skips notes, styles and regions.
  mutating func readWebVTT() {
    guard isWebVTT else {
      let found = lines.first.map { "\"\($0.prefix(40))\"" } ?? "nothing"
      fault(0, "found \(found), expected WEBVTT")
      return
    }
    var index = 1
    // The header's own lines end at a blank one.
    while index < lines.count, !lines[index].isBlank, !lines[index].contains("-->") { index += 1 }
    while index < lines.count {
      if lines[index].isBlank {
        index += 1
      } else {
        readBlock(&index)
      }
    }
  }

  private mutating func readBlock(_ index: inout Int) {
    let first = index
    if !lines[index].contains("-->") {
      // A cue may have a name in the line above its times.
      let isName = index + 1 < lines.count && lines[index + 1].contains("-->")
      guard isName else {
        let word = lines[index].prefix { !$0.isWhitespace }
        while index < lines.count, !lines[index].isBlank { index += 1 }
        if !["NOTE", "STYLE", "REGION"].contains(word) {
          fault(
            first, "found \"\(lines[first].prefix(60))\", expected a cue's times such as 00:01.000 --> 00:02.500",
            hint: "Begin comments with NOTE.")
        }
        return
      }
      index += 1
    }
    let times = times(at: index)
    index += 1
    let text = lines[index...].prefix { !$0.isBlank && !$0.contains("-->") }
    index += text.count
    // A line before further times is the name of the next cue only after a blank one.
    guard let times else { return }
    var markup = SubtitleMarkup(.vtt, start: times.start, end: times.end)
    let lines = markup.lines(of: text.joined(separator: "\n"))
    guard !lines.isEmpty else { return }
    cues.append(
      SubtitleCue(start: times.start, end: times.end, lines: lines, position: SubtitlePosition(settings: times.rest)))
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
