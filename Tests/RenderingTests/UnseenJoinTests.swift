import Formats
import JobFile
import Planning
import Raster
import StageKit
import TestSupport
import Testing
import Video

@testable import Rendering

@Suite("Joins that nobody sees")
struct UnseenJoinTests {
  /// At 30 fps, drawn at the job's own size.
  private func stripes(_ parameters: String, frames: Int = 300) throws -> Job {
    try RenderingTests.job(
      "s", frames: frames, stages: #"{"id": "s", "stage": "stripes", "parameters": {\#(parameters)}}"#,
      outputs: #"{"file": "s.mp4"}"#)
  }

  private func visibility(_ parameters: String, at frame: Int) throws -> CutVisibility {
    let job = try stripes(parameters)
    let planned = try PlannedJob(job, registry: registry)
    let lists = try [frame - 1, frame].map { try planned.plan.evaluate(at: planned.plan.seconds(ofFrame: $0)).picture }
    return CutMeter(job, ResourceCache(), CutMemo()).visibility(from: lists[0], to: lists[1])
  }

  @Test("A still texture shows a join, and a flat picture does not")
  func still() throws {
    #expect(try !visibility(#""contrast": 0.5"#, at: 30).isUnseen)
    #expect(try visibility(#""contrast": 0"#, at: 30) == .none)
  }

  @Test("Fast motion and a cut hide a join, slow motion does not")
  func motion() throws {
    #expect(try !visibility(#""speed": 1"#, at: 30).isUnseen)
    #expect(try visibility(#""speed": 60"#, at: 30).isUnseen)
    #expect(try visibility(#""turnsAt": 1"#, at: 30).isUnseen)
    #expect(try !visibility(#""turnsAt": 1"#, at: 31).isUnseen)
  }

  @Test("A key frame comes where the picture turns, and nowhere else, for any number of workers")
  func keyFrames() throws {
    let job = try stripes(#""turnsAt": 4.5333333333"#)
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for (folder, workers) in zip(folders, [1, 3]) {
      #expect(render([job], to: folder, workers: workers).failures.isEmpty)
    }
    #expect(folders[0].bytes("s.mp4") == folders[1].bytes("s.mp4"))
    #expect(try movieGroups(at: folders[0].path + "/s.mp4", job.format(of: job.outputs[0])).keyFrames == [0, 136])
  }

  @Test("An output without 'gop' has the bytes that it has alone, beside one with it")
  func neighbor() throws {
    func job(_ outputs: String) throws -> Job {
      try RenderingTests.job(
        "s", frames: 200, stages: #"{"id": "s", "stage": "stripes", "parameters": {"turnsAt": 3.2}}"#, outputs: outputs)
    }
    let (alone, both) = (try TemporaryFolder(), try TemporaryFolder())
    let two = try job(#"{"file": "s.mp4"}, {"file": "t.mp4", "gop": 30}"#)
    #expect(render([try job(#"{"file": "s.mp4"}"#)], to: alone).failures.isEmpty)
    #expect(render([two], to: both).failures.isEmpty)
    #expect(alone.bytes("s.mp4") == both.bytes("s.mp4"))
    let groups = try movieGroups(at: both.path + "/t.mp4", two.format(of: two.outputs[1]))
    #expect(groups.keyFrames == [0, 30, 60, 90, 96, 126, 156, 186])
  }
}
