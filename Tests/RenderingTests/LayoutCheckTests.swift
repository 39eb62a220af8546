import JobFile
import StageKit
import Synchronization
import TestSupport
import Testing

@testable import Rendering

/// Four bars to be read as letters, 4 wide and 4 apart, which come in from the left.
struct Sign: Stage, ParameterGroup {
  @Parameter("Its corner.") var at: Point = Point(10, 10)
  @Parameter("Its color.") var color: Color = .white
  static let definition = StageDefinition(Self.self, "sign", version: 1, "Bars.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let left = 50 * min(0, time.seconds - 0.5)
    var frame = StageFrame()
    for bar in 0..<4 {
      frame.drawing.fill(
        .rect(Rect(x: at.x + left + Double(bar) * 8, y: at.y, width: 4, height: 12)), color)
    }
    frame.layoutBounds = Rect(x: at.x, y: at.y, width: 28, height: 12)
    if left == 0 { frame.legibleText = frame.drawing }
    return frame
  }
}

/// A sign, and how often signs of this kind were asked for a frame.
private struct CountedSign: Stage, ParameterGroup {
  static let frames = Mutex(0)
  static let definition = StageDefinition(Self.self, "counted-sign", version: 1, "Bars.")

  @Include var sign: Sign

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    Self.frames.withLock { $0 += 1 }
    return sign.frame(at: time, inputs)
  }
}

/// Bars to be read as letters, as faint as can be, at all times.
private struct Label: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "label", version: 1, "Bars.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for bar in 0..<4 {
      frame.drawing.fill(.rect(Rect(x: 10 + Double(bar) * 8, y: 10, width: 4, height: 12)), Color(hex: 0x202020))
    }
    frame.legibleText = frame.drawing
    return frame
  }
}

/// Bars to be read as letters that move all the time; faint for some time before and after 1 s.
private struct Drift: Stage, ParameterGroup {
  @Parameter("How long they are faint, before and after.") var faint = 0.0
  static let definition = StageDefinition(Self.self, "drift", version: 1, "Bars.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    let color = abs(time.seconds - 1) < faint ? Color(hex: 0x202020) : .white
    for bar in 0..<4 {
      frame.drawing.fill(
        .rect(Rect(x: 10 + time.seconds + Double(bar) * 8, y: 10, width: 4, height: 12)), color)
    }
    frame.legibleText = frame.drawing
    return frame
  }
}

/// A bar that moves all the time, over the left edge of the canvas, beside bars to be read as letters that rest.
private struct Meter: Stage, ParameterGroup {
  @Parameter("Its corner.") var at = Point(-6, 10)
  @Parameter("Whether it has letters.") var hasLetters = false
  @Parameter("The way of its letters in a second.") var speed = 0.0
  static let definition = StageDefinition(Self.self, "meter", version: 1, "A bar.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.fill(.rect(Rect(x: at.x, y: at.y, width: 20 + time.seconds, height: 8)), .white)
    frame.layoutBounds = Rect(x: at.x, y: at.y, width: 24, height: 8)
    guard hasLetters else { return frame }
    for bar in 0..<4 {
      let x = at.x + Double(bar) * 8 + speed * time.seconds
      frame.legibleText.fill(.rect(Rect(x: x, y: at.y + 12, width: 4, height: 12)), .white)
    }
    frame.drawing.append(frame.legibleText)
    return frame
  }
}

/// A stage that holds others.
private struct Holder: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "holder", version: 1, "A holder.", content: .stages)

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    StageFrame(DisplayList { for layer in inputs.layers { $0.append(layer.drawing) } })
  }
}

@Suite("Warnings of layouts")
struct LayoutCheckTests {
  /// The warnings of stages on a dark canvas of 64 × 48 points.
  private func warnings(
    _ stages: String, canvas: String = "", background: String = "#000000", size: String = "[64, 48]",
    outputs: String = ""
  ) throws -> [String] {
    let text = """
      {"canvas": {"size": \(size), "fps": 10, "duration": 2, "background": "\(background)"\(canvas)},
      "stages": [
      \(stages)
      ]\(outputs.isEmpty ? "" : #", "outputs": [\#(outputs)]"#)}
      """
    let registry = StageRegistry([
      Sign.self, CountedSign.self, Label.self, Drift.self, Holder.self, Disc.self, Meter.self,
    ])
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
          + "If this is intended: \"ignoreLayoutChecks\": true.",
        "t.json:3:1: warning: stages[0]: stage 'a' has text that leaves the canvas by 6 points at the right, at 0.5 s. "
          + "If this is intended: \"ignoreLayoutChecks\": true.",
      ])
    #expect(try warnings(sign(#""at": [42, 10]"#, #", "ignoreLayoutChecks": true"#)) == [])
  }

  @Test("What never rests counts where it is beyond an edge in all frames, and letters that rest in it on their own")
  func moving() throws {
    func meter(_ parameters: String) throws -> [String] {
      try warnings(#"{"id": "a", "stage": "meter", "parameters": {\#(parameters)}}"#).map {
        $0.replacing("t.json:3:1: warning: stages[0]: stage 'a' ", with: "").replacing(
          " If this is intended: \"ignoreLayoutChecks\": true.", with: "")
      }
    }
    #expect(try meter("") == ["leaves the canvas by at least 6 points at the left, at all times from 0 s."])
    #expect(try meter(#""at": [4, 10]"#) == [])
    #expect(
      try meter(#""hasLetters": true"#) == [
        "leaves the canvas by at least 6 points at the left, at all times from 0 s.",
        "has text that leaves the canvas by 6 points at the left, at 0 s.",
      ])
    #expect(
      try meter(#""hasLetters": true, "speed": 1"#) == [
        "leaves the canvas by at least 6 points at the left, at all times from 0 s.",
        "has text that leaves the canvas by at least 5 points at the left, at all times from 0 s.",
      ])
    // It comes in.
    #expect(try meter(#""hasLetters": true, "speed": 6"#).contains { $0.contains("text that leaves") } == false)
  }

  @Test("Text that an output cuts off is reported with the output, and the part of the canvas that it shows")
  func cutOff() throws {
    func cut(_ stages: String, _ more: String = "") throws -> [String] {
      try warnings(
        stages, outputs: #"{"file": "a.mp4"}, {"file": "b.mp4", "size": [96, 96], "fit": "cover"\#(more)}"#)
    }
    let found = try cut(sign(#""at": [2, 10]"#))
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "outputs[1]: output 'b.mp4' cuts off text of 'a', first at 0.5 s: it shows the canvas from 8 to 56 across and 0 to 48 down."
      )
        == true)
    #expect(try cut(sign(#""at": [9, 10]"#)) == [])
    #expect(try cut(sign(#""at": [2, 10]"#, #", "ignoreLayoutChecks": true"#)) == [])
    #expect(
      try cut(sign(#""at": [2, 10]"#) + ",\n" + sign(#""at": [34, 28]"#, id: "b")).first?.contains("of 'a' and 'b', ")
        == true)
    // The output ends before the text comes, or begins once it is gone.
    #expect(try cut(sign(#""at": [2, 10]"#, #", "start": 1"#), #", "to": 0.9"#) == [])
    #expect(
      try cut(sign(#""at": [2, 10]"#, #", "duration": 0.8"#), #", "from": 1"#).contains { $0.contains("cuts") } == false
    )
  }

  @Test("A picture that is bars for more than half is reported, unless the job asks for them")
  func bars() throws {
    func warnings(_ output: String) throws -> [String] {
      try self.warnings(sign(""), outputs: #"{"file": "a.mp4", \#(output)}"#)
    }
    let found = try warnings(#""size": [48, 96]"#)
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "outputs[0]: output 'a.mp4' is empty bars for 63 %: the canvas has another shape than its 48 × 96 pixels. ")
        == true)
    #expect(try warnings(#""size": [48, 96], "fit": "contain""#) == [])
    #expect(try warnings(#""size": [64, 64]"#) == [])
  }

  @Test("A stage all of which is outside of the canvas all the time is reported, once")
  func unseen() throws {
    #expect(
      try warnings(sign(#""at": [300, 10]"#)) == [
        "t.json:3:1: warning: stages[0]: stage 'a' is never seen: all that it draws is outside of the canvas, first at 0 s. "
          + "Compare its coordinates or position with what the camera or the canvas shows."
      ])
    #expect(try warnings(sign(#""at": [300, 10]"#, #", "ignoreLayoutChecks": true"#)) == [])
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

  @Test("Each text is reported with the first that it overlaps, and each pair once, at whatever time it is found")
  func overlapOrder() throws {
    func overlaps(_ stages: [String]) throws -> [String] {
      try warnings(stages.joined(separator: ",\n")).filter { $0.contains("overlaps") }.map { warning in
        let names = warning.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let time = warning.split(separator: " at ").last?.split(separator: " ").first ?? ""
        return "\(names[0]) \(names[1]) \(time)"
      }
    }
    #expect(try overlaps(["a", "b", "c"].map { sign("", id: $0) }) == ["a b 0.5", "b c 0.5"])
    // One that comes later finds those that are there.
    let late = #", "start": 1"#
    #expect(try overlaps([sign("", id: "a"), sign("", id: "b", late)]) == ["b a 1.5"])
    #expect(try overlaps([sign("", id: "a", late), sign("", id: "b")]) == ["a b 1.5"])
    // The second finds the first, which has not found it, before the third, which has its own pair to tell of.
    #expect(
      try overlaps([sign("", id: "a"), sign("", id: "b", late), sign("", id: "c", late)]) == ["b a 1.5", "c a 1.5"])
    // Texts that are gone by then are not found.
    let gone = #", "duration": 0.8"#
    #expect(try overlaps([sign("", id: "a", gone), sign("", id: "b", late)]) == [])
  }

  @Test("Text in a group counts from when the group is shown")
  func held() throws {
    let label = #"{"id": "a", "stage": "label"}"#
    let found = try warnings(#"{"id": "g", "stage": "holder", "start": 1, "stages": [\#(label)]}"#)
    #expect(
      found.map { $0.contains("stage 'a' has text with a contrast of 1.2 : 1 to what is around it, at 1 s") } == [true])
  }

  @Test("Text that never rests is to be read at one of three instants")
  func restless() throws {
    func count(faint: Double) throws -> Int {
      try warnings(#"{"id": "a", "stage": "drift", "parameters": {"faint": \#(faint)}}"#).count {
        $0.contains("has text with a contrast of 1.2 : 1")
      }
    }
    #expect(try count(faint: 0.3) == 0)
    #expect(try count(faint: 2) == 1)
  }

  @Test("Stages are evaluated as often each, however many there are")
  func cost() throws {
    func frames(_ count: Int) throws -> Int {
      CountedSign.frames.withLock { $0 = 0 }
      let stages = (0..<count).map { index in
        #"{"id": "s\#(index)", "stage": "counted-sign", "parameters": {"at": [\#(index % 3 * 5), \#(index / 3)]}}"#
      }
      #expect(try warnings(stages.joined(separator: ",\n")).contains { $0.contains("overlaps") })
      return CountedSign.frames.withLock { $0 }
    }
    #expect(try frames(72) == 9 * frames(8))
  }

  @Test("The index of rectangles finds those that intersect another, in order", arguments: [0, 1, 2, 40, 300])
  func boundsIndex(count: Int) {
    var numbers = SeededNumbers(seed: UInt64(count))
    func rect(_ side: Double) -> Rect {
      func number(_ range: Double) -> Double { Double.random(in: 0...range, using: &numbers).rounded() }
      return Rect(x: number(100), y: number(60) - 20, width: number(side), height: number(side))
    }
    for side in [3.0, 20, 200] {
      var bounds: [Int: Rect] = [:]
      for stage in 0..<count { bounds[stage * 3] = rect(stage % 7 == 0 ? 200 : side) }
      let index = BoundsIndex(bounds)
      for first in [0, 1, 3, 50, 10_000] {
        let sought = rect(40)
        let expected = bounds.keys.sorted().filter { $0 >= first && bounds[$0]?.intersection(sought) != nil }
        #expect(Array(index.stages(intersecting: sought, from: first)) == expected)
      }
    }
  }

  @Test("Text of little contrast is reported, against what lies under it")
  func contrast() throws {
    let found = try warnings(sign(##""color": "#7F7F7F""##), background: "#FFFFFF", size: "[1280, 960]")
    #expect(found.map { $0.contains("has text with a contrast of 4.0 : 1 to what is around it") } == [true])
    #expect(found.map { $0.contains("WCAG asks for 4.5 : 1.") } == [true])
    let disc = ##"{"id": "d", "stage": "disc", "duration": 2, "parameters": {"color": "#FFFFFF"}}"##
    let covered = try warnings(disc + ",\n" + sign(#""at": [18, 18]"#))
    #expect(covered.map { $0.contains("has text with a contrast of") } == [true])
  }

  @Test("Thick letters need less contrast: of 3 pixels, where the shorter side of the canvas is 390")
  func largeText() throws {
    #expect(try warnings(sign(##""color": "#7F7F7F""##), background: "#FFFFFF", size: "[600, 450]") == [])
    let found = try warnings(sign(##""color": "#A0A0A0""##), background: "#FFFFFF", size: "[600, 450]")
    #expect(found.map { $0.contains("WCAG asks for 3 : 1 of large text.") } == [true])
  }

  @Test("The thickness of strokes is twice their area for the length of their outlines")
  func thickness() throws {
    func letters(_ bars: [Rect]) throws -> Image {
      let pixels = (0..<40 * 40).flatMap { index -> [UInt8] in
        let point = Point(Double(index % 40) + 0.5, Double(index / 40) + 0.5)
        return [0, 0, 0, bars.contains { $0.contains(point) } ? 255 : 0]
      }
      return try #require(Image(width: 40, height: 40, premultiplied: pixels))
    }
    #expect(TextContrast.thickness(of: try letters([])) == 0)
    for (width, height) in [(4.0, 12.0), (2, 30), (9, 9)] {
      let expected = width * height / (width + height)
      let found = TextContrast.thickness(of: try letters([Rect(x: 5, y: 5, width: width, height: height)]))
      // Corners of pixels count once for two edges.
      #expect(abs(found / expected - 1) < 0.05)
    }
  }

  @Test("A background without anything on it at the end is reported, unless it is short or the video is clear")
  func emptyEnd() throws {
    func ending(_ duration: Double, background: String = "#000000") throws -> [String] {
      try warnings(sign("", id: "a", #", "duration": \#(duration)"#), background: background)
    }
    #expect(
      try ending(1.2) == [
        "t.json:3:1: warning: stages[0]: nothing is drawn from 1.2 s to the end at 2 s. Shorten the canvas's duration, or let stages "
          + "stay; transitions of a sequence overlap. If this is intended: \"ignoreLayoutChecks\": true on the last stage."
      ])
    #expect(try ending(1.6) == [] && ending(2) == [])
    #expect(try warnings(sign("", id: "a", #", "duration": 1.2, "ignoreLayoutChecks": true"#)) == [])
    #expect(try ending(1.2, background: "transparent") == [])
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
