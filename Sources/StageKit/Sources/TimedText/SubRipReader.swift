@_spi(Host) import Coding

extension SubtitleReader {
  /// Cues with or without numbers, and with or without blank lines between them.
  mutating func readSubRip() {
    var previousNumber: Int?
    var text: [String] = []
    var times: (start: Double, end: Double, rest: String)?
    var first = 0
    var isBeforeFirst = true

    for index in lines.indices {
      guard isTimes(lines[index]) else {
        if isBeforeFirst, !lines[index].isBlank, number(before: index + 1, after: nil) == nil {
          fault(
            index,
            "found \"\(lines[index].prefix(60))\", expected a cue's times such as 00:00:01,000 --> 00:00:02,500")
          isBeforeFirst = false
        }
        text.append(lines[index])
        continue
      }
      let number = number(before: index, after: previousNumber)
      if number != nil, !text.isEmpty { text.removeLast() }
      if let times { add(times, text, from: first) }
      first = index + 2
      previousNumber = number ?? previousNumber
      text = []
      isBeforeFirst = false
      times = self.times(at: index)
    }
    if let times { add(times, text, from: first) }
  }

  /// True if a line gives times, or was meant to.
  private func isTimes(_ line: String) -> Bool {
    guard line.contains("->"), let first = line.first(where: { !$0.isWhitespace }) else { return false }
    return first.isASCII && (first.isNumber || first == "-") && line.contains(":")
  }

  /// The number of a cue in the line before its times: it is alone on its line, or follows the one before it.
  private func number(before index: Int, after previous: Int?) -> Int? {
    guard index > 0, let number = Int(lines[index - 1].trimmed) else { return nil }
    let standsAlone = index < 2 || lines[index - 2].isBlank
    return standsAlone || number == (previous ?? 0) + 1 ? number : nil
  }

  /// - Parameter line: The number of the text's first line, from 1.
  private mutating func add(
    _ times: (start: Double, end: Double, rest: String), _ text: [String], from line: Int
  ) {
    if times.rest.contains("X1:") {
      remarks.add("place", line: line - 1, "places of texts by coordinates ('X1:') are not kept")
    }
    var markup = SubtitleMarkup(.srt, line: line, remarks: remarks)
    let lines = markup.lines(of: text.joined(separator: "\n"))
    remarks = markup.remarks
    guard !lines.isEmpty else { return }
    cues.append(SubtitleCue(start: times.start, end: times.end, lines: lines, position: markup.position))
  }
}
