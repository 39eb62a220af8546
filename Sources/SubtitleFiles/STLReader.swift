import StageKit
@_spi(Host) import TimedText

/// Reads subtitle files of the European Broadcasting Union (EBU Tech 3264, STL).
struct STLReader {
  /// A subtitle, whose text may take several blocks.
  private struct Subtitle {
    /// The number of its first block, from 1.
    let block: Int
    /// Its own number, which all of its blocks have.
    let number: [UInt8]
    /// In frames.
    let start: Int
    let end: Int
    /// 0 for one by itself; 1 for the first, 2 for one within and 3 for the last of those that add up.
    let cumulation: UInt8
    let row: Int
    let justification: UInt8
    var text: [UInt8]
  }

  private static let headerLength = 1024
  private static let blockLength = 128

  private let bytes: [UInt8]
  private let frameRate: Int
  private let isTeletext: Bool
  private let rows: Int
  private let table: CodeTable
  private var faults: [SubtitleError.Fault] = []
  private var remarks = Remarks()

  /// True for bytes that begin as an EBU STL file does.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 11 && bytes[3..<6].elementsEqual("STL".utf8) && bytes[6..<8].allSatisfy { $0 &- 0x30 < 10 }
      && bytes[8] == UInt8(ascii: ".")
  }

  static func read(_ bytes: [UInt8]) throws(SubtitleError) -> SubtitleFile.Contents {
    guard bytes.count >= headerLength else {
      let message = "the header has \(bytes.count) bytes, expected \(headerLength)"
      throw SubtitleError(faults: [.init(line: nil, message: message)])
    }
    var reader = try STLReader(bytes)
    let subtitles = reader.subtitles()
    let cues = reader.cues(subtitles)
    if !reader.faults.isEmpty { throw SubtitleError(faults: reader.faults) }
    return (SubtitleTrack(cues: cues), reader.remarks.texts)
  }

  private init(_ bytes: [UInt8]) throws(SubtitleError) {
    self.bytes = bytes
    let rate = Int(String(decoding: bytes[6..<8], as: UTF8.self)) ?? 0
    guard [23, 24, 25, 30, 48, 50, 60].contains(rate) else {
      let message = "found \(rate) frames a second, expected 25 or 30"
      throw SubtitleError(faults: [.init(line: nil, message: message)])
    }
    frameRate = rate == 23 ? 24 : rate
    isTeletext = bytes[11] == UInt8(ascii: "1") || bytes[11] == UInt8(ascii: "2")
    let most = Int(String(decoding: bytes[253..<255], as: UTF8.self)) ?? 0
    rows = isTeletext || most < 2 ? 23 : most
    let code = String(decoding: bytes[12..<14], as: UTF8.self)
    table = CodeTable(rawValue: code) ?? .latin
    if table.rawValue != code {
      remarks.add("table", line: nil, "the code table '\(code)' is not known; the text is read as Latin (00)")
    }
  }

  // MARK: Blocks

  private mutating func subtitles() -> [Subtitle] {
    var subtitles: [Subtitle] = []
    var isOpen = false
    let count = (bytes.count - Self.headerLength) / Self.blockLength
    let rest = (bytes.count - Self.headerLength) % Self.blockLength
    if rest > 0 {
      remarks.add("rest", line: nil, "the last block has \(rest) of \(Self.blockLength) bytes; it is not read")
    }
    if let total = Int(String(decoding: bytes[238..<243], as: UTF8.self)), total > count {
      remarks.add("count", line: nil, "the file has \(count) of the \(total) blocks that its header names")
    }
    for index in 0..<count {
      let block = bytes[(Self.headerLength + index * Self.blockLength)...].prefix(Self.blockLength)
      let at = { block[block.startIndex + $0] }
      let extensionNumber = at(3)
      // Comments, and data of the writer's own.
      if at(15) == 1 || extensionNumber == 0xFE { continue }
      let text = block.dropFirst(16).prefix { $0 != 0x8F }
      let number = Array(block.dropFirst(1).prefix(2))
      if isOpen, subtitles[subtitles.count - 1].number == number {
        subtitles[subtitles.count - 1].text += text
      } else if let start = time(block.dropFirst(5), in: index), let end = time(block.dropFirst(9), in: index) {
        if end < start {
          faults.append(.init(line: nil, message: "block \(index + 1): the end is before the start"))
        }
        subtitles.append(
          Subtitle(
            block: index + 1, number: number, start: start, end: end, cumulation: at(4), row: Int(at(13)),
            justification: at(14),
            text: Array(text)))
      } else {
        continue
      }
      isOpen = extensionNumber != 0xFF
    }
    return subtitles
  }

  private mutating func time(_ bytes: ArraySlice<UInt8>, in block: Int) -> Int? {
    let (parts, limits) = (bytes.prefix(4).map(Int.init), [24, 60, 60, frameRate])
    guard zip(parts, limits).allSatisfy({ $0 < $1 }) else {
      let found = parts.map(String.init).joined(separator: ":")
      let expected = "expected hours, minutes, seconds and frames of \(frameRate) a second"
      faults.append(.init(line: nil, message: "block \(block + 1): found the time \(found), \(expected)"))
      return nil
    }
    return frames(parts)
  }

  private func frames(_ parts: [Int]) -> Int { ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * frameRate + parts[3] }

  // MARK: Cues

  private mutating func cues(_ subtitles: [Subtitle]) -> [SubtitleCue] {
    let origin = origin(of: subtitles)
    let seconds = { [frameRate] in Double($0 - origin) / Double(frameRate) }
    var cues: [SubtitleCue] = []
    var (set, lines, first) = ([Int](), [[SubtitleSpan]](), 0)
    for (subtitle, setEnd) in zip(subtitles, setEnds(subtitles)) {
      var text = STLText(table, isTeletext: isTeletext)
      let own = text.lines(of: subtitle.text)
      let isMore = subtitle.cumulation == 2 || subtitle.cumulation == 3
      if !isMore || set.isEmpty { (set, lines, first) = ([], [], subtitle.row) }
      // Those before go on until the next one adds to them.
      if isMore, let last = set.last { cues[last].end = seconds(subtitle.start) }
      lines = (lines + own).suffix(rows)
      if text.hasUnknown {
        remarks.add(
          "character", line: nil, "block \(subtitle.block): characters that the code table lacks are not shown")
      }
      if !lines.isEmpty {
        let position = position(row: first, lines: text.rows + max(subtitle.row - first, 0), subtitle.justification)
        cues.append(
          SubtitleCue(
            start: seconds(subtitle.start), end: seconds(max(setEnd, subtitle.start)), lines: lines, position: position)
        )
        set.append(cues.count - 1)
      }
      if subtitle.cumulation == 0 || subtitle.cumulation == 3 { set = [] }
    }
    return cues.filter { $0.end > $0.start }
  }

  /// When each leaves the picture: those that add up, together with the last of them.
  private func setEnds(_ subtitles: [Subtitle]) -> [Int] {
    var ends = subtitles.map(\.end)
    for index in subtitles.indices.dropLast().reversed()
    where [1, 2].contains(subtitles[index].cumulation) && [2, 3].contains(subtitles[index + 1].cumulation) {
      ends[index] = ends[index + 1]
    }
    return ends
  }

  /// The frame at which the film begins; 0 where what the header says cannot be.
  private mutating func origin(of subtitles: [Subtitle]) -> Int {
    let digits = bytes[256..<264].map { Int($0) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return 0 }
    let origin = frames(stride(from: 0, to: 8, by: 2).map { digits[$0] * 10 + digits[$0 + 1] })
    guard let first = subtitles.map(\.start).min(), origin > first else { return origin }
    remarks.add("origin", line: nil, "the film begins after its first subtitle, as the header says; times count from 0")
    return 0
  }

  /// The place of rows, of which the first counts from 1.
  private func position(row: Int, lines: Int, _ justification: UInt8) -> SubtitlePosition {
    let alignment: SubtitlePosition.Alignment? =
      justification < 4 ? [nil, .left, .center, .right][Int(justification)] : nil
    let last = Double(row + lines - 1) / Double(rows)
    let share = Double(row - 1) / Double(max(rows - lines, 1))
    return SubtitlePosition(
      line: row < 1 || last >= 0.8 ? nil : .fraction(max(share, 0)), alignment: alignment)
  }
}
