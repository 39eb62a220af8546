import Foundation
import StageKit
import TestSupport
import Testing

@testable import Regression

@Suite("Records") struct RecordTests {
  @Test("A series comes back as it was written") func seriesRoundTrip() {
    let words = ["1", "1", "1", "2.5", "-", "-", "3"]
    let lines = FrameSeries.lines(words, length: 4)
    #expect(lines == ["0: 1×3 2.5", "4: -×2 3"])
    #expect(FrameSeries.words(lines)?.map(String.init) == words)
  }

  @Test("A damaged series is refused", arguments: [["1: a"], ["0: a", "2: b"], ["a"], ["0: a×x"], ["0: a×999999"]])
  func refusesDamagedSeries(lines: [String]) {
    #expect(FrameSeries.words(lines) == nil)
  }

  @Test("Recording anew gives the same bytes, with any number of workers") func recordingIsStable() throws {
    let recorded = try Recorded.shared.get()
    let folder = try TemporaryFolder()
    try folder.write(wayText, to: "way.geojson")
    let registry = StageRegistry(shippedStages)
    let baseline = BaselineFolder("\(folder.path)/baseline")
    let jobs = [try job(sceneText, "scene", in: folder, registry), try job(loopText, "loop", in: folder, registry)]
    for result in RegressionRun(registry: registry, settings: recorded.settings(workers: 3)).observe(jobs) {
      try baseline.write(try #require(result.observation))
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: baseline.path).sorted()
    #expect(names == (try FileManager.default.subpathsOfDirectory(atPath: recorded.baseline.path).sorted()))
    #expect(
      names.contains("scene/record.json") && names.contains { $0.contains(/^scene\/frame-0000-[0-9a-f]{16}\.png$/) }
        && names.contains { $0.contains(/^loop\/before-[0-9a-f]{16}\.mp4$/) }
    )
    for name in names where name.contains(".") {
      let both = [baseline, recorded.baseline].map { FileManager.default.contents(atPath: "\($0.path)/\(name)") }
      #expect(both[0] == both[1], "\(name)")
    }
  }

  @Test("Writing a baseline keeps the tolerance that was set by hand") func keepsTolerance() throws {
    let recorded = try Recorded.shared.get()
    let folder = try TemporaryFolder()
    let baseline = BaselineFolder(folder.path)
    var record = try #require(try recorded.baseline.record("loop"))
    let observation = JobObservation(record: record, references: [], files: [], faults: [])
    try baseline.write(observation)
    record.tolerance = .perceptual
    try FileManager.default.removeItem(atPath: baseline.recordPath("loop"))
    try BaselineFolder.text(record).write(to: URL(fileURLWithPath: baseline.recordPath("loop")))
    try baseline.write(observation)
    #expect(try baseline.record("loop")?.tolerance == .perceptual)
  }

  @Test("A record that cannot be used says where and why") func tellsOfDamage() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/a", withIntermediateDirectories: true)
    let baseline = BaselineFolder(folder.path)
    #expect(try baseline.record("a") == nil)
    try folder.write("{ \"format\": \"x\" }", to: "a/record.json")
    #expect(throws: BaselineError.self) { try baseline.record("a") }
    try folder.write("nonsense", to: "a/record.json")
    #expect(throws: BaselineError.self) { try baseline.record("a") }
  }

  @Test("A parameter that a new version brings, left at its default, is no edit; one that the job gives is")
  func newParameters() throws {
    let recorded = try Recorded.shared.get()
    let folder = try TemporaryFolder()
    try folder.write(wayText, to: "way.geojson")
    let registry = StageRegistry(shippedStages)
    let scene = try job(sceneText, "scene", in: folder, registry)
    let results = RegressionRun(registry: registry, settings: recorded.settings()).observe([scene])
    let after = try #require(results.first?.observation?.record)
    let index = try #require(
      after.stages.firstIndex { $0.defaults?.isEmpty == false && $0.parameters.count > ($0.defaults?.count ?? 0) })
    let stage = after.stages[index]
    let left = try #require(stage.defaults?.first)
    let given = try #require(stage.parameters.keys.sorted().first { stage.defaults?.contains($0) == false })
    func edits(without name: String) -> [String] {
      var before = stage
      before.parameters[name] = nil
      return StageChange(before, stage)?.parameters ?? []
    }
    #expect(edits(without: left) == [])
    #expect(edits(without: given).count == 1)
    // Outputs that a new version brings are named alone; those that are gone are a change.
    let publishing = try #require(after.stages.first { !$0.values.isEmpty })
    let output = try #require(publishing.values.keys.sorted().first)
    var before = publishing
    before.values[output] = nil
    before.valueDigests = ["0: 00000000"]
    let brought = try #require(StageChange(before, publishing))
    #expect(brought.newOutputs == [output] && brought.lostOutputs.isEmpty && brought.numbers.isEmpty)
    let lost = try #require(StageChange(publishing, before))
    #expect(lost.newOutputs.isEmpty && lost.lostOutputs == [output])
    // The baseline's file does without them.
    #expect(try !String(decoding: BaselineFolder.text(after), as: UTF8.self).contains("\"defaults\""))
  }
}
