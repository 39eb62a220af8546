import Foundation
import TestSupport
import Testing

@Suite("Setting variables", .waitsForProcesses)
struct SetTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, variables) in [("a", #""width": 8, "fill": "white""#), ("b", #""fill": "white""#)] {
      try folder.write(
        """
        {"canvas": {"size": [32, 32], "fps": 10, "duration": 0.2}, "variables": {\(variables)},
         "stages": [{"id": "box", "stage": "shape",
           "parameters": {"rect": {"size": [\(name == "a" ? "\"$width\"" : "8"), 8]}, "fill": "$fill"}}],
         "outputs": [{"file": "\(name).mp4", "preset": "ultrafast"}]}
        """, to: "\(name).json")
    }
  }

  @Test("Videos of all ways to run are those of a job with the value")
  func sameBytes() throws {
    func video(_ folder: String) -> Data? { self.folder.bytes("\(folder)/a.mp4").map { Data($0) } }
    let text = String(decoding: try #require(folder.bytes("a.json")), as: UTF8.self)
    let common = ["--set", "width=24", "--set=fill=#f00", "--no-cache"]
    #expect(try run(["run", "a.json", "b.json", "--output", "set"] + common, in: folder.url).code == 0)
    #expect(try run(["run", "a.json", "b.json", "--output", "alone", "--isolate"] + common, in: folder.url).code == 0)
    #expect(try run(["run", "a.json", "--output", "plain", "--no-cache"], in: folder.url).code == 0)
    try folder.write(
      text.replacing("\"width\": 8", with: "\"width\": 24").replacing("\"white\"", with: "\"#f00\""), to: "a.json")
    #expect(try run(["run", "a.json", "--output", "written", "--no-cache"], in: folder.url).code == 0)
    #expect(video("set") != nil)
    #expect(video("set") == video("written"))
    #expect(video("set") == video("alone"))
    #expect(video("set") != video("plain"))
  }

  @Test("Commands of a submission set the same values")
  func submitted() throws {
    let outcome = try run(
      ["submit", "print", "a.json", "--tasks", "1", "--cache", "store", "--output", "out", "--set", "width=24"],
      in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let commands = outcome.output.split(separator: "\n")
    #expect(commands.count == 2)
    #expect(commands.allSatisfy { $0.contains("--set=width=24") })
  }

  @Test("A name that no job has, and a value without a name, are bad usage")
  func unknown() throws {
    let misspelled = try run(["validate", "a.json", "b.json", "--set", "widht=2"], in: folder.url)
    #expect(misspelled.code == 2)
    #expect(misspelled.errors.contains("--set widht: no job has a variable 'widht'. Did you mean 'width'?"))
    for value in ["width", "=3", "a b=3"] {
      let outcome = try run(["validate", "a.json", "--set", value], in: folder.url)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("NAME=VALUE"))
    }
  }
}
