import JobFile
import StageKit
import Testing

@Suite("JSON Schema")
struct JobSchemaTests {
  @Test("Equal definitions give equal text")
  func stable() {
    let definitions = StageRegistry([Dot.self, Needy.self]).definitions
    #expect(JobSchema.document(for: definitions) == JobSchema.document(for: definitions))
  }

  @Test("Every stage and every parameter is described")
  func described() {
    let text = JobSchema.document(for: [Dot.definition])
    #expect(text.contains(#""const": "dot""#))
    #expect(text.contains(##""$ref": "#/$defs/stage%20dot""##))
    for parameter in Dot.definition.parameters {
      #expect(text.contains("\"\(parameter.name)\": {\n"))
      #expect(text.contains("\"description\": \"\(parameter.summary)"))
    }
  }

  @Test("Ranges, words and defaults are those of the definition")
  func details() {
    let text = JobSchema.document(for: [Dot.definition])
    #expect(text.contains(#""enum": ["round", "square"]"#))
    #expect(text.contains("\"maximum\": 9\n"))
    #expect(text.contains(##""default": "#FFFFFF""##))
    #expect(text.contains(#""default": "ease-in""#))
    #expect(text.contains(#""default": "forever""#))
    #expect(text.contains(#"\\.([pP][nN][gG]|[jJ][pP][gG])$"#))
  }

  @Test("Every function that colors may be written with is known, in any letter case")
  func colorFunctions() {
    let text = JobSchema.document(for: [])
    for function in Color.cssFunctions {
      let pattern = function.map { "[\($0)\($0.uppercased())]" }.joined()
      let isKnown = ["(\(pattern)|", "|\(pattern)|", "|\(pattern))"].contains { text.contains($0) }
      #expect(isKnown, "\(function)")
    }
  }

  @Test("A job may leave its canvas and stages to a job that it extends, and what varies is described")
  func parts() {
    let text = JobSchema.document(for: [Dot.definition])
    for key in ["extends", "include", "variants", "skip", "place", "ignoreLayoutChecks", "shutter"] {
      #expect(text.contains("\"\(key)\": {"))
    }
    #expect(text.contains(#""required": ["extends"]"#))
    #expect(!text.contains(#""required": ["size", "duration"],"#))
  }

  @Test("The schema is JSON that the reader understands")
  func isJSON() {
    let found = messages(JobSchema.document(for: [Dot.definition, Needy.definition]))
    #expect(!found.contains { $0.contains("expected '") || $0.contains("is not") })
  }
}
