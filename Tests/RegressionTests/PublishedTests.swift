import Foundation
import JobFile
import Regression
import StageKit
import TestSupport
import Testing

/// Draws a square that stays, publishes a number, and reaches a moment and cues: what nothing follows.
private struct Clockwork: Stage, ParameterGroup {
  @Parameter("When 'struck' comes, in seconds.", .range(0...10)) var beat = 0.5
  @Parameter("From one cue 'tick' to the next, in seconds.", .range(0.1...10)) var tick = 0.2
  @Parameter("What it publishes.", .range(0...10)) var level = 1.0
  @Parameter("Nothing.", .range(0...10)) var idle = 1.0
  let value = Output<Double>("The level.")
  let struck = Moment("At 'beat'.")
  let ticked = Moment("Again and again.", .cue, name: "tick")
  static let definition = StageDefinition(Self.self, "clockwork", version: 1, "Strikes.")

  var moments: [Moment.Time] { [struck.at(beat)] }

  func cues(until seconds: Double) -> [Moment.Time] {
    return (moments + (1...max(1, Int(seconds / tick))).map { ticked.at(Double($0) * tick) })
      .ordered(until: seconds)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame(DisplayList { $0.fill(.rect(Rect(center: Point(32, 32), size: Size(16, 16))), .white) })
    frame[value] = level
    return frame
  }
}

@Suite("Regressions of what is published") struct PublishedTests {
  private let folder: TemporaryFolder
  private let registry = StageRegistry(shippedStages + [Clockwork.self])

  init() throws { folder = try TemporaryFolder() }

  private func results(_ parameters: String, later: String = "{}", edit: (inout JobRecord) -> Void = { _ in }) throws
    -> JobResult
  {
    func text(_ parameters: String) -> String {
      """
      { "name": "clock", "canvas": { "size": [64, 64], "fps": 10, "duration": 1 },
        "stages": [ { "id": "clock", "stage": "clockwork", "parameters": \(parameters) } ] }
      """
    }
    let settings = RegressionSettings(outputFolder: folder.file("out"), workers: 1, program: "test")
    let baseline = BaselineFolder(folder.file("baseline"))
    let run = RegressionRun(registry: registry, settings: settings)
    var before = try #require(
      run.observe([try job(text(parameters), "clock", in: folder, registry)]).first?.observation)
    edit(&before.record)
    try baseline.write(before)
    return try #require(run.compare([try job(text(later), "clock", in: folder, registry)], with: baseline).first)
  }

  @Test("A moment that moves is a difference, though nothing begins after it") func moments() throws {
    let result = try results(#"{ "beat": 0.4 }"#)
    #expect(result.status == .differs && result.changedFrames.isEmpty && result.notes == [])
    #expect(
      result.causes.map(\.description) == [
        "stage 'clock' (clockwork): parameter 'beat' 0.4 → 0.5, moment 'struck' 0.400 s → 0.500 s"
      ])
    // By code, with no edit.
    let moved = try results("{}") { $0.stages[0].moments["struck"] = 0.4 }
    #expect(moved.causes.map(\.description) == ["stage 'clock' (clockwork): moment 'struck' 0.400 s → 0.500 s"])
    #expect(moved.causes.map(\.kind) == [.values])
  }

  @Test("An output that is gone or has another name is named, and one that is new is noted") func outputs() throws {
    let gone = try results("{}") { record in
      record.stages[0].values["turn"] = record.stages[0].values["value"]
      record.stages[0].valueDigests = ["0: 00000000×10"]
    }
    #expect(gone.causes.map(\.description) == ["stage 'clock' (clockwork): output 'turn' is gone"])
    let renamed = try results("{}") { record in
      record.stages[0].values["turn"] = record.stages[0].values.removeValue(forKey: "value")
      record.stages[0].valueDigests = ["0: 00000000×10"]
    }
    #expect(
      renamed.causes.map(\.description) == ["stage 'clock' (clockwork): output 'turn' is gone, 'value' is new"])
    let new = try results("{}") { record in
      record.stages[0].values["value"] = nil
      record.stages[0].valueDigests = ["0: 00000000×10"]
    }
    #expect(new.status == .passed)
    #expect(new.notes == ["stage 'clock' (clockwork): output 'value' is new, which changes no pixel"])
    // Each has an id of its own, that of a moment too.
    let moved = try results("{}") { $0.stages[0].moments["struck"] = 0.4 }
    #expect(Set((gone.causes + renamed.causes + moved.causes).map(\.groupID)).count == 3)
  }

  @Test("Cues that move, come or go are a difference") func cues() throws {
    #expect(
      try results(#"{ "tick": 0.25 }"#).causes.map(\.description) == [
        "stage 'clock' (clockwork): parameter 'tick' 0.25 → 0.2, cue 'tick' comes 4 times, came 3"
      ])
    #expect(
      try results("{}") { $0.stages[0].cues?["tick"]?[1] = 0.41 }.causes.map(\.description) == [
        "stage 'clock' (clockwork): cue 'tick' 0.410 s → 0.400 s"
      ])
  }

  @Test("A value that nothing takes is a difference") func values() throws {
    #expect(
      try results(#"{ "level": 2 }"#).causes.map(\.description) == [
        "stage 'clock' (clockwork): parameter 'level' 2 → 1, value 2 → 1"
      ])
  }

  @Test("What is edited and changes nothing is a note, and equal jobs pass in silence") func notes() throws {
    let edited = try results(#"{ "idle": 2 }"#)
    #expect(edited.status == .passed && edited.causes == [])
    #expect(edited.notes == ["stage 'clock' (clockwork): parameter 'idle' 2 → 1, which changes no pixel"])
    let equal = try results("{}")
    #expect(equal.status == .passed && equal.causes == [] && equal.notes == [])
  }

  @Test("Records of versions that held no cues, and rounding on other platforms, are no differences") func others()
    throws
  {
    #expect(try results("{}") { $0.stages[0].cues = nil }.causes == [])
    let foreign = try results("{}") { record in
      record.platform.arithmetic = "another"
      record.stages[0].moments["struck"] = 0.500_000_001
      record.stages[0].values["value"] = record.stages[0].values["value"]?.map { $0.replacing(" 1", with: " 1.00001") }
    }
    #expect(foreign.causes == [])
    let far = try results("{}") { record in
      record.platform.arithmetic = "another"
      record.stages[0].moments["struck"] = 0.51
    }
    #expect(far.causes.map(\.description) == ["stage 'clock' (clockwork): moment 'struck' 0.510 s → 0.500 s"])
  }
}
