import JobFile
import StageKit
import TestSupport
import Testing

@Suite("Fields of a job")
struct FieldTests {
  private func read(
    _ variables: String, _ fields: String, more: String = "", set: [String: String] = [:],
    folder: TemporaryFolder? = nil
  ) -> [JobReadResult] {
    let job = """
      { "canvas": { "size": [64, 64], "duration": 2 }, "variables": { \(variables) },
      "fields": { \(fields) }, \(more)
      "stages": [{ "id": "a", "stage": "dot", "parameters": { "radius": "$size" } }] }
      """
    return JobReader.variants(
      bytes: Array(job.utf8), file: folder?.file("job.json") ?? "job.json",
      registry: StageRegistry([Dot.self, Needy.self]), policy: JobPolicy(selection: VariantSelection(variables: set)))
  }

  private func faults(_ variables: String, _ fields: String, more: String = "", set: [String: String] = [:]) -> [String]
  {
    read(variables, fields, more: more, set: set).flatMap { $0.diagnostics.map(\.description) }.filter {
      !$0.contains("is never used")
    }
  }

  @Test("Fields say what their variables are, in their order")
  func declared() throws {
    let result = read(
      ##""size": 4, "tint": "#FF0000", "title": "Hi", "wide": true, "list": [1, 2], "middle": [3, 4], "mode": "a", "any": { "x": 1 }"##,
      ##"""
      "title": { "label": "Title", "group": "Text", "help": "What it says." }, "size": { "min": 1, "max": 9 }, "tint": {}, "wide": {},
      "list": { "type": "integer" }, "middle": { "type": "point" }, "mode": { "choices": ["a", "b"] }, "any": { "label": "Any" }
      """##)
    #expect(result[0].diagnostics.filter { $0.severity == .error }.isEmpty)
    let fields = try #require(result[0].job).fields
    #expect(fields.map(\.name) == ["title", "size", "tint", "wide", "list", "middle", "mode", "any"])
    #expect(fields[0].label == "Title" && fields[0].group == "Text" && fields[0].help == "What it says.")
    #expect(fields[1].label == "size" && fields[1].group == nil)
    let kinds = fields.map { field in
      switch field.schema {
      case .text?: "text"
      case .number(let number)?: "number \(number.minimum ?? -1) \(number.maximum ?? -1)"
      case .color?: "color"
      case .boolean?: "boolean"
      case .list(.number(let number), _)?: number.isInteger ? "integers" : "numbers"
      case .point?: "point"
      case .choice(let words)?: words.joined()
      default: "any"
      }
    }
    #expect(kinds == ["text", "number 1.0 9.0", "color", "boolean", "integers", "point", "ab", "any"])
  }

  @Test(
    "A value that its field does not take is an error at its place",
    arguments: [
      (##""size": 12"##, #""size": { "max": 9 }"#, "job.json:1:73: variables.size: 12 is above 9"),
      (##""size": 1.5"##, #""size": { "type": "integer" }"#, "1.5 is not a whole number"),
      (##""size": 1, "t": "redd""##, #""t": { "type": "color" }"#, "variables.t: unknown color 'redd'"),
      (##""size": 1, "t": "c""##, #""t": { "choices": ["a", "b"] }"#, "variables.t: unknown value 'c'"),
      (##""size": 1, "t": [1, 30]"##, #""t": { "min": 0, "max": 20 }"#, "variables.t[1]: 30 is above 20"),
      (##""size": 1"##, #""size": { "min": 5, "max": 2 }"#, "fields.size.max: 2 is below 'min', 5"),
      (##""size": 1"##, #""sise": {}"#, "fields.sise: the job has no variable 'sise'. Did you mean 'size'?"),
      (##""size": 1"##, #""size": { "lable": "a" }"#, "unknown key 'lable'. Did you mean 'label'?"),
      (##""size": 1, "t": "a""##, #""t": { "type": "text", "min": 2 }"#, "only numbers have a range"),
      (##""size": 1"##, #""size": { "type": "number", "choices": ["a"] }"#, "only texts are chosen from a list"),
      (##""size": 1"##, #""size": 3"#, "fields.size: expected a field as an object, found a number"),
    ])
  func wrong(variables: String, fields: String, fault: String) {
    let found = faults(variables, fields)
    #expect(found.contains { $0.contains(fault) }, "\(found)")
  }

  @Test("Values of --set and of variants are checked, each with its place")
  func elsewhere() throws {
    let fields = #""size": { "min": 1, "max": 9 }"#
    let set = faults(#""size": 4"#, fields, set: ["size": "20"])
    #expect(set.contains { $0.contains("20 is above 9. The value of '$size' is set by --set size=20.") }, "\(set)")
    let variants = faults(
      #""size": 4"#, fields, more: #""variants": { "a": { "one": { "variables": { "size": 0 } }, "two": {} } },"#)
    #expect(variants.filter { $0.contains("variables.size: 0 is below 1") }.count == 1, "\(variants)")
    #expect(variants.contains { $0.hasPrefix("job.json:2:") })
  }

  @Test("Keyframes in the place of a number are not judged, and fields of an extended job are kept")
  func merged() throws {
    let timed = faults(
      #""size": 1, "far": { "keyframes": [{ "at": 0, "value": 2 }, { "at": 1, "value": 99 }] }"#,
      #""far": { "max": 9 }"#)
    #expect(timed.isEmpty, "\(timed)")
    let folder = try TemporaryFolder()
    try folder.write(#"{ "fields": { "size": { "label": "Size", "max": 3 } } }"#, to: "base.json")
    let result = read(#""size": 2"#, "", more: #""include": "base.json","#, folder: folder)
    #expect(result[0].job?.fields.map(\.label) == ["Size"], "\(result[0].diagnostics)")
  }
}
