import StageKit
import SubtitleFiles
import Testing

@Suite("ASS and SSA")
struct ScriptTests {
  private static let head = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 640
    PlayResY: 480

    [V4+ Styles]
    Format: Name, PrimaryColour, Bold, Alignment
    Style: Default,&H00FFFFFF,0,2
    Style: Top,&H0000FFFF,-1,8

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  private func read(_ events: String, head: String = head) throws -> SubtitleFile.Contents {
    try SubtitleFile.read(Array((head + events).utf8), name: "a.ass")
  }

  private func event(_ text: String, style: String = "Default") -> String {
    "Dialogue: 0,0:00:01.00,0:00:02.50,\(style),,0,0,0,,\(text)\n"
  }

  @Test("Events have times, speakers, lines and commas of their own; comments are not shown")
  func events() throws {
    let contents = try read(
      "Dialogue: 0,1:02:03.45,1:02:04.00,Default,Ann,0,0,0,,Yes, \\h{\\i1}you{\\i0}!\\NTwo \\nlines{a comment}\n"
        + "Comment: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,Not shown\n" + event(" {\\i1} "))
    let cue = try #require(contents.track.cues.first)
    #expect(contents.track.cues.count == 1 && contents.remarks.isEmpty)
    #expect(cue.start == 3723.45 && cue.end == 3724)
    #expect(cue.text == "Yes, \u{A0}you!\nTwo  lines")
    #expect(cue.lines[0].map(\.style.isItalic) == [false, true, false])
    #expect(cue.lines.joined().allSatisfy { $0.style.voice == "Ann" })
  }

  @Test("A soft break ends a line where the script says so")
  func softBreaks() throws {
    #expect(try read(event("a\\nb")).track.cues[0].text == "a b")
    #expect(try read(event("{\\q2}a\\nb")).track.cues[0].text == "a\nb")
    let head = Self.head.replacing("PlayResX: 640", with: "WrapStyle: 2")
    #expect(try read(event("a\\nb"), head: head).track.cues[0].text == "a\nb")
  }

  @Test("Fields come in the order of their format, wherever the text is")
  func formats() throws {
    let contents = try read(
      "Dialogue: Yes, it is,Marked=0,0:00:01.00,0:00:02.00,Default\n",
      head: """
        [Script Info]
        [V4 Styles]
        Format: Alignment, Name, PrimaryColour, Bold
        Style: 6,Default,65535,-1
        [Events]
        Format: Text, Marked, Start, End, Style

        """)
    let cue = contents.track.cues[0]
    #expect(cue.text == "Yes, it is" && cue.start == 1 && cue.end == 2)
    // SSA counts alignments above from 5, and colors in decimal numbers.
    #expect(cue.position == SubtitlePosition(line: .fraction(0)))
    #expect(cue.lines[0][0].style.color == "#FFFF00" && cue.lines[0][0].style.isBold)
  }

  @Test(
    "Tags change styles from there on",
    arguments: [
      ("{\\b1}a{\\b0}b", ["bold", ""]), ("{\\b700}a{\\b400}b", ["bold", ""]),
      ("{\\i1\\u1}a{\\r}b", ["italic underlined", ""]),
      ("{\\c&H0000FF&}a{\\c}b", ["#FF0000", ""]), ("{\\1c&HFFFFFF&}a", ["#FFFFFF"]),
      ("{\\alpha&H80&}a", ["#FFFFFF7F"]), ("{\\1a&HFF&\\c&H00FF00&}a", ["#00FF0000"]),
      ("a{\\rTop}b{\\r}c", ["", "bold #FFFF00", ""]),
    ])
  func tags(text: String, expected: [String]) throws {
    let spans = try read(event(text)).track.cues[0].lines[0]
    #expect(
      spans.map { span in
        [
          span.style.isBold ? "bold" : nil, span.style.isItalic ? "italic" : nil,
          span.style.isUnderlined ? "underlined" : nil, span.style.color,
        ].compactMap { $0 }.joined(separator: " ")
      } == expected)
  }

  @Test(
    "Alignments and positions place a cue; the first of them counts",
    arguments: [
      ("{\\an7}a", "Default", SubtitlePosition(line: .fraction(0), alignment: .left)),
      ("{\\an9\\an1}a", "Default", SubtitlePosition(line: .fraction(0), alignment: .right)),
      ("{\\a10}a", "Default", SubtitlePosition(line: .fraction(0.5))),
      ("{\\pos(160,120)}a", "Default", SubtitlePosition(line: .fraction(0.25), position: 0.25)),
      ("a", "Top", SubtitlePosition(line: .fraction(0))), ("a", "Default", SubtitlePosition()),
    ])
  func positions(text: String, style: String, expected: SubtitlePosition) throws {
    #expect(try read(event(text, style: style)).track.cues[0].position == expected)
  }

  @Test("Karaoke gives the times of syllables")
  func karaoke() throws {
    let line = try read(event("{\\k20}Ka{\\kf30}ra{\\ko10}o{\\K40}ke {\\kt120}now")).track.cues[0].lines[0]
    #expect(line.map(\.text) == ["Ka", "ra", "o", "ke now"])
    #expect(line.map(\.start) == [1, 1.2, 1.5, 1.6])
    let moved = try read(event("{\\kt50\\k10}a{\\k10}b")).track.cues[0].lines[0]
    #expect(moved.map(\.start) == [1.5, 1.6])
  }

  @Test("What cannot be kept is said once for each kind, with its line")
  func remarks() throws {
    let contents = try read(
      event("{\\fs30\\fnArial\\bord2}a{\\p1}m 0 0 l 9 9{\\p0}b") + event("{\\fs40\\s1\\zz}c")
        + event("{\\move(1,2,3,4)\\clip(m 0 0)}d", style: "Gone"))
    #expect(contents.track.cues.map(\.text) == ["ab", "c", "d"])
    #expect(
      contents.remarks.map { $0.text(in: "a.ass") } == [
        "a.ass:13: fonts and sizes of texts are not kept, such as '\\fs30'",
        "a.ass:13: outlines and shadows of texts are not kept, such as '\\bord2'",
        "a.ass:13: drawings (\\p) are not shown", "a.ass:14: the tag '\\zz' is not known",
        "a.ass:14: lines through texts are not kept", "a.ass:15: there is no style 'gone'; it is shown as by default",
        "a.ass:15: motions of texts are not kept, such as '\\move(1,2,3,4)'",
        "a.ass:15: clips of texts are not kept, such as '\\clip(m 0 0)'",
      ])
  }

  @Test("Looks of a style that are not kept are said where the style is, if it is used")
  func looks() throws {
    let script = """
      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, ScaleX, Spacing, Outline, Shadow
      Style: Default,Arial,20,&H00FFFFFF,100,0,0.0,1.5
      Style: Unused,Impact,99,&H00FFFFFF,50,3,4,5
      [Events]
      Format: Start, End, Style, Text
      Dialogue: 0:00:01.00,0:00:02.50,Default,a
      Dialogue: 0:00:03.00,0:00:04.50,Default,b
      """
    let contents = try SubtitleFile.read(Array(script.utf8), name: "a.ass")
    #expect(
      contents.remarks.map { $0.text(in: "a.ass") }
        == ["a.ass:3: Fontname, Fontsize, Shadow of this style are not kept"])
  }

  @Test("All faults are told with their lines")
  func faults() {
    let error = #expect(throws: SubtitleError.self) {
      try read("Dialogue: 0,0:00:xx,0:00:02.50,Default,,0,0,0,,a\nDialogue: 0,1\n")
    }
    #expect(
      error?.description == """
        line 13: found "0:00:xx", expected a time such as 0:00:01.50
        line 14: this event does not have the 10 fields that its 'Format' line names
        """)
  }

  @Test("Every prefix of a script is read or refused")
  func prefixes() {
    let bytes = Array((Self.head + event("{\\k20\\pos(1,2)}Kä{\\p1}x")).utf8)
    for count in 0...bytes.count { _ = try? SubtitleFile.read(Array(bytes.prefix(count)), name: "a.ass") }
  }
}
