import Foundation
import TestSupport
import Testing
import Video

@Suite("Wrong jobs", .waitsForProcesses)
struct WrongJobsTests {
  @Test(
    "Every fault of twenty-one wrong jobs is reported with its position, none leaves a file, and a good job renders")
  func everyFaultIsTold() throws {
    let folder = try TemporaryFolder()
    let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Data/wrong")
    let jobs = folder.url.appendingPathComponent("wrong")
    try FileManager.default.copyItem(at: data, to: jobs)
    let outcome = try run(["run", ".", "--output", "../out", "--progress", "none"], in: jobs)
    #expect(outcome.code == 2)
    let expected = try String(contentsOf: data.appendingPathComponent("expected.txt"), encoding: .utf8)
    #expect(outcome.errors.split(separator: "\n") == expected.split(separator: "\n"))
    #expect(folder.names(below: "out") == ["good.mp4"])
    #expect(try MovieReader(path: folder.url.path + "/out/good.mp4").info.frameCount == 6)
  }

  @Test("A job that reads what a job of the same run writes, or it writes itself, is an error")
  func order() throws {
    let folder = try TemporaryFolder()
    let canvas = #""canvas": {"size": [16, 16], "fps": 10, "duration": 0.2}"#
    func reader(_ output: String) -> String {
      """
      {\(canvas), "stages": [
        {"id": "film", "stage": "clip", "parameters": {"file": "out/b.mkv", "width": 9}}], "outputs": [{"file": "\(output)"}]}
      """
    }
    try folder.write(#"{\#(canvas), "stages": [], "outputs": [{"file": "b.mkv"}]}"#, to: "b.json")
    try folder.write(reader("a.mkv"), to: "a.json")
    #expect(try run(["run", "b.json"], in: folder.url).code == 0)
    for command in [["run"], ["run", "--dry-run"]] {
      let outcome = try run([command[0], "a.json", "b.json"] + command.dropFirst(), in: folder.url)
      #expect(outcome.code == 2)
      #expect(
        outcome.errors.contains("a.json:2:")
          && outcome.errors.contains(
            "stages[0].parameters.file: it reads 'out/b.mkv', which b.json writes in the same run"),
        "\(outcome.errors)")
    }
    #expect(try run(["run", "a.json"], in: folder.url).code == 0)
    try folder.write(reader("b.mkv"), to: "a.json")
    let outcome = try run(["run", "a.json"], in: folder.url)
    #expect(outcome.code == 2 && outcome.errors.contains("it reads 'out/b.mkv', which it writes itself"))
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
