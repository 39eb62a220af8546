import Testing
@_spi(Host) import TimedText

@Suite("SubRip")
struct SubRipTests {
  @Test("Cues have times, lines and styles")
  func cues() throws {
    let track = try read(
      """
      1
      00:00:01,000 --> 00:00:02,500
      Hello <i>there</i>,
      <b>you</b>.

      2
      01:02:03,004 --> 01:02:04,000
      <font color="#ffcc00">Gold</font> & more
      """)
    #expect(track.cues.map(\.start) == [1, 3723.004])
    #expect(track.cues.map(\.end) == [2.5, 3724])
    #expect(track.cues.map(\.text) == ["Hello there,\nyou.", "Gold & more"])
    #expect(track.cues[0].lines[0].map(\.style.isItalic) == [false, true, false])
    #expect(track.cues[0].lines[1].map(\.style.isBold) == [true, false])
    #expect(track.cues[1].lines[0].map(\.style.color) == ["#ffcc00", nil])
  }

  @Test(
    "Files as they are found in the world read alike",
    arguments: [
      "1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nTwo\r\n",
      "\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo",
      "1\r00:00:01,000 --> 00:00:02,000\rOne\r\r2\r00:00:03,000 --> 00:00:04,000\rTwo\r",
      "00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,000 --> 00:00:04,000\nTwo",
      "\n\n 1 \n0:00:01.000 --> 0:00:02.0\nOne\n\n\n\n7\n 00:03-->00:04 X1:10 X2:20\nTwo\n\n",
      "1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo",
      "2\n00:00:03,000 --> 00:00:04,000\n\nTwo\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n",
      "1\n00:00:01,000 --> 00:00:02,000\n{\\pos(3,4)\\fs20}One\0\n\n2\n00:00:03,000 --> 00:00:04,000\n<b>Two",
    ])
  func oddities(text: String) throws {
    let track = try read(text)
    #expect(track.cues.map(\.start) == [1, 3])
    #expect(track.cues.map(\.end) == [2, 4])
    #expect(track.cues.map(\.text) == ["One", "Two"])
  }

  @Test("Numbers and arrows within a text stay, and so do signs that are no tags")
  func text() throws {
    let track = try read(
      """
      1
      00:00:01,000 --> 00:00:02,000
      He is
      42

      2
      00:00:03,000 --> 00:00:04,000
      a < b, 1 <3 & {x} <<i>{\\i0{\\i0} \\Ntwo\\hlines &lt;i&gt; &#65;
      A --> B
      """)
    #expect(track.cues.map(\.text) == ["He is\n42", "a < b, 1 <3 & {x} <{\\i0 \ntwo\u{A0}lines <i> A\nA --> B"])
  }

  @Test("Elements 'br' are line breaks")
  func breaks() throws {
    #expect(try read("1\n00:00:01,000 --> 00:00:02,000\nx<br>y<br/>z<BR />w\n").cues.map(\.text) == ["x\ny\nz\nw"])
  }

  @Test("What is not kept is said once for each kind, with its line")
  func remarks() throws {
    let text =
      "1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20\na\n<s>b</s> {\\pos(3,4)\\b1}c{\\fs20} "
      + "<font face=Arial>d</font>\n"
    let (track, remarks) = try SubtitleTrack.reading(Array(text.utf8), format: .srt)
    #expect(track.cues.map(\.text) == ["a\nb c d"])
    #expect(
      remarks.map { "\($0.line ?? 0): \($0.message)" } == [
        "2: places of texts by coordinates ('X1:') are not kept", "4: lines through texts are not kept",
        "4: tags such as '\\pos(3,4)' are not kept", "4: fonts and sizes of texts are not kept",
      ])
  }

  @Test(
    "Alignment as on a keypad",
    arguments: [
      (1, nil, .left), (2, nil, nil), (3, nil, .right), (5, .fraction(0.5), nil), (7, .fraction(0), .left),
      (8, .fraction(0), nil), (9, .fraction(0), .right),
    ] as [(Int, SubtitlePosition.Line?, SubtitlePosition.Alignment?)])
  func alignment(key: Int, line: SubtitlePosition.Line?, alignment: SubtitlePosition.Alignment?) throws {
    let track = try read("1\n00:00:01,000 --> 00:00:02,000\n{\\an\(key)}Text\n")
    #expect(track.cues[0].position == SubtitlePosition(line: line, alignment: alignment))
    #expect(track.cues[0].text == "Text")
  }

  @Test("UTF-16 with a byte order mark reads")
  func utf16() throws {
    let text = "1\n00:00:01,000 --> 00:00:02,000\nÄ 🚕\n"
    let little = ("\u{FEFF}" + text).utf16.reduce(into: [UInt8]()) { $0 += [UInt8($1 & 255), UInt8($1 >> 8)] }
    let big = ("\u{FEFF}" + text).utf16.reduce(into: [UInt8]()) { $0 += [UInt8($1 >> 8), UInt8($1 & 255)] }
    for bytes in [little, big] {
      #expect(try SubtitleTrack(bytes, format: .srt).cues.map(\.text) == ["Ä 🚕"])
    }
  }

  @Test("All faults are told with their lines")
  func faults() {
    let error = #expect(throws: SubtitleError.self) {
      try read(
        """
        Words

        1
        00:00:02,000 --> 00:00:01,000
        Back

        2
        00:00:61,000 --> 00:01:02,000
        Late

        3
        00:00:05,000 -> 00:00:06,000
        Thin
        """)
    }
    #expect(
      error?.description == """
        line 1: found "Words", expected a cue's times such as 00:00:01,000 --> 00:00:02,500
        line 4: the end 00:00:01.000 is before the start 00:00:02.000
        line 8: found "00:00:61,000 --> 00:01:02,000", expected a time such as 00:00:01.000 --> 00:00:02.500
        line 12: found "00:00:05,000 -> 00:00:06,000", expected ' --> ' between two times, such as \
        00:00:01.000 --> 00:00:02.500
        """)
  }

  @Test("Bytes that are not UTF-8 are told with their line")
  func encoding() {
    let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + [0xE4, 0x0A]
    let error = #expect(throws: SubtitleError.self) { try SubtitleTrack(bytes, format: .srt) }
    #expect(error?.faults.map(\.line) == [3])
    #expect(
      error?.faults[0].hint == "Save the file as UTF-8, for example with `iconv -f WINDOWS-1252 -t UTF-8`.")
  }

  @Test("Every prefix of a file is read or refused")
  func prefixes() {
    let bytes = Array("\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>A</i> &amp; ü\n\n2\n".utf8)
    for count in 0...bytes.count {
      for format in SubtitleFormat.allCases { _ = try? SubtitleTrack(Array(bytes.prefix(count)), format: format) }
    }
  }

  private func read(_ text: String) throws -> SubtitleTrack {
    try SubtitleTrack(Array(text.utf8), format: .srt)
  }
}
