import JobFile
import StageKit
import Testing

/// A stage that grades what lies below it.
private struct Grader: Stage, ParameterGroup {
  @Include var grading: Grading
  static let definition = StageDefinition(Self.self, "grade", version: 1, "Grades.", adjusts: true)

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

@Suite("The grade of the canvas")
struct CanvasGradeTests {
  private func read(_ grade: String, stages: String = #"{"id": "a", "stage": "dot"}"#) -> JobReadResult {
    let text = #"{"canvas": {"size": [64, 64], "duration": 1, "grade":"# + "\n\(grade)\n}, \"stages\": [\(stages)]}"
    return JobReader.read(
      bytes: Array(text.utf8), file: "jobs/a.json", registry: StageRegistry([Dot.self, Grader.self]))
  }

  private func messages(_ grade: String) -> [String] {
    read(grade).list.sorted.map { String($0.description.dropFirst("jobs/a.json:".count)) }
  }

  @Test("It is a stage above all others")
  func stage() throws {
    let job = try #require(
      read(#"{"exposure": 0.5, "grain": 0.04}"#, stages: #"{"id": "a", "stage": "dot", "z": 99}"#).job)
    let entry = try #require(job.stages.last)
    #expect(job.stages.count == 2 && entry.id == "canvas.grade" && entry.definition.name == "grade")
    #expect(entry.z > job.stages[0].z && entry.parent == nil && entry.path == "canvas.grade")
    #expect(entry.parameters["exposure"].flatMap { Double.read($0) } == 0.5)
    let position = try #require(entry.position(ofParameter: "grain"))
    #expect(position.line == 2 && position.column == 28)
  }

  @Test("Its faults are those of the canvas")
  func faults() {
    #expect(
      messages(#"{"exposur": 1, "contrast": -1, "vignette": 0.3, "curves": {"all": [[0, 0], 1]}}"#) == [
        "2:2: canvas.grade.exposur: unknown key 'exposur'. Did you mean 'exposure'?",
        "2:28: canvas.grade.contrast: -1 is below 0",
        "2:44: canvas.grade.vignette: expected an object, found a number. Its keys are 'amount', 'start' and 'center'.",
        "2:76: canvas.grade.curves.all[1]: expected a point [x, y], found a number. Did you mean [1, 1]?",
      ])
  }

  @Test("Its table is one of the files that the job reads")
  func table() throws {
    let job = try #require(read(#"{"lut": {"file": "look.cube", "amount": 0.5}}"#).job)
    #expect(job.inputFiles.map(\.reference.literal) == ["look.cube"])
    #expect(messages(#"{"lut": "look.png"}"#).count == 1)
  }

  @Test("Keyframes of it may follow other stages")
  func follows() throws {
    let grade = #"{"exposure": {"follow": "a.scale", "keyframes": [{"at": 0, "value": 0}, {"at": 1, "value": 1}]}}"#
    let entry = try #require(read(grade).job?.stages.last)
    #expect(entry.follows.map(\.parameter) == ["exposure"] && entry.follows.map(\.stage) == ["a"])
  }

  @Test("Without a stage that grades it is an error")
  func missing() {
    let text = #"{"canvas": {"size": [64, 64], "duration": 1, "grade": {}}, "stages": [{"id": "a", "stage": "dot"}]}"#
    let result = JobReader.read(bytes: Array(text.utf8), file: "a.json", registry: StageRegistry([Dot.self]))
    #expect(result.list.sorted.map(\.message) == ["the stage module ColorGrade, which grades, is missing"])
  }
}
