import Foundation
import JobFile
import Reporting
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

  /// Without an error.
  private static let whole = text.replacing("[64, 64]", with: "[640, 360]").replacing(
    "\"after\": \"dot\"", with: "\"after\": \"dot.start\""
  ).replacing("[9, 2] }", with: "[9, 2] }, \"fill\": \"white\"")

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

  @Test("A stage ends and a copy goes on in a group, whose start still depends on what it did")
  func splitting() throws {
    try folder.write(Self.whole, to: "a.json")
    let split = try edited("split", "stages[1]", "0.25")
    for part in [
      #"{ "id": "line", "stage": "shape", "start": { "after": "dot.start" }, "parameters": { "rect": { "size": [9, 2] }, "fill": "white" }, "duration": 0.25 },"#,
      #""id": "line-rest", "stage": "group","#,
      #"{ "id": "line-2", "stage": "shape", "parameters": { "rect": { "size": [9, 2] }, "fill": "white" } }"#,
      #""start": { "after": "dot.start", "delay": 0.25 }"#, #""time": { "offset": 0.25 }"#, "// round",
    ] { #expect(split.contains(part), "\(part)\n\(split)") }
    #expect(try run(["validate", "a.json"], in: folder.url).code == 0)
    for arguments in [
      ["stages[1]", "0"], ["stages[1]", "0.0004"], ["stages[1]", "soon"], ["stages[9]", "1"], ["stages[1]", "0.25"],
    ] {
      #expect(try run(["edit", "a.json", "split"] + arguments, in: folder.url).code == 2)
    }
    let late = try run(["edit", "a.json", "split", "stages[1]", "3"], in: folder.url)
    #expect(
      late.errors.contains("stages[1]: it cannot be split at 3 s: expected a time between 0 and its duration of 0.25 s")
    )
  }

  @Test("A stage is added with what it needs of the others, before the item at a path or at the end")
  func adding() throws {
    try folder.write(Self.whole, to: "a.json")
    let added = try edited("add", "spinner", "--start", "0.5")
    let stages = try #require(JSONValue(parsing: Array(added.utf8))?["stages"]?.items)
    #expect(stages.count == 3 && stages[2]["stage"] == "spinner" && stages[2]["start"] == .number(0.5))
    #expect(added.contains("// round"))
    _ = try edited("add", "camera-rotation", "stages[0]")
    let halo = try #require(JSONValue(parsing: Array(try edited("add", "halo-pulse").utf8))?["stages"]?.items?.last)
    #expect(halo["inputs"]?["camera"] == "camera.camera", "\(halo)")
    #expect(try run(["validate", "a.json"], in: folder.url).code == 0)
    let outcome = try run(["edit", "a.json", "add", "spiner"], in: folder.url)
    #expect(outcome.code == 2 && outcome.errors.contains("there is no stage 'spiner'. Did you mean 'spinner'?"))
  }

  @Test("A shape begins as a card in the middle of the canvas")
  func addingShapes() throws {
    try folder.write(Self.whole, to: "a.json")
    let last = try #require(JSONValue(parsing: Array(try edited("add", "shape").utf8))?["stages"]?.items?.last)
    #expect(last["id"] == "shape" && last["stage"] == "shape")
    #expect(last["parameters"] == ["rect": ["size": [216, 144], "radius": 14], "fill": "#5CE1E6"], "\(last.text)")
    let validated = try run(["validate", "a.json"], in: folder.url)
    #expect(validated.code == 0, "\(validated.errors)")
  }

  @Test("A start that a scene of a sequence cannot have is an error, and one of a stage that draws nothing is kept")
  func addingStarts() throws {
    let scenes = Self.whole.replacing(
      "\"stages\": [", with: "\"stages\": [{ \"id\": \"scenes\", \"stage\": \"sequence\", \"stages\": [] },")
    try folder.write(scenes, to: "a.json")
    let refused = try run(
      ["edit", "a.json", "add", "spinner", "stages[0].stages[0]", "--start", "1"], in: folder.url)
    #expect(refused.code == 2)
    #expect(
      refused.errors.contains(
        "stages[0].stages[0]: a scene of a sequence begins where the one before it ends, and has no start. Leave the start out"
      ),
      "\(refused.errors)")
    #expect(String(decoding: folder.bytes("a.json") ?? Data(), as: UTF8.self) == scenes)
    let job = JSONValue(parsing: Array(try edited("add", "spinner", "stages[0].stages[0]").utf8))
    let scene = try #require(job?["stages"]?.items?.first?["stages"]?.items?.first)
    #expect(scene["stage"] == "spinner" && scene["start"] == nil)
    let camera = JSONValue(parsing: Array(try edited("add", "camera-rotation", "stages[1]", "--start", "0.5").utf8))
    #expect(camera?["stages"]?.items?[1]["start"] == .number(0.5))
  }

  @Test("A dry run prints the path that a file would have beside the job, and copies nothing")
  func dryFiles() throws {
    try folder.write(Self.whole, to: "film/a.json")
    try folder.write("month,sold\nMay,3\n", to: "sales.csv")
    func printed(_ file: String) throws -> JSONValue? {
      let outcome = try run(["edit", "film/a.json", "add", file, "--dry-run"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return JSONValue(parsing: Array(outcome.output.utf8))?["stages"]?.items?.last?["parameters"]?["data"]
    }
    #expect(try printed(folder.file("sales.csv")) == "media/sales.csv")
    #expect(folder.names(below: "film") == ["a.json"])
    // The same file is used again, another one gets a number, and one in the job's folder stays where it is.
    try folder.write("month,sold\nMay,3\n", to: "film/media/sales.csv")
    #expect(try printed("sales.csv") == "media/sales.csv")
    try folder.write("month,sold\nJune,5\n", to: "sales.csv")
    #expect(try printed("sales.csv") == "media/sales-2.csv")
    #expect(try printed("film/media/sales.csv") == "media/sales.csv")
  }

  @Test("Files of all kinds are copied beside the job, replace nothing, and become stages and sounds that validate")
  func addingFiles() throws {
    let jobs = folder.url.appendingPathComponent("film")
    try FileManager.default.createDirectory(at: jobs, withIntermediateDirectories: true)
    try folder.write(Self.whole, to: "film/a.json")
    let shipped = projectFolder.appendingPathComponent("jobs")
    try folder.write("month,sold\nMay,3\nJune,5\n", to: "sales.csv")
    try folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20\"><rect width=\"30\" height=\"20\"/></svg>",
      to: "New Photo{1}.svg")
    let files = [
      ("New Photo{1}.svg", "picture"), ("sales.csv", "chart"), ("media/loader.json", "lottie"),
      ("media/celebrate.mp4", "clip"), ("data/hike.gpx", "polyline-sweep"), ("media/words.vtt", "subtitles"),
    ]
    for (file, stage) in files {
      let path = folder.names.contains(file) ? folder.file(file) : shipped.appendingPathComponent(file).path
      let outcome = try run(["edit", "film/a.json", "add", path], in: folder.url)
      #expect(outcome.code == 0, "\(file): \(outcome.errors)")
      let text = folder.bytes("film/a.json") ?? Data()
      let last = try #require(JSONValue(parsing: Array(text))?["stages"]?.items?.last)
      #expect(last["stage"] == .string(stage), "\(last)")
    }
    let sound = shipped.appendingPathComponent("sounds/chime.wav").path
    for _ in 0..<2 { #expect(try run(["edit", "film/a.json", "add", sound], in: folder.url).code == 0) }
    let job = try #require(JSONValue(parsing: Array(folder.bytes("film/a.json") ?? Data())))
    #expect(job["stages"]?.items?[2]["parameters"]?["file"] == "media/New Photo(1).svg")
    #expect(job["sounds"]?.items?.map { $0["file"] } == ["media/chime.wav", "media/chime.wav"])
    #expect(job["sounds"]?.items?.map { $0["id"] } == ["chime", "chime-2"])
    #expect(
      folder.names(below: "film/media").sorted() == [
        "New Photo(1).svg", "celebrate.mp4", "chime.wav", "hike.gpx", "loader.json", "sales.csv", "words.vtt",
      ])
    // Another file with a name that is taken; nothing is copied for one that cannot be added.
    try folder.write("month,sold\nJuly,9\n", to: "sales.csv")
    #expect(try run(["edit", "film/a.json", "add", "sales.csv"], in: folder.url).code == 0)
    #expect(folder.names(below: "film/media").contains("sales-2.csv"))
    try folder.write("?", to: "film/media/notes.txt")
    let refused = try run(["edit", "film/a.json", "add", "film/media/notes.txt"], in: folder.url)
    #expect(refused.code == 2 && refused.errors.contains("no stage shows a file such as 'film/media/notes.txt'"))
    let validated = try run(["validate", "film/a.json"], in: folder.url)
    #expect(validated.code == 0, "\(validated.errors)")
  }

  @Test("Who names a stage that is deleted is said")
  func dependents() throws {
    let outcome = try run(["edit", "a.json", "delete", "stages[0]"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.contains("warning: 'dot' is named at 'stages[1].start.after', which is left as it is"),
      "\(outcome.errors)")
  }

  @Test("Who names stages of a group that is deleted is said, too")
  func dependentsOfGroups() throws {
    _ = try edited("group", "stages[0]", "1", "both")
    let outcome = try run(["edit", "a.json", "delete", "stages[0]"], in: folder.url)
    #expect(
      outcome.errors.contains("warning: 'dot' is named at 'stages[1].start.after', which is left as it is"),
      "\(outcome.errors)")
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
