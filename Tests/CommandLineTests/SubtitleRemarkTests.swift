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
}
