import StageKit
import SubtitleFiles
import Testing

@Suite("TTML")
struct TTMLTests {
  private func read(_ body: String, root: String = "", head: String = "") throws -> SubtitleFile.Contents {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
      xmlns:tts="http://www.w3.org/ns/ttml#styling" \(root)><head>\(head)</head>
      <body>\(body)</body></tt>
      """
    return try SubtitleFile.read(Array(text.utf8), name: "a.ttml")
  }

  @Test(
    "Times are clocks, frames, ticks and offsets",
    arguments: [
      ("00:00:01.5", "", 1.5), ("00:00:01,5", "", 1.5), ("01:02:03", "", 3723), ("00:00:01:15", "", 1.5),
      ("00:00:01:12", "ttp:frameRate=\"25\"", 1.48),
      ("00:00:00:15.1", "ttp:frameRate=\"25\" ttp:subFrameRate=\"2\"", 0.62),
      ("00:00:02:15", "ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\"", 2.5005),
      ("0.5h", "", 1800), ("1.5m", "", 90), ("2.25s", "", 2.25), ("1500ms", "", 1.5), ("45f", "", 1.5),
      ("36f", "ttp:frameRate=\"24\"", 1.5), ("15000000t", "ttp:tickRate=\"10000000\"", 1.5), ("3t", "", 3),
      ("75t", "ttp:frameRate=\"25\" ttp:subFrameRate=\"2\"", 1.5),
      ("00:01:00:02", "ttp:timeBase=\"smpte\" ttp:dropMode=\"dropNTSC\" ttp:frameRateMultiplier=\"1000 1001\"", 60.06),
    ])
  func times(text: String, root: String, expected: Double) throws {
    let cue = try read("<div><p begin=\"\(text)\" end=\"9h\">a</p></div>", root: root).track.cues[0]
    #expect(abs(cue.start - expected) < 1e-9)
  }

  @Test("Times count from the parent, beside each other or one after the other, and end with it")
  func nesting() throws {
    let track = try read(
      """
      <div begin="10s" end="14s"><p dur="1s">a</p><p begin="2s" end="9s">b</p></div>
      <div begin="20s" timeContainer="seq"><p dur="1s">c</p><p begin="0.5s" dur="1s">d</p></div>
      <div begin="30s"><p begin="5s" dur="1s"/>x</div>
      """
    ).track
    #expect(track.cues.map(\.text) == ["a", "b", "c", "d"])
    #expect(track.cues.map(\.start) == [10, 12, 20, 21.5])
    #expect(track.cues.map(\.end) == [11, 14, 21, 22.5])
  }

  @Test("A text changes where a span in it begins or ends")
  func spans() throws {
    let track = try read(
      "<div><p begin=\"1s\" end=\"4s\">A<span begin=\"1s\"> B</span><span begin=\"2s\"> C</span></p></div>"
    ).track
    #expect(track.cues.map(\.text) == ["A", "A B", "A B C"])
    #expect(track.cues.map(\.start) == [1, 2, 3] && track.cues.map(\.end) == [2, 3, 4])
  }

  @Test("Spans of lyrics are the words of a text")
  func words() throws {
    let cues = try read(
      "<div><p begin=\"1s\" end=\"3s\"><span begin=\"0.2s\" end=\"1s\">Hey</span> <span begin=\"1s\" end=\"2s\">you</span></p></div>",
      root: "xmlns:itunes=\"http://music.apple.com/lyric-ttml-internal\" itunes:timing=\"Word\""
    ).track.cues
    #expect(cues.map(\.text) == ["Hey you"])
    #expect(cues[0].words.map(\.start) == [1.2, 2])
  }

  @Test("White space is kept only where the file says so")
  func space() throws {
    let track = try read(
      """
      <div><p begin="0s" end="1s">
        One <span>two</span> <span> three</span><br/>
        four
      </p><p begin="0s" end="1s" xml:space="preserve"> a  b
       c</p></div>
      """
    ).track
    #expect(track.cues.map(\.text) == ["One two three\nfour", " a  b\n c"])
    let whole = try read("<div><p begin=\"0s\" end=\"1s\">a  b</p></div>", root: "xml:space=\"preserve\"").track
    #expect(whole.cues.map(\.text) == ["a  b"])
  }

  @Test("Styles are inherited, referred to and overridden")
  func styles() throws {
    let line = try read(
      """
      <div style="s0"><p begin="0s" end="1s">a<span tts:fontStyle="normal" tts:color="white">b</span>\
      <span tts:color="rgba(255,0,16,128)" tts:textDecoration="underline">c</span>\
      <span tts:display="none">d</span></p></div>
      """,
      head: """
        <styling><style xml:id="s0" style="s2 s0"/><style xml:id="s1" tts:fontWeight="bold" tts:color="yellow"/>
        <style xml:id="s2" style="s1" tts:fontStyle="italic"/></styling>
        """
    ).track.cues[0].lines[0]
    #expect(line.map(\.text) == ["a", "b", "c"])
    #expect(line.map(\.style.color) == ["yellow", "white", "#FF001080"])
    #expect(line.map(\.style.isItalic) == [true, false, true] && line.allSatisfy(\.style.isBold))
    #expect(line.map(\.style.isUnderlined) == [false, false, true])
  }

  @Test(
    "Regions give the place",
    arguments: [
      ("tts:origin=\"10% 10%\" tts:extent=\"80% 20%\"", SubtitlePosition(line: .fraction(0.1))),
      ("tts:origin=\"10% 10%\" tts:extent=\"80% 80%\" tts:displayAlign=\"after\"", SubtitlePosition()),
      ("tts:displayAlign=\"center\"", SubtitlePosition(line: .fraction(0.5))),
      (
        "tts:origin=\"64px 180px\" tts:extent=\"576px 180px\" tts:displayAlign=\"after\" tts:textAlign=\"left\"",
        SubtitlePosition(line: .fraction(0.5), position: 0.05, alignment: .left)
      ),
      (
        "tts:origin=\"4c 0c\" tts:textAlign=\"center\"",
        SubtitlePosition(line: .fraction(0), position: 0.5625, alignment: .center)
      ),
    ])
  func regions(attributes: String, expected: SubtitlePosition) throws {
    let cue = try read(
      "<div region=\"r\"><p begin=\"0s\" end=\"1s\">a</p></div>", root: "tts:extent=\"1280px 720px\"",
      head: "<layout><region xml:id=\"r\"><style \(attributes)/></region></layout>"
    ).track.cues[0]
    #expect(cue.position == expected)
  }

  @Test("What cannot be kept is said once for each kind, with its line")
  func remarks() throws {
    let contents = try read(
      """
      <div><p begin="0s" end="1s"><set begin="0.5s" tts:color="red"/>a
      <span xmlns:r="urn:x" r:ruby="container">b<span r:ruby="text">c</span></span></p></div>
      """)
    #expect(contents.track.cues.map(\.text) == ["a b"])
    #expect(
      contents.remarks.map { $0.text(in: "a.ttml") } == [
        "a.ttml:4: ruby text is not shown", "a.ttml:3: changes of style within a text ('set') are not kept",
      ])
  }

  @Test("All faults are told with their lines")
  func faults() {
    let error = #expect(throws: SubtitleError.self) {
      try read("<div>\n<p begin=\"1x\" end=\"2s\">a</p>\n<p begin=\"3s\" end=\"2s\">b</p>\n<p begin=\"4s\">c</p></div>")
    }
    #expect(
      error?.description == """
        line 4: found 'begin="1x"', expected a time such as 00:00:01.500, 00:00:01:12 or 1.5s
        line 5: the end of 'p' is before its start
        line 6: this text is shown without an end. Give it 'end' or 'dur'.
        """)
    let other = #expect(throws: SubtitleError.self) { try SubtitleFile.read(Array("<svg/>".utf8), name: "a.xml") }
    #expect(
      other?.description
        == "line 1: found the element 'svg', expected 'tt'. Of files in XML, those in TTML are subtitles.")
    #expect(throws: SubtitleError.self) { try SubtitleFile.read(Array("<tt><body>".utf8), name: "a.xml") }
  }
}
