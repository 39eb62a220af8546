import JobFile
import StageKit
import TestSupport
import Testing

@testable import Rendering

/// Four bars to be read as letters, 4 wide and 4 apart, which come in from the left.
struct Sign: Stage {
  static let at = Parameter.point("at", "Its corner.", default: Point(10, 10))
  static let color = Parameter.color("color", "Its color.", default: .white)
  static let definition = StageDefinition(name: "sign", version: 1, summary: "Bars.", parameters: [at, color])

  let at: Point
  let color: Color

  init(_ parameters: Parameters, _ context: any StageContext) {
    (at, color) = (parameters[Self.at], parameters[Self.color])
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let left = 50 * min(0, time.seconds - 0.5)
    var frame = StageFrame()
    for bar in 0..<4 {
      frame.drawing.fill(
        .rect(Rect(x: at.x + left + Double(bar) * 8, y: at.y, width: 4, height: 12)), color)
    }
    frame.box = Rect(x: at.x, y: at.y, width: 28, height: 12)
    if left == 0 { frame.text = frame.drawing }
    return frame
  }
}

@Suite("Warnings of layouts")
struct LayoutCheckTests {
  /// The warnings of stages on a dark canvas of 64 × 48 points.
  private func warnings(_ stages: String, canvas: String = "", background: String = "#000000") throws -> [String] {
    let text = """
      {"canvas": {"size": [64, 48], "fps": 10, "duration": 2, "background": "\(background)"\(canvas)},
      "stages": [
      \(stages)
      ]}
      """
    let registry = StageRegistry([Sign.self, Disc.self])
    let reading = JobReader.read(bytes: Array(text.utf8), file: "t.json", registry: registry)
    let job = try #require(reading.job, "\(reading.diagnostics)")
    return try PlannedJob(job, registry: registry).layoutWarnings().map(\.description)
  }

  private func sign(_ parameters: String, id: String = "a", _ more: String = "") -> String {
    #"{"id": "\#(id)", "stage": "sign", "parameters": {\#(parameters)}\#(more)}"#
  }

  @Test("What stays within the canvas and stands out is fine, however it comes in")
  func fine() throws {
    #expect(try warnings(sign("")) == [])
    #expect(try warnings(sign(##""color": "#767676""##), background: "#FFFFFF") == [])
  }

  @Test("What rests over an edge of the canvas is reported with the side, the distance and the time")
  func canvas() throws {
    let found = try warnings(sign(#""at": [42, 10]"#))
    #expect(
      found == [
        "t.json:3:1: warning: stages[0]: stage 'a' leaves the canvas by 6 points at the right, at 0.5 s. "
          + "Where it is meant: \"bleeds\": true.",
        "t.json:3:1: warning: stages[0]: stage 'a' has text that leaves the canvas by 6 points at the right, at 0.5 s. "
          + "Where it is meant: \"bleeds\": true.",
      ])
    #expect(try warnings(sign(#""at": [42, 10]"#, #", "bleeds": true"#)) == [])
  }

  @Test("Text outside of the safe area is reported")
  func safeArea() throws {
    let found = try warnings(sign(#""at": [10, 30]"#), canvas: #", "safe": {"bottom": 10}"#)
    #expect(found.map { $0.contains("has text that leaves the safe area by 4 points at the bottom") } == [true])
  }

  @Test("Text over other text is reported once")
  func overlap() throws {
    let found = try warnings(sign("") + ",\n" + sign(#""at": [12, 14]"#, id: "b"))
    #expect(found.filter { $0.contains("stage 'a' has text that overlaps that of 'b'") }.count == 1)
    #expect(found.filter { $0.contains("overlaps") }.count == 1)
    let beside = try warnings(sign("") + ",\n" + sign(#""at": [14, 10]"#, id: "b"))
    #expect(!beside.contains { $0.contains("overlaps") })
  }

  @Test("Text of little contrast is reported, against what lies under it")
  func contrast() throws {
    let found = try warnings(sign(##""color": "#7F7F7F""##), background: "#FFFFFF")
    #expect(found.map { $0.contains("has text with a contrast of 4.0 : 1 to what is around it") } == [true])
    let disc = ##"{"id": "d", "stage": "disc", "duration": 2, "parameters": {"color": "#FFFFFF"}}"##
    let covered = try warnings(disc + ",\n" + sign(#""at": [18, 18]"#))
    #expect(covered.map { $0.contains("has text with a contrast of") } == [true])
  }

  @Test(
    "Contrast is that of WCAG",
    arguments: [("#000000", "#FFFFFF", 21), ("#767676", "#FFFFFF", 4.54), ("#FF0000", "#FFFFFF", 4.0)])
  func ratio(_ a: String, _ b: String, _ expected: Double) throws {
    let luminances = try [a, b].map { text in
      let color = try #require(Color(css: text))
      return TextContrast.luminance([color.red, color.green, color.blue])
    }
    #expect(abs(TextContrast.ratio(luminances[0], luminances[1]) - expected) < 0.005)
  }
}
