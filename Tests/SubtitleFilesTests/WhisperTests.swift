import StageKit
import SubtitleFiles
import Testing

@Suite("Whisper's JSON, and formats by their contents")
struct WhisperTests {
  private func read(_ text: String, name: String = "a.json") throws -> SubtitleTrack {
    try SubtitleFile.read(Array(text.utf8), name: name).track
  }

  private func spans(_ text: String) throws -> [String] {
    try read(text).cues[0].lines[0].map { "\($0.start.map { "\($0)" } ?? "-") \($0.text)" }
  }

  @Test("Segments and words of Whisper")
  func segments() throws {
    let text = """
      { "text": " Hi there.", "segments": [
        { "id": 0, "start": 0.0, "end": 2.0, "text": " Hi there.", "words": [
          { "word": " Hi", "start": 0.1, "end": 0.4, "probability": 0.9 },
          { "word": " there.", "start": 0.7200000001, "end": 1.8, "probability": 0.9 } ] },
        { "id": 1, "start": 2.0, "end": 3.5, "text": " " } ], "language": "en" }
      """
    #expect(try read(text).cues.map(\.text) == ["Hi there."])
    #expect(try spans(text) == ["0.1 Hi ", "0.72 there."])
    // As a list alone.
    #expect(try read("[{\"start\": 1, \"end\": 2, \"text\": \"a\", \"words\": null}]").cues.map(\.start) == [1])
  }

  @Test("Words without spaces and without times, speakers, and words beside the segments")
  func aligned() throws {
    let text = """
      {"segments": [{"start": 1.0, "end": 2.0, "text": "Uh 42 yes", "speaker": "SPEAKER_00", "words": [
        {"word": "Uh", "start": 1.0, "end": 1.2}, {"word": "42"}, {"word": "yes", "start": 1.6, "end": 1.9}]}]}
      """
    #expect(try spans(text) == ["1.0 Uh 42 ", "1.6 yes"])
    #expect(try read(text).cues[0].lines[0][0].style.voice == "SPEAKER_00")
    let loose = """
      {"segments": [{"start": 0, "end": 1, "text": "a"}, {"start": 1, "end": 2, "text": "b c"}],
       "words": [{"word": "a", "start": 0.2}, {"word": "b", "start": 1.1}, {"word": "c", "start": 1.5}]}
      """
    #expect(try read(loose).cues.map { $0.lines[0].map(\.start) } == [[0.2], [1.1, 1.5]])
  }

  @Test("Tokens of whisper.cpp, and chunks with pairs of times")
  func tokens() throws {
    let text = """
      {"transcription": [{"offsets": {"from": 0, "to": 3000}, "text": " And my", "tokens": [
        {"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}}, {"text": " And", "offsets": {"from": 320, "to": 370}, "t_dtw": -1},
        {"text": " m", "offsets": {"from": 690, "to": 800}, "t_dtw": 71}, {"text": "y", "offsets": {"from": 800, "to": 900}}]}]}
      """
    #expect(try spans(text) == ["0.32 And ", "0.71 m", "0.8 y"])
    let chunks = try read("{\"chunks\": [{\"timestamp\": [0.5, 1.25], \"text\": \" Hi\"}]}").cues
    #expect(chunks.map(\.start) == [0.5] && chunks.map(\.end) == [1.25] && chunks.map(\.text) == ["Hi"])
  }

  @Test("Chunks of single words become cues of a line, and one without an end is shown for a while")
  func words() throws {
    let chunks = [(" One", "[0, 0.4]"), (" two.", "[0.4, 0.9]"), (" Three", "[1, 1.5]"), (" four", "[3, null]")]
    let list = chunks.map { "{\"timestamp\": \($1), \"text\": \"\($0)\"}" }.joined(separator: ",\n")
    let cues = try read("{\"chunks\": [\(list)]}").cues
    #expect(cues.map(\.text) == ["One two.", "Three", "four"])
    #expect(cues.map(\.start) == [0, 1, 3] && cues.map(\.end) == [0.9, 1.5, 5])
    #expect(cues[0].lines[0].map(\.start) == [0, 0.4])
    let segments = try read(
      "{\"chunks\": [{\"timestamp\": [0, null], \"text\": \" a b\"}, {\"timestamp\": [2, 3], \"text\": \"c\"}]}"
    ).cues
    #expect(segments.map(\.end) == [2, 3])
  }

  @Test("Faults are told with their lines")
  func faults() {
    for (text, message) in [
      ("{\n\"a\": [1, 2 }", "line 2: a[1]: found '}', expected ',' or ']'"),
      (
        "{\"a\": 1}",
        "line 1: found JSON without 'segments' or 'transcription'. Of files in JSON, those that Whisper writes are subtitles."
      ),
      (
        "{\"segments\": [\n{\"text\": \"a\", \"start\": 1}]}",
        "line 2: expected the segment's 'start' and 'end' in seconds"
      ),
      (
        "{\"segments\": [{\"text\": \"a\", \"start\": 1,\"end\": 0}]}",
        "line 1: the end of the segment is before its start"
      ),
    ] {
      #expect(#expect(throws: SubtitleError.self) { try read(text) }?.description == message)
    }
  }

  @Test("A format is recognized by its contents, whatever the name says")
  func contents() throws {
    let subRip = "1\n00:00:01,000 --> 00:00:02,000\n[a] {b}\n"
    for name in ["a.srt", "a.ass", "a.json"] { #expect(try read(subRip, name: name).cues.map(\.text) == ["[a] {b}"]) }
    #expect(try read("WEBVTT\n\n00:01.000 --> 00:02.000\na\n", name: "a.srt").cues.count == 1)
    #expect(try read("{\"segments\": []}", name: "a.vtt").cues.isEmpty)
    let script = "; made by hand\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a\n"
    let wide = ("\u{FEFF}" + script).utf16.reduce(into: [UInt8]()) { $0 += [UInt8($1 & 255), UInt8($1 >> 8)] }
    #expect(try SubtitleFile.read(wide, name: "a.srt").track.cues.map(\.text) == ["a"])
    #expect(throws: SubtitleError.self) { try SubtitleFile.read(Array(wide.dropLast()), name: "a.srt") }
    #expect(
      #expect(throws: SubtitleError.self) { try read("nothing", name: "a.ass") }?.description
        == "it is no file of subtitles. Use SubRip, WebVTT, ASS, SSA, TTML, EBU STL or Whisper's JSON.")
  }
}
