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

  @Test("A value that a field does not take is reported at every door, with its origin", arguments: doors)
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

  @Test("Locales are chosen in one axis, by names or by the locales that its values set")
  func locales() throws {
    func validate(_ axes: String, _ options: [String]) throws -> (code: Int32, output: String) {
      try folder.write(
        """
        { "canvas": { "size": [32, 32], "fps": 10, "duration": 1 }, "variables": { "text": "a" }, "variants": { \(axes) },
          "stages": [{ "id": "a", "stage": "shape", "parameters": { "circle": { "radius": 4 }, "fill": "white" } }] }
        """, to: "axes.json")
      let outcome = try run(["validate", "axes.json"] + options, in: folder.url)
      return (outcome.code, outcome.output + outcome.errors)
    }
    try folder.write(#"{ "text": "b" }"#, to: "strings/de.json")
    try folder.write(#"{ "text": "c" }"#, to: "strings/en.json")
    let both = #""locale": { "strings": "strings/*.json" }, "size": { "wide": {}, "tall": { "locale": "de-CH" } }"#
    let strings = try validate(both, ["--locale", "de"])
    #expect(strings.code == 0 && strings.output.contains("(locale: de; size: wide, tall)"))
    let own = #""language": { "plain": {}, "swiss": { "locale": "de-CH" } }"#
    for name in ["swiss", "de-CH"] {
      let found = try validate(own, ["--locale", name])
      #expect(found.code == 0 && found.output.contains("swiss") && !found.output.contains("plain"), "\(found.output)")
    }
    #expect(try validate(own, ["--locale", "fr"]).code == 2)
  }

  @Test("Rows of a table are added to names of outputs, also to those of variables, and to none that have them")
  func names() throws {
    try folder.write("wide,mood\n4,calm\n6,lively\n", to: "rows.csv")
    for (name, expected) in [
      ("$file", ["b-1.mp4", "b-2.mp4"]), ("{rowing}.mp4", ["b-1.mp4", "b-2.mp4"]),
      ("{row}-b.mp4", ["1-b.mp4", "2-b.mp4"]), ("{row.wide}-b.mp4", ["4-b.mp4", "6-b.mp4"]),
    ] {
      try folder.write(
        """
        { "variables": { "wide": 8, "mood": "calm", "file": "b.mp4", "rowing": "b" }, "fields": { "wide": {}, "mood": {} },
          "canvas": { "size": [32, 32], "fps": 10, "duration": 0.2 },
          "stages": [{ "id": "a", "stage": "shape", "parameters": { "rect": { "size": ["$wide", 8] }, "fill": "white" } }],
          "outputs": [{ "file": "\(name)", "preset": "ultrafast" }] }
        """, to: "rows.json")
      let out = folder.file("out")
      let outcome = try run(
        ["run", "rows.json", "--data", "rows.csv", "--output", out, "--progress", "none"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(folder.names(below: "out").filter { $0.hasSuffix(".mp4") } == expected)
      try FileManager.default.removeItem(atPath: out)
    }
  }

  @Test("A table is for the jobs that have fields of its columns, and another is rendered as it is")
  func meant() throws {
    try folder.write("wide,mood\n4,calm\n6,lively\n", to: "rows.csv")
    try folder.write(
      """
      { "variables": { "other": 8 }, "fields": { "other": {} }, "canvas": { "size": [32, 32], "fps": 10, "duration": 1 },
        "stages": [{ "id": "a", "stage": "shape", "parameters": { "rect": { "size": ["$other", 8] }, "fill": "white" } }] }
      """, to: "other.json")
    let both = try run(["validate", "job.json", "other.json", "--data", "rows.csv"], in: folder.url)
    #expect(both.code == 0, "\(both.errors)")
    #expect(both.output.contains("job.json: fine, 2 variants") && both.output.contains("other.json: fine, 10 frames"))
    let alone = try run(["validate", "other.json", "--data", "rows.csv"], in: folder.url)
    #expect(alone.code == 2 && alone.errors.contains("fields that are columns of the table"), "\(alone.errors)")
  }

  @Test("Lists of points have fields, and a table without rows is an error")
  func lists() throws {
    func job(_ value: String) -> String {
      """
      { "variables": { "way": \(value) }, "fields": { "way": { "type": "point" } },
        "canvas": { "size": [32, 32], "fps": 10, "duration": 1 },
        "stages": [{ "id": "a", "stage": "shape", "parameters": { "circle": { "radius": 4 }, "fill": "white" } }] }
      """
    }
    for (value, code) in [("[1, 2]", Int32(0)), ("[[1, 2], [3, 4]]", 0), ("[[1, 2], [3]]", 2)] {
      try folder.write(job(value), to: "points.json")
      #expect(try run(["validate", "points.json"], in: folder.url).code == code, "\(value)")
    }
    try folder.write("wide,mood\n", to: "head.csv")
    let outcome = try run(["validate", "job.json", "--data", "head.csv"], in: folder.url)
    #expect(
      outcome.code == 2 && outcome.errors.contains("head.csv:1:1: the table has no rows"), "\(outcome.errors)")
  }
}
