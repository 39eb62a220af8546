import Foundation
import TestSupport
import Testing

@Suite("Describing a Lottie file", .waitsForProcesses)
struct LottieCommandTests {
  private let folder: TemporaryFolder
  private static let fill = #"{ "ty": "fl", "nm": "Fill 1", "c": { "sid": "brand" }, "o": { "a": 0, "k": 50 } }"#
  private static let text = """
    { "v": "5.9.0", "w": 60, "h": 30, "fr": 10, "ip": 5, "op": 25,
      "markers": [{ "cm": "open", "tm": 10, "dr": 5 }],
      "slots": { "brand": { "p": { "a": 0, "k": [1, 0.5, 0, 1] } } },
      "fonts": { "list": [{ "fName": "No-Bold", "fFamily": "No Such Font", "fStyle": "Bold" }] },
      "assets": [{ "id": "c", "layers": [
        { "ty": 1, "nm": "plate", "ip": 0, "op": 20, "ks": {}, "sc": "#00ff00", "sw": 10, "sh": 10 }] }],
      "layers": [
        { "ty": 5, "nm": "title", "ip": 5, "op": 25, "ks": {},
          "t": { "d": { "k": [{ "t": 0, "s": { "t": "Hi", "s": 12, "f": "No-Bold", "fc": [0, 0, 1] } }] } } },
        { "ty": 4, "nm": "icon", "ip": 10, "op": 25, "ks": {},
          "shapes": [{ "ty": "rc", "p": { "k": [9, 9] }, "s": { "k": [9, 9] }, "r": { "k": 0 } }, \(fill)] },
        { "ty": 0, "nm": "inner", "refId": "c", "w": 60, "h": 30, "ip": 5, "op": 25, "ks": {} },
        { "ty": 99, "nm": "odd", "ip": 5, "op": 25, "ks": {} }] }

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
  }

  private func described(_ arguments: String...) throws -> String {
    let outcome = try run(["lottie", "a.json"] + arguments, in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("Text has the size, layers, markers, slots, values, fonts, features and what is not drawn")
  func text() throws {
    let text = try described()
    for line in [
      "a.json: 60 × 30, 10 frames a second, 20 frames, 2 s", "  title    text         0…2",
      "  icon     shapes       0.5…2", "    plate  solid        0…2", "  open  at 0.5 s, 0.5 s long",
      "  brand  color  #FF8000", "  title.text         text   \"Hi\"", "  title.color        color  #0000FF",
      "  icon.Fill 1.color  color  slot 'brand'", "  inner.plate.color  color  #00ff00",
      "  layer 'odd': a layer of the type 99 is not drawn", "  compositions, shapes, slots, solids, text",
      "    \"file\": \"a.json\"",
    ] {
      #expect(text.contains("\n\(line)\n") || text.hasPrefix(line + "\n"), "\(line)\n\(text)")
    }
    #expect(text.contains("'No Such Font' is not installed"))
    #expect(!text.contains("opacity"))
    #expect(try described("--all").contains("\n  icon.Fill 1.opacity  number  50\n"))
  }

  @Test("JSON has the same, and its stage is one that a job takes")
  func json() throws {
    let text = try described("--format", "json")
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["seconds"] as? Double == 2)
    #expect((root["slots"] as? [[String: Any]])?.first?["value"] as? String == "#FF8000")
    #expect((root["fonts"] as? [[String: Any]])?.first?["found"] as? Bool == false)
    let stage = try #require(root["stage"])
    let job = String(decoding: try JSONSerialization.data(withJSONObject: [stage]), as: UTF8.self)
    try folder.write(#"{ "canvas": { "size": [64, 64], "fps": 10, "duration": 1 }, "stages": \#(job) }"#, to: "j.json")
    #expect(try run(["validate", "j.json"], in: folder.url).code == 0)
  }

  @Test("A sheet of instants is drawn, and replaces no other file")
  func sheet() throws {
    try folder.write("x", to: "x.png")
    let refused = try run(["lottie", "a.json", "--sheet", "x.png"], in: folder.url)
    #expect(refused.code == 2 && refused.errors.contains("already exists"))
    _ = try described("--sheet", "s.png", "--count", "4")
    #expect(folder.bytes("s.png")?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("Faults name the file's line and column")
  func faults() throws {
    func fault(_ text: String, _ arguments: String...) throws -> String {
      try folder.write(text, to: "b.json")
      let outcome = try run(["lottie", "b.json"] + arguments, in: folder.url)
      #expect(outcome.code == 2 && outcome.output.isEmpty)
      return outcome.errors
    }
    #expect(try fault("{\n  x").contains("b.json:2:3: found 'x', expected a member's name or '}'"))
    #expect(try fault("{}").contains("b.json:1:1: has no 'layers'"))
    let solid = #"{ "ty": 1, "nm": "s", "ip": 0, "op": 9, "ks": {}, "sw": 1, "sh": 1 }"#
    #expect(
      try fault("{ \"w\": 9, \"h\": 9, \"fr\": 9, \"op\": 9, \"layers\": [\n\(solid)] }").contains(
        "b.json:2:1: the color"))
    #expect(try fault(Self.text, "--animation", "x").contains("is no archive"))
    #expect(try run(["lottie", "none.json"], in: folder.url).code == 2)
  }

  @Test("Unknown slots and paths of a job are faults that name near ones")
  func settings() throws {
    func errors(_ set: String) throws -> String {
      try folder.write(
        """
        { "canvas": { "size": [64, 64], "fps": 10, "duration": 1 }, "stages": [
          { "id": "a", "stage": "lottie", "parameters": { "file": "a.json", "set": \(set) } }] }
        """, to: "j.json")
      return try run(["validate", "j.json"], in: folder.url).errors
    }
    #expect(try errors(#"{ "brnd": "red" }"#).contains("Did you mean 'brand'?"))
    #expect(try errors(#"{ "icon.Fil 1.color": "red" }"#).contains("Did you mean 'icon.Fill 1.color'?"))
  }
}
