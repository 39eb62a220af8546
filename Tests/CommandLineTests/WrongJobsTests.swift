import Foundation
import TestSupport
import Testing
import Video

@Suite("Wrong jobs")
struct WrongJobsTests {
  @Test(
    "Every fault of twenty wrong jobs is reported with its position, none leaves a file, and a good job renders")
  func everyFaultIsTold() throws {
    let folder = try TemporaryFolder()
    let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Data/wrong")
    let jobs = folder.url.appendingPathComponent("wrong")
    try FileManager.default.copyItem(at: data, to: jobs)
    let outcome = try run(["run", ".", "--out", "../out", "--progress", "none"], in: jobs)
    #expect(outcome.code == 2)
    let expected = try String(contentsOf: data.appendingPathComponent("expected.txt"), encoding: .utf8)
    #expect(outcome.errors.split(separator: "\n") == expected.split(separator: "\n"))
    #expect(folder.names(below: "out") == ["good.mp4"])
    #expect(try MovieReader(path: folder.url.path + "/out/good.mp4").info.frameCount == 6)
  }

  @Test("Two jobs that would write one file are reported, and the first is rendered")
  func collision() throws {
    let folder = try TemporaryFolder()
    let job =
      #"{"canvas": {"size": [16, 16], "fps": 30, "duration": 0.1}, "stages": [], "outputs": [{"file": "a.mp4"}]}"#
    try folder.write(job, to: "1.json")
    try folder.write(job, to: "2.json")
    let outcome = try run(["run", "1.json", "2.json"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("2.json:1:86: outputs[0]: 'a.mp4' is also written by 1.json"))
    #expect(folder.names(below: "out") == ["a.mp4"])
  }
}
