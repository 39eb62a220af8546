import Foundation
import TestSupport
import Testing

@Suite("What a viewer would misread, through the program")
struct ReaderRemarkTests {
  private static let canvas =
    #""canvas": { "size": [400, 300], "fps": 10, "duration": 2, "background": "black" }, "outputs": [{ "file": "a.mkv", "codec": "ffv1" }]"#

  private func said(_ stages: String, at command: [String], code: Int32 = 0, _ more: String = "") throws -> String {
    let folder = try TemporaryFolder()
    let points = (0..<5).map { index in
      #"<trkpt lat="46.\#(index)" lon="14"><time>2026-05-01T10:0\#(index):00Z</time></trkpt>"#
    }
    try folder.write(
      #"<gpx version="1.1" creator="a" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"# + points.joined()
        + "</trkseg></trk></gpx>", to: "a.gpx")
    try folder.write("{ \(Self.canvas), \(more)\"stages\": [\(stages)] }", to: "job.json")
    let outcome = try run([command[0], "job.json"] + command.dropFirst(), in: folder.url)
    #expect(outcome.code == code, "\(outcome)")
    return outcome.output + outcome.errors
  }

  private static let doors = [["validate"], ["run"], ["still", "-o", "a.png"], ["sheet", "-o", "b.png"], ["trace"]]

  @Test("A speed in meters a second under the name of another unit", arguments: doors)
  func units(command: [String]) throws {
    let stages = #"""
      { "id": "ride", "stage": "route", "parameters": { "route": "a.gpx", "duration": 2 } },
      { "id": "speed", "stage": "counter", "inputs": { "value": "ride.speed" },
        "parameters": { "value": 0, "text": "# km/h"MORE } }
      """#
    let bare = try said(stages.replacing("MORE", with: ""), at: command)
    #expect(bare.contains(#"its text says km/h. Set "unit": "km/h", which converts it."#))
    #expect(!(try said(stages.replacing("MORE", with: #", "unit": "km/h""#), at: command)).contains("km/h"))
    let wrong = try said(stages.replacing("MORE", with: #", "unit": "km""#), at: command, code: 2)
    #expect(wrong.contains("stages[1].parameters.unit: 'km' is a length, and its input is in meters a second"))
  }

  @Test("A chart without room for its labels, and a stack with a gap", arguments: doors)
  func charts(command: [String]) throws {
    let name = String(repeating: "w", count: 60)
    let stages = #"""
      { "id": "a", "stage": "chart",
        "parameters": { "kind": "donut", "color": "white", "labels": ["A", "\#(name)"], "values": [3, 2], "width": 300, "height": 200 } },
      { "id": "b", "stage": "chart",
        "parameters": { "kind": "area", "stacked": true, "color": "white", "width": 300, "height": 200,
          "series": [{ "values": [1, "none", 2] }, { "values": [1, 2, 3] }] } }
      """#
    let text = try said(stages, at: command)
    #expect(text.contains("the labels of '\(name)' have no room at some time, and are left out then"))
    #expect(text.contains("a missing value is a gap in the stack, also in the series above it"))
  }

  @Test(
    "A loop that jumps says what would make it repeat",
    arguments: [
      (#""stage": "spinner""#, "Set 'period' to 2, or let the loop last 2.8 s, after which it repeats."),
      (#""stage": "skeleton-shimmer""#, "Set 'period' to 2, or let the loop last 1.6 s, after which it repeats."),
      (#""stage": "particles""#, "Set 'loop' to 2."),
      (#""stage": "wave-loader""#, "It plays once, and stays then as it is."),
      (#""stage": "halo-pulse", "parameters": { "position": [200, 150] }"#, "Set 'popIn' to 0"),
    ])
  func loops(stage: String, hint: String) throws {
    let text = try said(#"{ "id": "s", \#(stage) }"#, at: ["validate"], code: 2, #""loop": true, "#)
    #expect(text.contains("the loop jumps") && text.contains(hint), "\(text)")
  }
}
