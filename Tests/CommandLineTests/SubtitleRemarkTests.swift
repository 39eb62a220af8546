import Foundation
import TestSupport
import Testing

@Suite("Subtitles, through the program")
struct SubtitleRemarkTests {
  @Test("What is not kept of a job's subtitles is a warning, and the job runs")
  func remarks() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      [Script Info]
      [V4+ Styles]
      Format: Name, Bold
      Style: Default,0
      [Events]
      Format: Start, End, Style, Text
      Dialogue: 0:00:00.00,0:00:01.00,Default,{\\fs40}Hello
      """, to: "a.ass")
    try folder.write(
      """
      { "canvas": { "size": [16, 16], "fps": 10, "duration": 0.2 }, "stages": [],
        "subtitles": [{ "file": "a.ass", "language": "en" }],
        "outputs": [{ "file": "a.mkv", "codec": "ffv1", "subtitles": "srt" }] }
      """, to: "job.json")
    for command in ["validate", "run"] {
      let outcome = try run([command, "job.json"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome)")
      #expect(
        (outcome.output + outcome.errors).contains(
          "warning: subtitles[0].file: a.ass:7: fonts and sizes of texts are not kept, such as '\\fs40'"))
    }
    let bytes = try #require(folder.bytes("out/a.en.srt"))
    #expect(String(decoding: bytes, as: UTF8.self) == "1\n00:00:00,000 --> 00:00:00,200\nHello\n")
  }

  @Test("Styles of WebVTT are kept or named, at each door")
  func styles() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      WEBVTT

      STYLE
      ::cue(.hot) { color: #ff0000; text-shadow: 1px 1px black }

      00:00.000 --> 00:01.000
      <c.hot>Hello</c> &eacute;
      """, to: "a.vtt")
    try folder.write(
      """
      { "canvas": { "size": [16, 16], "fps": 10, "duration": 0.2 }, "stages": [],
        "subtitles": [{ "file": "a.vtt", "language": "en" }],
        "outputs": [{ "file": "a.mkv", "codec": "ffv1", "subtitles": "srt" }] }
      """, to: "job.json")
    for command in [["validate"], ["run"], ["still", "-o", "a.png"], ["sheet", "-o", "b.png"], ["trace"]] {
      let outcome = try run([command[0], "job.json"] + command.dropFirst(), in: folder.url)
      #expect(outcome.code == 0, "\(outcome)")
      #expect((outcome.output + outcome.errors).contains("a.vtt:4"), "\(command): \(outcome)")
    }
    let bytes = try #require(folder.bytes("out/a.en.srt"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("<font color=\"#ff0000\">Hello</font> é"))
  }

  @Test("Numbers of a chart that may be thousands are a warning until the job says what they are")
  func decimalCommas() throws {
    let folder = try TemporaryFolder()
    try folder.write("month;online\nJan;1.200\nFeb;1.450\n", to: "a.csv")
    func outcome(_ command: String, _ more: String) throws -> String {
      try folder.write(
        """
        { "canvas": { "size": [64, 64], "fps": 10, "duration": 0.2 },
          "stages": [{ "id": "c", "stage": "chart", "parameters": { "data": "a.csv"\(more) } }],
          "outputs": [{ "file": "a.mkv", "codec": "ffv1" }] }
        """, to: "job.json")
      let outcome = try run([command, "job.json"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome)")
      return outcome.output + outcome.errors
    }
    for command in ["validate", "run"] {
      #expect(
        try outcome(command, "").contains("a.csv:2:5: the numbers of 'online', such as 1.200, are read as decimals."))
      for known in [", \"decimalComma\": []", ", \"decimalComma\": true"] {
        #expect(try !outcome(command, known).contains("read as decimals"))
      }
    }
  }

  @Test("What an output cannot keep of subtitles is a warning; WebM keeps positions")
  func losses() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      WEBVTT

      STYLE
      ::cue(.hot) { color: #ff8000 }

      00:00.000 --> 00:00.100 line:10% align:left
      <c.hot>Hello</c>
      """, to: "a.vtt")
    try folder.write(
      """
      { "canvas": { "size": [16, 16], "fps": 10, "duration": 0.2 }, "stages": [],
        "subtitles": [{ "file": "a.vtt", "language": "en" }],
        "outputs": [{ "file": "a.webm", "subtitles": "track" }, { "file": "a.mp4", "subtitles": "track" },
          { "file": "a.mov", "codec": "h264", "subtitles": "track" },
          { "file": "a.mkv", "codec": "ffv1", "subtitles": "track" },
          { "file": "b.mkv", "codec": "ffv1", "subtitles": "vtt" },
          { "file": "late.mp4", "subtitles": "track", "from": 0.1 }, { "file": "soon.mp4", "subtitles": "track", "to": 0.1 }] }
      """, to: "job.json")
    for command in ["validate", "run"] {
      let outcome = try run([command, "job.json"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome)")
      let lines = (outcome.output + outcome.errors).split(separator: "\n")
      let warnings = lines.filter { $0.contains("warning: subtitles") }
      #expect(warnings.count == 2, "\(warnings)")
      for message in [
        "a.vtt: 'a.webm' does not keep colors such as '#ff8000', which WebVTT in WebM does not have",
        "a.vtt: 'a.mp4' and 2 more do not keep positions, which timed text does not have",
      ] {
        #expect(warnings.contains { $0.contains(message) }, "\(warnings)")
      }
    }
    let bytes = try #require(folder.bytes("out/a.webm"))
    #expect(bytes.range(of: Data("\nline:10% align:left\n<c.color-ff8000>Hello</c>".utf8)) != nil)
  }
}
