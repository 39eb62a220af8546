import Foundation
import Regression
import Rendering
import StageKit
import TestSupport
import Testing

/// True if the whole suite is asked for: every fault.
let runsWholeSuite = ProcessInfo.processInfo.environment["REGRESSION_SUITE"] == "whole"

/// Where the whole suite writes its table.
let suiteTable = ProcessInfo.processInfo.environment["REGRESSION_TABLE"]

@Suite("Seeded faults") struct SeededFaultTests {
  let recorded: Recorded

  init() throws { recorded = try Recorded.shared.get() }

  @Test(
    "A fault is found, and blamed on its stage and cause", arguments: Fault.all.filter { $0.isQuick || runsWholeSuite })
  func isFound(fault: Fault) throws {
    let result = try fault.result(recorded)
    let lines = result.lines.joined(separator: "\n")
    note(fault.name, result)
    #expect(result.status == .differs, "\(lines)")
    let cause = try #require(result.causes.first)
    #expect(cause.kind == fault.kind, "\(lines)")
    #expect(cause.stage == fault.stage || fault.stage == nil, "\(lines)")
    #expect(fault.says.isEmpty || lines.contains(fault.says), "\(lines)")
    #expect(fault.followers.allSatisfy { cause.followers.contains($0) }, "\(lines)")
  }

  @Test(
    "Another length, rate or size of the video is one cause, and no stage is to blame",
    arguments: ["a frame longer", "frame rate edited", "size edited"])
  func isOneCause(name: String) throws {
    let fault = try #require(Fault.all.first { $0.name == name })
    let result = try fault.result(recorded)
    #expect(result.causes.map(\.kind) == [.video], "\(result.lines.joined(separator: "\n"))")
  }

  @Test("Unchanged jobs pass, whatever the number of workers", arguments: 1...2)
  func raisesNoAlarm(run: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(wayText, to: "way.geojson")
    let registry = StageRegistry(shippedStages)
    let workers = (run - 1) % 4 + 1
    var settings = recorded.settings(workers: workers)
    // Every other run finds what the others kept.
    if run % 2 == 0 { settings.store = StoreSettings(folder: "\(recorded.folder.path)/store") }
    let jobs = [try job(sceneText, "scene", in: folder, registry), try job(loopText, "loop", in: folder, registry)]
    let results = RegressionRun(registry: registry, settings: settings).compare(jobs, with: recorded.baseline)
    #expect(results.map(\.status) == [.passed, .passed], "\(results.flatMap(\.lines))")
    #expect(results.allSatisfy { $0.causes.isEmpty && $0.notes.isEmpty })
  }
}

/// Writes a line of the table that the whole suite leaves.
func note(_ fault: String, _ result: JobResult) {
  guard let suiteTable, let handle = FileHandle(forWritingAtPath: suiteTable) else { return }
  let line = (result.lines.first ?? "").replacingOccurrences(of: result.file, with: result.name)
  handle.seekToEndOfFile()
  handle.write(Data("| \(fault) | \(result.status.rawValue) | \(line) |\n".utf8))
  try? handle.close()
}
