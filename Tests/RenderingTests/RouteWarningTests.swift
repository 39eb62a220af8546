import Foundation
import JobFile
import Planning
import StageKit
import TestSupport
import Testing

@testable import Rendering

/// Reads a route, and draws nothing.
struct Walker: Stage, ParameterGroup {
  @Parameter("The way.") var route: RouteSource
  static let definition = StageDefinition(Self.self, "walker", version: 1, "A walk.")

  mutating func prepare(_ context: any StageContext) throws {
    if case .file(let file, _) = route { _ = try context.tracks(file) }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

@Suite("Warnings of recordings")
struct RouteWarningTests {
  @Test("What a recording lacks is a warning with its file and place, once for all stages that take it")
  func once() throws {
    let folder = try TemporaryFolder()
    let text = """
      <gpx><trk><trkseg>
      <trkpt lon="0" lat="0"><ele>high</ele></trkpt>
      <trkpt lon="1" lat="0"/><trkpt lon="1" lat=""/>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("walk.gpx")))
    let stage = #""stage": "walker", "parameters": {"route": "walk.gpx"}"#
    let job = """
      {"name": "walks", "canvas": {"size": [64, 48], "fps": 30, "duration": 1},
       "stages": [{"id": "a", \(stage)}, {"id": "b", \(stage)}], "outputs": [{"file": "out.mp4"}]}
      """
    let stages = StageRegistry([Walker.self])
    let reading = JobReader.read(bytes: Array(job.utf8), file: folder.file("walks.json"), registry: stages)
    let warnings = try PlannedJob(try #require(reading.job, "\(reading.diagnostics)"), registry: stages).warnings
    #expect(
      warnings.map(\.message) == [
        "walk.gpx:3:48: the file ends early, in 'trkseg'; what is there is read, with 2 positions",
        "walk.gpx:3:1: 1 position is not on earth, and left out",
        "walk.gpx:2:1: 1 height is none on earth, and left out",
      ])
  }
}
