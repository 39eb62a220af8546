import JobFile
import Planning
import Rendering
import Reporting
import StageKit
import TestSupport
import Testing

@testable import Preview

@Suite("What the preview says of a job")
struct DescriptionTests {
  private func description(_ text: String, file: String = "jobs/a.json", warnings: [Diagnostic] = []) throws
    -> JSONValue
  {
    let texts = JobTexts(file: file, text: Array(text.utf8))
    return .object(JobDescription(try planned(text, file: file), texts: texts, warnings: warnings).members)
  }

  static let text = """
    {
      "canvas": { "size": [64, 48], "scale": 2, "fps": 10, "duration": 2, "background": "clear" },
      "variables": { "ink": "#FF0000", "pair": [1, 2] },
      "stages": [
        { "id": "first", "stage": "mover", "start": 0.5, "duration": 1 },
        {
          "id": "group", "stage": "shifted", "inputs": { "place": "first.place" }, "start": { "after": "first.landed" },
          "stages": [
            { "id": "held", "stage": "mover",
              "parameters": { "color": "$ink", "size": { "keyframes": [ { "at": 0, "value": 1, "curve": "ease-in" }, { "at": 1, "value": 2 } ] } } }
          ]
        }
      ],
      "outputs": [{ "file": "a.mp4" }]
    }
    """

  @Test("The canvas and the times of the video are told")
  func canvas() throws {
    let json = try description(Self.text)
    #expect(
      json.at("canvas") == ["width": 64, "height": 48, "scale": 2, "background": "clear", "safeArea": [0, 0, 64, 48]])
    #expect(["width", "height", "fps", "frames", "seconds"].map { json.at($0) } == [128, 96, 10, 20, 2])
    #expect(json.at("loop") == false)
  }

  @Test("The canvas, the outputs and the sounds have forms with what is set, and where the rest would be")
  func parts() throws {
    let json = try description(Self.text)
    let parts = json.at("parts")?.items ?? []
    #expect(parts.map { $0.at("kind") } == ["film", "canvas", "output"])
    #expect(parts.map { $0.at("path") } == ["", "canvas", "outputs[0]"])
    let duration = parts[1].at("parameters.duration")
    #expect(duration?.at("isSet") == true && duration?.at("json") == 2 && duration?.at("path") == "canvas.duration")
    #expect(duration?.at("schema.kind") == "number" && duration?.at("schema.unit") == "seconds")
    #expect(parts[1].at("parameters.fps.json") == 10 && parts[0].at("parameters.name.path") == "name")
    #expect(parts[0].at("parameters.name.isSet") == false && parts[2].at("parameters.file.json") == "a.mp4")
  }

  @Test("Stages stand in the order of the file, with their places, holders and times")
  func stages() throws {
    let json = try description(Self.text)
    func all(_ key: String) -> [JSONValue?] { (0..<3).map { json.at("stages.\($0).\(key)") } }
    #expect(all("id") == ["first", "group", "held"])
    #expect(all("path") == ["stages[0]", "stages[1]", "stages[1].stages[0]"])
    #expect(all("line") == [5, 6, 9])
    #expect(all("file") == [.null, .null, .null])
    #expect(all("parent") == [.null, .null, 1])
    #expect(all("depth") == [0, 0, 1])
    #expect(all("start") == [0.5, 1, 1])
    #expect(all("end") == [1.5, .null, .null])
    #expect(json.at("stages.0.outputs.place.columns") == ["first.place.x", "first.place.y"])
    #expect(json.at("stages.0.outputs.drawing.columns") == [])
  }

  @Test("Moments and cues are told in seconds of the video")
  func times() throws {
    let json = try description(Self.text)
    #expect(json.at("stages.0.moments") == [["name": "landed", "seconds": 1]])
    #expect(json.at("stages.0.cues") == [["name": "blinked", "seconds": [0.75, 1.25]]])
    #expect(json.at("stages.1.moments") == [])
  }

  @Test("A parameter that is set has what is written, what it stands for, and where")
  func setParameters() throws {
    let json = try description(Self.text)
    let color = try #require(json.at("stages.held.parameters.color"))
    #expect(color.at("path") == "stages[1].stages[0].parameters.color")
    #expect(["isSet", "json", "value", "default"].map { color.at($0) } == [true, "$ink", "#FF0000", "#FFFFFF"])
    #expect(["line", "column", "file"].map { color.at($0) } == [10, 36, .null])
    #expect(color.at("schema") == ["kind": "color"])
    let size = try #require(json.at("stages.held.parameters.size"))
    #expect(size.at("value") == ["keyframes": [["at": 0, "value": 1, "curve": "ease-in"], ["at": 1, "value": 2]]])
    #expect(size.at("json") == size.at("value"))
    #expect(
      size.at("schema") == [
        "kind": "number", "min": 0, "max": .null, "minExclusive": true, "integer": false, "unit": "points",
        "animated": true,
      ])
  }

  @Test("A parameter that is not set has the path at which it would be, and the place of its stage")
  func unsetParameters() throws {
    let json = try description(Self.text)
    let color = try #require(json.at("stages.first.parameters.color"))
    #expect(color.at("path") == "stages[0].parameters.color")
    #expect(["isSet", "json", "value", "line", "column"].map { color.at($0) } == [false, .null, "#FFFFFF", 5, 5])
    let kind = try #require(json.at("stages.held.parameters.kind"))
    #expect(kind.at("path") == "stages[1].stages[0].parameters.kind")
    #expect(kind.at("isSet") == false)
    #expect(kind.at("value") == ["plain": [:]])
    #expect(kind.at("schema.kind") == "variant")
    #expect(kind.at("schema.variants.round.fields.radii.schema.of.kind") == "number")
    #expect(kind.at("schema.variants.round.fields.radii.default") == [1, 2])
  }

  @Test("An edit at a described path is read back as the parameter's value", arguments: ["first", "held"])
  func editing(stage: String) throws {
    guard case .string(let path)? = try description(Self.text).at("stages.\(stage).parameters.color.path") else {
      Issue.record("there is no path")
      return
    }
    let edited = try JobText.applying([JobEdit(path, "#00FF00")], to: Array(Self.text.utf8))
    let after = try description(String(decoding: edited, as: UTF8.self))
    #expect(after.at("stages.\(stage).parameters.color.value") == "#00FF00")
    #expect(after.at("stages.\(stage).parameters.color.isSet") == true)
  }

  @Test("Edges name their kinds")
  func edges() throws {
    let edges = try description(Self.text).at("edges")
    #expect(
      edges == [
        ["from": 0, "to": 1, "label": "place", "kind": "value"],
        ["from": 2, "to": 1, "label": "in", "kind": "content"],
        ["from": 0, "to": 1, "label": "after landed", "kind": "moment"],
      ])
  }

  @Test("Variables are told as written")
  func variables() throws {
    #expect(
      try description(Self.text).at("variables") == [
        ["name": "ink", "path": "variables.ink", "value": "#FF0000", "line": 3, "column": 25],
        ["name": "pair", "path": "variables.pair", "value": [1, 2], "line": 3, "column": 44],
      ])
  }

  @Test("Gradients are told as a job writes them")
  func gradient() throws {
    let paint =
      ##"{ "radial": { "center": [0.5, 0.25], "radius": 1, "stops": [[0, "#FF0000"], [1, "#0000FF80"]], "spread": "repeat" } }"##
    let text = Self.text.replacing(
      #""start": 0.5,"#, with: #""start": 0.5, "parameters": { "paint": \#(paint) },"#)
    let parameter = try #require(try description(text).at("stages.first.parameters.paint"))
    #expect(parameter.at("value") == parameter.at("json"))
    #expect(parameter.at("value.radial.spread") == "repeat")
  }

  // MARK: Other files

  @Test("What stands in another file says so, with its place there")
  func included() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{ "stages": [{ "id": "zero", "stage": "mover" }, { "id": "one", "stage": "mover", "parameters": { "color": "red" } }] }"#,
      to: "part.json")
    let text = """
      {
        "canvas": { "size": [64, 48], "fps": 10, "duration": 2 },
        "stages": [{ "include": "part.json" }, { "id": "own", "stage": "mover" }],
        "outputs": [{ "file": "a.mp4" }]
      }
      """
    let json = try description(text, file: folder.file("a.json"))
    let part = JSONValue.string(folder.file("part.json"))
    #expect(["zero", "one", "own"].map { json.at("stages.\($0).file") } == [part, part, .null])
    #expect(["zero", "one", "own"].map { json.at("stages.\($0).path") } == ["stages[0]", "stages[1]", "stages[1]"])
    let color = try #require(json.at("stages.one.parameters.color"))
    #expect(["file", "path", "json"].map { color.at($0) } == [part, "stages[1].parameters.color", "red"])
  }

  @Test("A stage that the job itself says more about is edited there")
  func extended() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{ "stages": [{ "id": "zero", "stage": "mover" }, { "id": "one", "stage": "mover" }] }"#, to: "base.json")
    let text = """
      {
        "extends": "base.json",
        "canvas": { "size": [64, 48], "fps": 10, "duration": 2 },
        "stages": [{ "id": "one", "parameters": { "offset": [1, 2] } }],
        "outputs": [{ "file": "a.mp4" }]
      }
      """
    let one = try #require(try description(text, file: folder.file("a.json")).at("stages.one"))
    #expect(["file", "path", "line"].map { one.at($0) } == [.null, "stages[0]", 4])
    #expect(one.at("parameters.offset.path") == "stages[0].parameters.offset")
    #expect(one.at("parameters.color.path") == "stages[0].parameters.color")
  }

  // MARK: Diagnostics

  @Test("A diagnostic shows two lines before and after its own")
  func excerpt() {
    let texts = JobTexts(file: "a.json", text: Array("one\r\ntwo\rthree\nfour\nfünf\nsix".utf8))
    func numbers(_ line: Int) -> [Int] {
      let diagnostic = Diagnostic(file: "a.json", position: SourcePosition(line: line, column: 1), message: "wrong")
      return DiagnosticDescription(diagnostic, in: texts).excerpt.map(\.number)
    }
    #expect(numbers(1) == [1, 2, 3])
    #expect(numbers(4) == [2, 3, 4, 5, 6])
    #expect(numbers(6) == [4, 5, 6])
    #expect(numbers(60) == [])
    let diagnostic = Diagnostic(
      severity: .warning, file: "a.json", position: SourcePosition(line: 5, column: 2), path: "x", message: "wrong",
      hint: "Mend it.")
    #expect(
      DiagnosticDescription(diagnostic, in: texts).json == [
        "severity": "warning", "file": "a.json", "line": 5, "column": 2, "path": "x", "message": "wrong",
        "hint": "Mend it.",
        "excerpt": [
          ["line": 3, "text": "three"], ["line": 4, "text": "four"], ["line": 5, "text": "fünf"],
          ["line": 6, "text": "six"],
        ],
      ])
  }

  @Test("A diagnostic about another file shows lines of that one, and one about no line none")
  func otherExcerpt() throws {
    let folder = try TemporaryFolder()
    try folder.write("a,b\n1,2\n", to: "rows.csv")
    let texts = JobTexts(file: "a.json", text: [])
    let position = SourcePosition(line: 2, column: 1, file: folder.file("rows.csv"))
    let found = DiagnosticDescription(Diagnostic(file: "a.json", position: position, message: "wrong"), in: texts)
    #expect(found.excerpt.map(\.text) == ["a,b", "1,2", ""])
    #expect(found.json.at("file") == .string(folder.file("rows.csv")))
    let gone = SourcePosition(line: 2, column: 1, file: folder.file("gone.csv"))
    #expect(
      DiagnosticDescription(Diagnostic(file: "a.json", position: gone, message: "wrong"), in: texts).excerpt.isEmpty)
    let whole = DiagnosticDescription(Diagnostic(file: "a.json", message: "wrong"), in: texts)
    #expect(whole.excerpt.isEmpty)
    #expect(whole.json.at("line") == .null)
  }

  // MARK: Frames

  @Test("Values have a column for each component, and none where they are missing")
  func values() throws {
    let plan = try planned(Self.text).plan
    let table = ValueTable(plan)
    #expect(Set(table.columns) == ["first.place.x", "first.place.y", "held.place.x", "held.place.y"])
    let values = table.values(of: try plan.evaluate(at: plan.seconds(ofFrame: 10)))
    let column = try #require(table.columns.firstIndex(of: "first.place.x"))
    #expect(values[column] == 5)
  }

  @Test("Boxes lie where stages are drawn on the canvas, also within others")
  func boxes() throws {
    let plan = try planned(Self.text).plan
    let early = try BoxList(plan, frame: 0)
    #expect(early.boxes.map(\.isShown) == [false, false, false])
    let later = try BoxList(plan, frame: 12)
    #expect(later.boxes.map(\.id) == ["first", "group", "held"])
    #expect(later.boxes.map(\.isShown) == [true, true, true])
    #expect(later.boxes[0].rect == Rect(x: 7, y: 0, width: 8, height: 8))
    #expect(later.boxes[1].rect == later.boxes[2].rect)
    #expect(later.boxes[2].rect == Rect(x: 22, y: 0, width: 8, height: 8))
    let held = later.json.at("2")
    #expect(held?["id"] == "held" && held?["shown"] == true && held?["box"] == [22, 0, 8, 8])
    // Its place counts in the group's space, which is moved as the group is.
    #expect(held?["place"]?["space"] == later.json.at("1")?["place"]?["matrix"] ?? [1, 0, 0, 0, 1, 0, 0, 0, 1])
    #expect(later.json.at("0")?["place"]?["holder"] == [1, 0, 0, 0, 1, 0, 0, 0, 1])
    #expect(try BoxList(plan, frame: 15).boxes[0] == .init(id: "first", isShown: false, rect: nil))
  }
}
