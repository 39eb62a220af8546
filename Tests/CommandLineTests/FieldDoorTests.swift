import Foundation
import TestSupport
import Testing

@Suite("Fields through the program", .waitsForProcesses)
struct FieldDoorTests {
  private static let doors = [
    ["validate", "job.json"], ["still", "job.json", "--at", "0"], ["sheet", "job.json"], ["trace", "job.json"],
    ["run", "job.json"], ["graph", "job.json"], ["regress", "job.json"],
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      { "variables": { "wide": 8, "mood": "calm" },
        "fields": { "wide": { "label": "Width", "min": 1, "max": 20 }, "mood": { "choices": ["calm", "lively"] } },
        "canvas": { "size": [32, 32], "fps": 10, "duration": 1 },
        "stages": [{ "id": "a", "stage": "shape", "hidden": "= mood == 'lively'",
          "parameters": { "rect": { "size": ["$wide", 8] }, "fill": "white" } }] }
      """, to: "job.json")
  }

  @Test("A value that a field does not take is told at every door, with its origin", arguments: doors)
  func faults(command: [String]) throws {
    let outcome = try run(command + ["--set", "wide=30", "--set", "mood=loud"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("variables.wide: 30 is above 20"), "\(outcome.errors)")
    #expect(outcome.errors.contains("variables.mood: unknown value 'loud'"), "\(outcome.errors)")
    #expect(outcome.errors.contains("--set wide=30"), "\(outcome.errors)")
  }

  @Test("A job around one hands in values that its fields take, and others are errors at their place")
  func nested() throws {
    func film(_ wide: Int) -> String {
      """
      { "canvas": { "size": [32, 32], "fps": 10, "duration": 1 }, "stages": [
        { "id": "a", "stage": "job", "parameters": { "file": "job.json", "variables": { "wide": \(wide) } } }] }
      """
    }
    try folder.write(film(12), to: "film.json")
    #expect(try run(["validate", "film.json"], in: folder.url).code == 0)
    try folder.write(film(99), to: "film.json")
    let outcome = try run(["validate", "film.json"], in: folder.url)
    #expect(outcome.code == 2 && outcome.errors.contains("99 is above 20"), "\(outcome.errors)")
    #expect(outcome.errors.contains("film.json:2:"), "\(outcome.errors)")
  }

  @Test("A job with fields draws what it draws without")
  func drawn() throws {
    let text = String(decoding: folder.bytes("job.json") ?? Data(), as: UTF8.self)
    let plain = text.replacing(#/ +"fields": .*\n/#, with: "")
    #expect(plain != text)
    try folder.write(plain, to: "plain.json")
    for name in ["job", "plain"] {
      #expect(try run(["still", "\(name).json", "--at", "0", "-o", "\(name).png"], in: folder.url).code == 0)
    }
    #expect(folder.bytes("job.png") == folder.bytes("plain.png"))
  }
}
