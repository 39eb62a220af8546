import ColorGrade
import JobFile
import Planning
import StageKit
import StageTesting
import Testing

/// A square that moves by ten points a second.
private struct Square: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "square", version: 1, "A square.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    StageFrame(DisplayList { $0.fill(.rect(Rect(x: time.seconds * 1000, y: 0, width: 10, height: 10)), .white) })
  }
}

private struct Contexts: StageContexts {
  func context(of entry: StageEntry, heard: [PlannedSound], foreseen: ForeseenInputs) -> any StageContext {
    FakeContext(size: Size(200, 100), files: ["bad.cube": "LUT_1D_SIZE 2\n0 0 0\n"])
  }

  func hasSound(_ clip: ClipSound) -> Bool { false }

  func nested(_ nested: NestedJob) -> any StageContexts { self }
}

@Suite("Grades in jobs")
struct PlannedGradeTests {
  private func plan(_ canvas: String, _ stages: String) -> (plan: RenderPlan?, messages: [String]) {
    let text = #"{"canvas": {"size": [200, 100], "duration": 1\#(canvas)}, "stages": [\#(stages)]}"#
    let registry = StageRegistry([Square.self, ColorGrade.self])
    let reading = JobReader.read(bytes: Array(text.utf8), file: "job.json", registry: registry)
    guard let job = reading.job, reading.isValid else { return (nil, reading.diagnostics.map(\.description)) }
    let (plan, diagnostics) = Planner.plan(job, registry: registry, contexts: Contexts())
    return (plan, diagnostics.map(\.description))
  }

  private let square = #"{"id": "a", "stage": "square"}"#

  @Test("That of the canvas changes what the shutter has averaged")
  func shutter() throws {
    let plan = try #require(plan(#", "shutter": 180, "grade": {"exposure": 1, "grain": 0.1}"#, square).plan)
    let commands = try plan.evaluate(at: 0.1).picture.commands
    #expect(commands.count == 2)
    guard case .exposure? = commands.first, case .backdrop(let filter)? = commands.last else {
      Issue.record("no exposure below a grade")
      return
    }
    #expect(filter.grade?.tone.exposure == 1)
  }

  @Test("A stage that grades does so from its start to its end, where its matte lets it")
  func matte() throws {
    let stages = #"""
      {"id": "look", "stage": "grade", "start": 0.2, "duration": 0.5, "matte": "a", "parameters": {"exposure": 1}},
      {"id": "a", "stage": "square"}
      """#
    let plan = try #require(plan("", stages).plan)
    #expect(try plan.evaluate(at: 0.1).picture.isEmpty && plan.evaluate(at: 0.8).picture.isEmpty)
    guard case .backdrop(let filter)? = try plan.evaluate(at: 0.5).picture.commands.first,
      case .group(let outline)? = filter.outline.commands.first
    else {
      Issue.record("no grade within a mask")
      return
    }
    #expect(outline.mask?.content.bounds?.width == 10)
  }

  @Test("A fault of a table is at its place in the canvas")
  func faults() {
    let (plan, messages) = plan(#", "grade": {"lut": "bad.cube"}"#, square)
    #expect(plan == nil)
    #expect(
      messages == [
        "job.json:1:65: canvas.grade.lut: bad.cube:1:1: there are 1 entries; LUT_1D_SIZE 2 has 2. "
          + "A .cube file has LUT_3D_SIZE, or LUT_1D_SIZE, and an entry on each line."
      ])
  }

  @Test("Effects load their tables, and know their canvas")
  func effects() throws {
    let stages = #"""
      {"id": "a", "stage": "square", "parameters": {"effects": [{"grade": {"vignette": {"amount": 0.5}}}]}}
      """#
    let plan = try #require(plan("", stages).plan)
    guard case .group(let group)? = try plan.evaluate(at: 0).picture.commands.first,
      case .grade(let grade)? = group.effects.first
    else {
      Issue.record("no graded group")
      return
    }
    #expect(grade.vignette?.frame == Rect(x: 0, y: 0, width: 200, height: 100))
    let bad = self.plan(
      "", #"{"id": "a", "stage": "square", "parameters": {"effects": [{"grade": {"lut": "bad.cube"}}]}}"#)
    #expect(bad.messages.first?.contains("stages[0].parameters.effects[0].grade.lut: bad.cube:1:1") == true)
  }
}
