import JobFile
import Reporting
import Testing

@Suite("Changes of variants in a job's text")
struct VariantEditingTests {
  private static let text = """
    {
      "variables": { "accent": "#FF5A36" },
      // Sizes.
      "variants": {
        "size": {
          "wide": {}, // as it is
          square: { "canvas": { "size": [360, 360] } } /* posts */
        },
        "skip": [{ "size": "wide" }, { "size": "square" }]
      }
    }

    """

  private func changed(_ changes: JobChange...) throws -> String {
    String(decoding: try JobText.applying(changes, to: Array(Self.text.utf8)), as: UTF8.self)
  }

  @Test("A value is added behind the others, and what it changes gets the objects that it needs")
  func adding() throws {
    let added = try changed(
      .edit(JobEdit("variants.size.tall", .object([]))),
      .edit(JobEdit("variants.size.tall.variables.accent", "#00AA88")),
      .edit(JobEdit("variants.size.tall.stages.card.parameters.size", 3)))
    let value = JobOutline(Array(added.utf8))?.value(at: "variants.size.tall")
    #expect(
      value == ["variables": ["accent": "#00AA88"], "stages": ["card": ["parameters": ["size": 3]]]], "\(added)")
    #expect(added.contains("\"wide\": {}, // as it is") && added.contains("/* posts */"))
  }

  @Test("A value gets another name where it stands, with its quotes or without")
  func renaming() throws {
    #expect(
      try changed(.rekey("variants.size.wide", as: "film")) == Self.text.replacing("\"wide\": {}", with: "\"film\": {}")
    )
    #expect(
      try changed(.rekey("variants.size.square", as: "post"), .edit(JobEdit("variants.skip[1].size", "post")))
        == Self.text.replacing("square: {", with: "post: {").replacing(
          "\"size\": \"square\"", with: "\"size\": \"post\""))
    #expect(throws: JobEditError.self) { try changed(.rekey("variants.size.wide", as: "square")) }
  }

  @Test("A value goes with the combinations that name it, and other comments stay")
  func deleting() throws {
    let text = try changed(.delete("variants.skip[1]"), .edit(JobEdit("variants.size.square", nil)))
    let values = try #require(JobOutline(Array(text.utf8))?.value(at: "variants"))
    #expect(values["size"] == ["wide": .object([])] && values["skip"] == [["size": "wide"]])
    #expect(text.contains("// as it is") && text.contains("// Sizes."))
  }
}
