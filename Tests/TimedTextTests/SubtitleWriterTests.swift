import Testing
import TimedText

@Suite("Writing subtitles")
struct SubtitleWriterTests {
  private static var track: SubtitleTrack {
    var bold = SubtitleStyle()
    bold.isBold = true
    var yellow = SubtitleStyle()
    yellow.color = "yellow"
    return SubtitleTrack(cues: [
      SubtitleCue(
        start: 1.0005, end: 2, lines: [[SubtitleSpan("a < b "), SubtitleSpan("c", style: bold)]],
        position: SubtitlePosition(line: .fraction(0), position: 0.125, alignment: .left)),
      SubtitleCue(
        start: 3600, end: 3601.25,
        lines: [[SubtitleSpan("one "), SubtitleSpan("two", style: yellow, start: 3600.5)], [SubtitleSpan("three")]]),
    ])
  }

  @Test("SubRip has numbers, tags and alignment")
  func subRip() {
    #expect(
      Self.track.text(.srt) == """
        1
        00:00:01,001 --> 00:00:02,000
        {\\an7}a < b <b>c</b>

        2
        01:00:00,000 --> 01:00:01,250
        one <font color="yellow">two</font>
        three

        """)
  }

  @Test("WebVTT has settings, entities and times of words")
  func webVTT() {
    #expect(
      Self.track.text(.vtt) == """
        WEBVTT

        00:00:01.001 --> 00:00:02.000 line:0% position:12.5% align:left
        a &lt; b <b>c</b>

        01:00:00.000 --> 01:00:01.250
        one <01:00:00.500><c.yellow>two</c>
        three

        """)
  }

  @Test("Colors are the classes that WebVTT has, or such with a style")
  func colors() throws {
    let spans = ["#ffff00", "#12AB56", "Red", "rgba(1,2,3,0.5)", "a}b"].map { color in
      var style = SubtitleStyle()
      style.color = color
      return SubtitleSpan("a", style: style)
    }
    let track = SubtitleTrack(cues: [SubtitleCue(start: 0, end: 1, lines: [spans])])
    let text = track.text(.vtt)
    #expect(
      text == """
        WEBVTT

        STYLE
        ::cue(.color-12ab56) { color: #12AB56 }
        ::cue(.color-rgba-1-2-3-0_5) { color: rgba(1,2,3,0.5) }

        00:00:00.000 --> 00:00:01.000
        <c.yellow>a</c><c.color-12ab56>a</c><c.red>a</c><c.color-rgba-1-2-3-0_5>a</c>a

        """)
    let read = try SubtitleTrack(Array(text.utf8), format: .vtt)
    #expect(read.cues[0].lines[0].map(\.style.color) == ["yellow", "#12AB56", "red", "rgba(1,2,3,0.5)", nil])
  }

  @Test("What is written reads as the same", arguments: SubtitleFormat.allCases)
  func roundTrip(format: SubtitleFormat) throws {
    let once = try SubtitleTrack(Array(Self.track.text(format).utf8), format: format)
    #expect(once.cues.map(\.text) == Self.track.cues.map(\.text))
    #expect(try SubtitleTrack(Array(once.text(format).utf8), format: format) == once)
  }

  @Test("A cut keeps what is shown within it and counts from its start")
  func cut() {
    let cut = Self.track.cut(from: 1.5, to: 3600.75)
    #expect(cut.cues.map(\.start) == [0, 3598.5])
    #expect(cut.cues.map(\.end) == [0.5, 3599.25])
    #expect(cut.cues[1].lines[0].map(\.start) == [nil, 3599])
    #expect(Self.track.cut(from: 2, to: 3600).cues.isEmpty)
    #expect(Self.track.cut(from: 3600.75, to: 4000).cues[0].lines[0][1].start == 0)
  }

  @Test("Cues come in the order of their starts")
  func order() {
    let cues = [2.0, 1, 2].enumerated().map { index, start in
      SubtitleCue(start: start, end: 3, lines: [[SubtitleSpan("\(index)")]])
    }
    #expect(SubtitleTrack(cues: cues).cues.map(\.text) == ["1", "0", "2"])
  }
}
