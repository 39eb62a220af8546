import Testing
@_spi(Host) import TimedText

@Suite("WebVTT")
struct WebVTTTests {
  @Test("Notes and regions are skipped, and names of cues")
  func blocks() throws {
    let track = try read(
      """
      WEBVTT - A title
      Kind: captions
      Language: en

      NOTE
      A comment of
      two lines

      STYLE
      ::cue { color: red }

      REGION
      id:fred

      intro
      00:01.000 --> 00:02.500
      Hello

      01:00:00.000 --> 01:00:01.000 region:fred
      Late
      """)
    #expect(track.cues.map(\.start) == [1, 3600])
    #expect(track.cues.map(\.text) == ["Hello", "Late"])
    #expect(track.cues.allSatisfy { $0.lines[0].map(\.style.color) == ["red"] })
  }

  @Test("Only an empty line ends a cue: lines of blanks, as YouTube writes them, are part of it")
  func blankLines() throws {
    let track = try read(
      """
      WEBVTT
      Kind: captions

      00:00.500 --> 00:01.500 align:start position:0%
      \u{20}
      hey<00:00.800><c> everyone</c>

      00:01.500 --> 00:02.000
      one
      \u{20}
      two
      \u{20}

      00:02.000 --> 00:03.000
      three
      \u{20}
      name
      00:03.000 --> 00:04.000
      four
      """)
    #expect(track.cues.map(\.text) == ["hey everyone", "one\ntwo", "three", "four"])
    #expect(track.cues[0].lines[0].map(\.start) == [nil, 0.8])
  }

  @Test(
    "Styles find texts by elements, classes, voices and names, and what says more wins",
    arguments: [
      ("::cue{color:red}", "a <b>b</b>", ["red", "red"]), ("::cue(b){color:lime}", "a <b>b</b>", [nil, "lime"]),
      ("::cue(.hot){color:#F00}", "<c.hot>a</c><c.cold>b</c>", ["#F00", nil]),
      ("::cue(c.hot), ::cue(u.hot){color:#F00}", "<c.hot>a</c><b.hot>b</b><u.hot>c</u>", ["#F00", nil, "#F00"]),
      ("::cue(#intro){color:cyan}", "a", ["cyan"]), ("::cue(#\\31){color:cyan}", "a", [nil]),
      ("::cue(v[voice=\"Ada\"]){color:pink}", "<v Ada>a</v><v Bo>b</v>", ["pink", nil]),
      ("::cue(.hot){color:red}\n::cue(c.hot){color:blue}\n::cue(.hot){color:green}", "<c.hot>a</c>", ["blue"]),
      ("::cue(.hot){color:red !important}\n::cue(c.hot){color:blue}", "<c.hot>a</c>", ["red"]),
      ("::cue(.yellow){color:#CC0}", "<c.yellow>a</c>", ["#CC0"]), ("::cue{color:white}", "a", [nil]),
      ("/* ::cue { color: red } */\n::cue(b, i){color:rgb(1, 2, 3);}", "<i>a</i>", ["rgb(1, 2, 3)"]),
      ("::cue(b){color:red", "<b>a</b>", ["red"]),
    ] as [(String, String, [String?])])
  func styles(css: String, text: String, colors: [String?]) throws {
    let track = try read("WEBVTT\n\nSTYLE\n\(css)\n\nintro\n00:00.000 --> 00:01.000\n\(text)\n")
    #expect(track.cues[0].lines[0].map(\.style.color) == colors)
  }

  @Test("Styles set weights, slants and underlines, and take them off")
  func weights() throws {
    let css =
      "::cue { font-weight: 700; font-style: italic; text-decoration: underline }\n"
      + "::cue(b) { font-weight: normal }"
    let track = try read("WEBVTT\n\nSTYLE\n\(css)\n\n00:00.000 --> 00:01.000\na<b>b</b>\n")
    let styles = track.cues[0].lines[0].map(\.style)
    #expect(styles.map(\.isBold) == [true, false])
    #expect(styles.allSatisfy { $0.isItalic && $0.isUnderlined })
  }

  @Test("What is not kept is said once for each kind, with its line")
  func remarks() throws {
    let text = """
      WEBVTT

      STYLE
      ::cue(b) {
        color: red;
        font-size: 2em; background: black
      }
      ::cue(:past) { color: gray }

      REGION
      id:fred

      00:00.000 --> 00:01.000 region:fred
      <c.red.bg_blue>a</c>

      00:00.000 --> 00:01.000 vertical:rl
      b
      <ruby>漢<rt>kan &amp;</rt></ruby>

      STYLE
      ::cue { color: red }
      """
    let (track, remarks) = try SubtitleTrack.reading(Array(text.utf8), format: .vtt)
    #expect(track.cues.map(\.text) == ["a", "b\n漢"])
    #expect(
      remarks.map { "\($0.line ?? 0): \($0.message)" } == [
        "6: the style 'font-size: 2em' is not kept", "6: the style 'background: black' is not kept",
        "8: styles of '::cue(:past)' are not kept",
        "10: regions are not kept: their texts are shown where texts without a region are",
        "14: backgrounds of texts are not kept, such as 'bg_blue'",
        "16: texts in columns ('vertical:rl') are shown in rows", "18: ruby text is not shown",
        "20: styles after the first text mean nothing",
      ])
  }

  @Test("Characters have the names and numbers of HTML; other names stay")
  func references() throws {
    let track = try read(
      "WEBVTT\n\n00:00.000 --> 00:01.000\n&copy;&hearts;&eacute;&ndash;&hellip;&apos;&rarr;&Alpha;&thetasym;&yuml;&nbsp;"
        + "&unknown; AT&T &#233;&#xE9;&#150;&#7;\n")
    #expect(track.cues[0].text == "©♥é–…'→Αϑÿ\u{A0}&unknown; AT&T éé–&#7;")
  }

  @Test("Tags give styles, colors and voices, and entities characters")
  func tags() throws {
    let track = try read(
      "WEBVTT\n\n00:00.000 --> 00:01.000\n<v.loud Mary Ann>Oh <b>my</b> <c.yellow.big>&lt;gold&gt;</c> "
        + "<lang en>&amp;</lang><ruby>漢<rt>kan</rt></ruby> <x>a</x> &#x41;\n")
    let line = track.cues[0].lines[0]
    #expect(track.cues[0].text == "Oh my <gold> &漢 a A")
    #expect(line.allSatisfy { $0.style.voice == "Mary Ann" })
    #expect(line.first { $0.text == "my" }?.style.isBold == true)
    #expect(line.first { $0.text == "<gold>" }?.style.color == "yellow")
  }

  @Test("Settings give the position; what cannot be read counts as not given")
  func settings() throws {
    let track = try read(
      """
      WEBVTT

      00:00.000 --> 00:01.000 line:10%,start position:25%,line-left size:50% align:start
      a

      00:00.000 --> 00:01.000 line:-2 align:middle vertical:rl
      b

      00:00.000 --> 00:01.000 line:x position:101% size: align:up
      c
      """)
    #expect(
      track.cues.map(\.position) == [
        SubtitlePosition(line: .fraction(0.1), position: 0.25, size: 0.5, alignment: .start),
        SubtitlePosition(line: .number(-2), alignment: .center), SubtitlePosition(),
      ])
  }

  @Test("Times within the text are those of what follows; those outside the cue are ignored")
  func wordTimes() throws {
    let track = try read(
      "WEBVTT\n\n00:01.000 --> 00:03.000\nOne <00:01.500>two <00:00:02.250><c>three</c> <00:09.000>four\n")
    let spans = track.cues[0].lines[0]
    #expect(spans.map(\.start) == [nil, 1.5, 2.25, 2.25])
    #expect(track.cues[0].words.map(\.start) == [1, 1.5, 2.25, 2.25 + 0.75 * 6.5 / 12])
  }

  @Test("A file of the other format is read as what it is")
  func wrongEnding() throws {
    let text = "\u{FEFF}WEBVTT\n\n00:01.000 --> 00:02.000\na\n"
    #expect(try SubtitleTrack(Array(text.utf8), format: .srt).cues.count == 1)
  }

  @Test("All faults are told with their lines")
  func faults() {
    let error = #expect(throws: SubtitleError.self) {
      try read("WEBVTT\n\nA comment\n\n00:01.000 --> 00:00.500\na\n\nx0:00.000 --> 00:02.000\nb\n")
    }
    #expect(
      error?.description == """
        line 3: found "A comment", expected a cue's times such as 00:01.000 --> 00:02.500. Begin comments with NOTE.
        line 5: the end 00:00:00.500 is before the start 00:00:01.000
        line 8: found "x0:00.000 --> 00:02.000", expected a time such as 00:00:01.000 --> 00:00:02.500
        """)
    let header = #expect(throws: SubtitleError.self) { try read("1\n00:00:01,000 --> 00:00:02,000\na\n") }
    #expect(header?.description == "line 1: found \"1\", expected WEBVTT")
  }

  private func read(_ text: String) throws -> SubtitleTrack {
    try SubtitleTrack(Array(text.utf8), format: .vtt)
  }
}
