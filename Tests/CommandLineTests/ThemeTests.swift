import Foundation
import TestSupport
import Testing

@Suite("Themes and values of other stages through the program", .waitsForProcesses)
struct ThemeTests {
  private static let doors = [
    ["validate", "job.json"], ["still", "job.json", "--at", "0"], ["sheet", "job.json"], ["trace", "job.json"],
    ["run", "job.json"], ["regress", "job.json"],
  ]

  /// A ball that crosses the canvas, and a square that follows it `delay` seconds later, or stays at a point.
  private static func job(color: String, theme: String, position: String) -> String {
    """
    { \(theme)"variables": { "ink": "\(color)" }, "canvas": { "size": [96, 64], "fps": 10, "duration": 2 },
      "stages": [
        { "id": "ball", "stage": "shape", "parameters": { "ellipse": { "size": [10, 10] }, "fill": "$ink",
          "position": { "keyframes": [{ "at": 0, "value": [10, 20] }, { "at": 2, "value": [90, 20], "curve": "linear" }] } } },
        { "id": "square", "stage": "shape",
          "parameters": { "rect": { "size": [8, 8] }, "fill": "white", "position": \(position) } } ] }
    """
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func still(_ job: String, _ name: String) throws -> Data {
    try folder.write(job, to: "\(name).json")
    let outcome = try run(["still", "\(name).json", "--at", "1", "--output", "\(name).png"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try Data(contentsOf: folder.url.appendingPathComponent("\(name).png"))
  }

  @Test("A theme's color and the past of another stage are drawn as if the job had written them")
  func drawn() throws {
    try folder.write(##"{ "variables": { "ink": "#20C080" } }"##, to: "brand.json")
    let themed = try still(
      Self.job(
        color: "red", theme: #""theme": "brand.json", "#, position: #""= value(ball.position, time - 0.5) + [0, 30]""#),
      "themed")
    let plain = try still(Self.job(color: "#20C080", theme: "", position: "[30, 50]"), "plain")
    #expect(themed == plain)
  }

  @Test("A fault of a theme is told at every door, with its place", arguments: doors)
  func faults(command: [String]) throws {
    try folder.write("{ \"variables\": {},\n  \"canvas\": {} }", to: "brand.json")
    try folder.write(
      Self.job(color: "red", theme: #""theme": "brand.json", "#, position: "[1, 2]"), to: "job.json")
    let outcome = try run(command, in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("brand.json:2:3: canvas: a theme has no 'canvas'"), "\(outcome.errors)")
  }

  @Test("A value of a stage that is not there is told at every door, with its place", arguments: doors)
  func values(command: [String]) throws {
    try folder.write(Self.job(color: "red", theme: "", position: #""= value(bal.position)""#), to: "job.json")
    let outcome = try run(command, in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("job.json:6:"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Did you mean 'ball"), "\(outcome.errors)")
  }
}
