import JobFile
import Planning
import StageKit
import TestSupport
import Testing

@testable import Rendering

/// Shows stages on a screen that moves to the right, and is in its place at 1 s.
private struct Screen: Stage, ParameterGroup {
  @Parameter("Points a second.") var speed = 0.0
  static let definition = StageDefinition(
    Self.self, "screen", version: 1, "A screen.", content: .stages, isScreen: true)

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.group(transform: .translation(speed * (time.seconds - 1), 0)) { list in
      for layer in inputs.layers { list.append(layer.drawing) }
    }
    return frame
  }
}

/// Shows stages where they are.
private struct Frame: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "frame", version: 1, "A frame.", content: .stages)

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for layer in inputs.layers { frame.drawing.append(layer.drawing) }
    return frame
  }
}

@Suite("Shutters over screens")
struct ScreenShutterTests {
  private func plan(_ stages: String, _ canvas: String = #", "shutter": 180"#) throws -> RenderPlan {
    let registry = StageRegistry([Mover.self, Screen.self, Frame.self])
    let text = """
      {"name": "screen",
       "canvas": {"size": [240, 120], "fps": 30, "duration": 2, "background": "#102030"\(canvas)},
       "stages": [\(stages)], "outputs": [{"file": "screen.mp4"}]}
      """
    let reading = JobReader.read(bytes: Array(text.utf8), file: "screen.json", registry: registry)
    guard let job = reading.job, reading.isValid else {
      throw StageError(reading.diagnostics.map(\.description).joined(separator: "\n"))
    }
    return try PlannedJob(job, registry: registry).plan
  }

  private func mover(_ id: String = "mover", _ more: String = "") -> String {
    #"{"id": "\#(id)", "stage": "mover", "parameters": {"kind": 0}\#(more)}"#
  }

  private func screen(_ content: String, speed: Double = 0, _ more: String = "") -> String {
    #"{"id": "screen", "stage": "screen", "parameters": {"speed": \#(speed)}\#(more), "stages": [\#(content)]}"#
  }

  /// The lists that the first exposure is the mean of.
  private func samples(_ plan: RenderPlan) throws -> [DisplayList] {
    for case .exposure(let exposure) in try plan.evaluate(at: 1).picture.commands {
      return exposure.samples.map(\.content)
    }
    throw StageError("nothing is exposed")
  }

  private func groupContent(_ list: DisplayList) throws -> DisplayList {
    guard case .group(let group)? = list.commands.first else { throw StageError("no group") }
    return group.content
  }

  @Test("What moves on a screen at rest is drawn as without a shutter", arguments: [true, false])
  func rest(isOnCanvas: Bool) throws {
    let content = screen(mover())
    let blurred =
      try isOnCanvas ? plan(content) : plan(screen(mover(), speed: 0, #", "shutter": 180"#), "")
    #expect(try blurred.evaluate(at: 1).picture == plan(content, "").evaluate(at: 1).picture)
  }

  @Test("A screen that moves shows the frame's instant throughout", arguments: [false, true])
  func moving(isHeld: Bool) throws {
    let content = screen(mover(), speed: 3000)
    let lists = try samples(
      plan(isHeld ? #"{"id": "frame", "stage": "frame", "stages": [\#(content)]}"# : content))
    #expect(lists.count > 8)
    let contents = try Set(lists.map(groupContent))
    #expect(try contents == [plan(mover(), "").evaluate(at: 1).picture])
  }

  @Test("A stage on a screen has its own shutter, averaged once")
  func own() throws {
    let lists = try samples(plan(screen(mover("mover", #", "shutter": 180"#), speed: 3000)))
    let contents = try Set(lists.map(groupContent))
    #expect(lists.count > 8)
    #expect(try contents == [plan(mover()).evaluate(at: 1).picture])
  }

  @Test("What moves beside a screen is blurred")
  func beside() throws {
    let lists = try samples(plan("\(screen(mover())), \(mover("other"))"))
    #expect(lists.count == 120)
  }
}
