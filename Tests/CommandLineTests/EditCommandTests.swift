import Foundation
import TestSupport
import Testing

@Suite("Changing a job's text", .waitsForProcesses)
struct EditCommandTests {
  private let folder: TemporaryFolder
  private static let text = """
    {
      // A film.
      "canvas": { "size": [64, 64], "fps": 10, "duration": 1 },
      "stages": [
        { "id": "dot", "stage": "shape", "parameters": { "circle": { "radius": 6 }, "fill": "red" } }, // round
        { "id": "line", "stage": "shape", "start": { "after": "dot" }, "parameters": { "rect": { "size": [9, 2] } } }
      ],
      "outputs": [{ "file": "a.mp4" }]
    }

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
  }

  private func edited(_ arguments: String...) throws -> String {
    let outcome = try run(["edit", "a.json"] + arguments, in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return String(decoding: folder.bytes("a.json") ?? Data(), as: UTF8.self)
  }

  @Test("Each operation changes its place alone, and the opposite one brings the first bytes back")
  func operations() throws {
    let red = Self.text.replacing("\"red\"", with: "\"#00FF00\"")
    #expect(try edited("set", "stages[0].parameters.fill", "#00FF00") == red)
    #expect(try edited("set", "stages[0].parameters.fill", "\"red\"") == Self.text)
    let renamed = Self.text.replacing("\"dot\"", with: "\"disc\"")
    #expect(try edited("rename", "dot", "disc") == renamed)
    #expect(try edited("rename", "disc", "dot") == Self.text)
    let doubled = try edited("duplicate", "stages[0]", "dot-2")
    #expect(doubled.contains("\"dot-2\"") && doubled.contains("// round"))
    #expect(try edited("delete", "stages[1]") == Self.text)
    let moved = try edited("move", "stages[1]", "0")
    #expect(moved != Self.text && moved.contains("// round"))
    #expect(try edited("move", "stages[1]", "0") == Self.text)
    let grouped = try edited("group", "stages[0]", "2", "both")
    #expect(grouped.contains("\"id\": \"both\", \"stage\": \"group\"") && grouped.contains("// round"))
    #expect(try edited("ungroup", "stages[0]") == Self.text)
  }

  @Test("Changes from standard input or a file are made together, or not at all")
  func together() throws {
    try folder.write(
      #"[{ "path": "stages[0].parameters.circle.radius", "value": 9 }, { "rename": "line", "to": "bar" }]"#,
      to: "changes.json")
    let expected = Self.text.replacing("\"radius\": 6", with: "\"radius\": 9").replacing("\"line\"", with: "\"bar\"")
    #expect(try edited("--changes", "changes.json") == expected)
    try folder.write(
      #"[{ "path": "stages[0].parameters.circle.radius", "value": 1 }, { "path": "stages[7]", "delete": true }]"#,
      to: "changes.json")
    let outcome = try run(["edit", "a.json", "--changes", "changes.json"], in: folder.url)
    #expect(outcome.code == 2 && outcome.errors.contains("there is no item 7"))
    let printed = try run(["edit", "a.json", "remove", "outputs", "--dry-run"], in: folder.url).output
    #expect(printed.contains("\"bar\"") && !printed.contains("a.mp4"))
    #expect(String(decoding: folder.bytes("a.json") ?? Data(), as: UTF8.self) == expected)
  }

  @Test("What is no operation, no path or no file is said, with code 2")
  func refused() throws {
    for arguments in [
      ["a.json"], ["a.json", "paint", "x"], ["a.json", "set", "stages[0].start"],
      ["a.json", "move", "stages[0]", "up"],
      ["a.json", "rename", "nobody", "x"], ["a.json", "rename", "dot", "line"], ["b.json", "remove", "canvas"],
      ["a.json", "group", "stages[0]", "3", "both"], ["a.json", "group", "stages[0]", "two", "both"],
      ["a.json", "ungroup", "stages[0]"],
    ] {
      let outcome = try run(["edit"] + arguments, in: folder.url)
      #expect(outcome.code == 2 && !outcome.errors.isEmpty, "\(arguments)")
    }
    #expect(String(decoding: folder.bytes("a.json") ?? Data(), as: UTF8.self) == Self.text)
  }

  @Test("Sure fixes are made round after round and said, and what they are is in the diagnostics as changes")
  func fixes() throws {
    let wrong = Self.text.replacing("\"shape\", \"par", with: "\"shpae\", \"par")
      .replacing("\"fill\": \"red\"", with: "\"filll\": \"red\"").replacing(
        "\"after\": \"dot\"", with: "\"after\": \"dot.endd\"")
    try folder.write(wrong, to: "a.json")
    let lines = try run(["validate", "a.json", "--format=json"], in: folder.url).output
    #expect(lines.contains(#""code":"unknown-stage""#))
    #expect(lines.contains(#""fix":{"sure":true,"changes":[{"path":"stages[0].stage","value":"shape"}]}"#), "\(lines)")
    let dry = try run(["fix", "a.json", "--dry-run"], in: folder.url)
    #expect(dry.output.contains("stages[0].stage: 'shpae' is 'shape'"), "\(dry.output)")
    #expect(folder.bytes("a.json") == Data(wrong.utf8))
    let outcome = try run(["fix", "a.json"], in: folder.url)
    #expect(outcome.code == 0 && outcome.output == dry.output, "\(outcome.errors)")
    let expected = Self.text.replacing("\"after\": \"dot\"", with: "\"after\": \"dot.end\"")
    #expect(String(decoding: folder.bytes("a.json") ?? Data(), as: UTF8.self) == expected)
    try folder.write(Self.text.replacing("\"fps\": 10", with: "\"fps\": -1"), to: "a.json")
    let left = try run(["fix", "a.json"], in: folder.url)
    #expect(left.code == 2 && left.errors.contains("a.json: 2 errors left"), "\(left.errors)")
  }
}
