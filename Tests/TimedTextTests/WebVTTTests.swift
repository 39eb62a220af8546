import Testing
import TimedText

@Suite("WebVTT")
struct WebVTTTests {
  @Test("Notes, styles and regions are skipped, and names of cues")
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
