import StageKit
import SubtitleFiles
import Testing

@Suite("EBU STL")
struct STLTests {
  /// A header, of which the fields that count are given.
  private func header(rate: String = "25", kind: String = "1", table: String = "00", start: String = "10000000")
    -> [UInt8]
  {
    var bytes = [UInt8](repeating: 0x20, count: 1024)
    for (offset, text) in [
      (0, "850STL\(rate).01\(kind)\(table)09"), (238, "0000000000001"), (251, "4023"), (256, start),
    ] { bytes.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8) }
    return bytes
  }

  private func block(
    _ start: [UInt8], _ end: [UInt8], _ text: [UInt8], cumulation: UInt8 = 0, row: UInt8 = 20, justification: UInt8 = 2,
    isComment: Bool = false, extensionNumber: UInt8 = 0xFF
  ) -> [UInt8] {
    [0, 1, 0, extensionNumber, cumulation] + start + end + [row, justification, isComment ? 1 : 0] + text
      + [UInt8](repeating: 0x8F, count: 112 - text.count)
  }

  private func read(_ bytes: [UInt8]) throws -> SubtitleFile.Contents { try SubtitleFile.read(bytes, name: "a.stl") }

  @Test("Times count from the start of the film, in frames of the file", arguments: [("25", 2.48), ("30", 2.4)])
  func times(rate: String, end: Double) throws {
    let contents = try read(header(rate: rate) + block([10, 0, 1, 0], [10, 0, 2, 12], Array("Hi".utf8)))
    #expect(contents.track.cues.map(\.start) == [1] && contents.track.cues.map(\.end) == [end])
    #expect(contents.track.cues[0].position == SubtitlePosition(alignment: .center) && contents.remarks.isEmpty)
  }

  @Test("A start after the first subtitle is no start")
  func wrongStart() throws {
    let contents = try read(header() + block([0, 0, 1, 0], [0, 0, 2, 0], Array("Hi".utf8)))
    #expect(contents.track.cues.map(\.start) == [1])
    #expect(
      contents.remarks.map(\.message) == [
        "the film begins after its first subtitle, as the header says; times count from 0"
      ])
  }

  @Test("Marks before letters are put on them, and other tables are read")
  func characters() throws {
    let latin = try read(
      header()
        + block(
          [10, 0, 1, 0], [10, 0, 2, 0],
          [0xC8, 0x6F, 0xFB, 0xA4, 0xC2, 0x65, 0xCF, 0x53, 0xE8, 0xD5, 0xC3, 0x20, 0xD0, 0xAD, 0xC2, 0x67]))
    #expect(latin.track.cues[0].text == "öß$éŠŁ♪^—↑ģ")
    for (table, bytes, text) in [
      ("01", [0xBF, 0xE0, 0xD8, 0xF0], "Пр\u{438}№"), ("02", [0xC7, 0xBF, 0xE0], "ا؟ـ"),
      ("03", [0xC1, 0xFE, 0xA4], "Αώ€"),
      ("04", [0xE0, 0xFA, 0xAA], "את×"),
    ] as [(String, [UInt8], String)] {
      let track = try read(header(table: table) + block([10, 0, 1, 0], [10, 0, 2, 0], bytes)).track
      #expect(track.cues[0].text == text)
    }
    let unknown = try read(header() + block([10, 0, 1, 0], [10, 0, 2, 0], [0x41, 0xA6]))
    #expect(unknown.track.cues[0].text == "A" && unknown.remarks.count == 1)
  }

  @Test("Codes of teletext are colors and spaces; each line begins in white")
  func teletext() throws {
    let text: [UInt8] =
      [0x0D, 0x0B, 0x0B, 0x03] + Array("One".utf8) + [0x02] + Array("two".utf8) + [
        0x0A, 0x0A, 0x8A, 0x8A, 0x0D, 0x0B, 0x0B,
      ]
      + Array("three".utf8) + [0x0A, 0x0A]
    let cue = try read(header() + block([10, 0, 1, 0], [10, 0, 2, 0], text, row: 4, justification: 1)).track.cues[0]
    #expect(cue.text == "One two\nthree")
    #expect(cue.lines.map { $0.map(\.style.color) } == [["yellow", "lime"], [nil]])
    // Four of 23 rows, the first of which is the fourth.
    #expect(cue.position == SubtitlePosition(line: .fraction(3.0 / 19), alignment: .left))
  }

  @Test("Open subtitles have italics and underlines")
  func open() throws {
    let text: [UInt8] = [0x80, 0x41, 0x81, 0x20, 0x82, 0x42, 0x83, 0x8A, 0x43]
    let cue = try read(header(kind: "0") + block([10, 0, 1, 0], [10, 0, 2, 0], text)).track.cues[0]
    #expect(cue.text == "A B\nC")
    #expect(cue.lines[0].map(\.style.isItalic) == [true, false, false])
    #expect(cue.lines[0].map(\.style.isUnderlined) == [false, false, true])
  }

  @Test("Subtitles that add up stay until the last of them goes")
  func cumulation() throws {
    let blocks =
      block([10, 0, 1, 0], [10, 0, 2, 0], Array("A".utf8), cumulation: 1)
      + block([10, 0, 3, 0], [10, 0, 4, 0], Array("B".utf8), cumulation: 2)
      + block([10, 0, 5, 0], [10, 0, 6, 0], Array("C".utf8), cumulation: 3)
      + block([10, 0, 7, 0], [10, 0, 8, 0], Array("D".utf8))
    let cues = try read(header() + blocks).track.cues
    #expect(cues.map(\.text) == ["A", "A\nB", "A\nB\nC", "D"])
    #expect(cues.map(\.start) == [1, 3, 5, 7] && cues.map(\.end) == [3, 5, 6, 8])
  }

  @Test("A text goes on in further blocks; comments and data of the writer are left out")
  func blocks() throws {
    let blocks =
      block([10, 0, 1, 0], [10, 0, 2, 0], [UInt8](repeating: 0x41, count: 112), extensionNumber: 0)
      + block([10, 0, 1, 0], [10, 0, 2, 0], Array("data".utf8), extensionNumber: 0xFE)
      + block([10, 0, 1, 0], [10, 0, 2, 0], [0x42])
      + block([10, 0, 3, 0], [10, 0, 4, 0], Array("note".utf8), isComment: true)
    #expect(try read(header() + blocks).track.cues.map(\.text) == [String(repeating: "A", count: 112) + "B"])
  }

  @Test("Faults are told with their blocks")
  func faults() {
    let error = #expect(throws: SubtitleError.self) {
      try read(
        header() + block([10, 0, 1, 25], [10, 0, 2, 0], [0x41]) + block([10, 0, 2, 0], [10, 0, 1, 0], [0x41]))
    }
    #expect(
      error?.description == """
        block 1: found the time 10:0:1:25, expected hours, minutes, seconds and frames of 25 a second
        block 2: the end is before the start
        """)
    #expect(throws: SubtitleError.self) { try read(header(rate: "11")) }
    let whole = header() + block([10, 0, 1, 0], [10, 0, 2, 0], [0x41])
    for count in stride(from: 0, to: whole.count, by: 64) { _ = try? read(Array(whole.prefix(count))) }
  }
}
