import JobFile
import Reporting
import StageKit
import Testing

@Suite("Fixes of a job's text")
struct FixTests {
  /// A job with a dot of some parameters, in which nothing else is wrong.
  private func job(_ parameters: String, stage: String = "dot", key: String = "parameters") -> String {
    """
    {
      // A film.
      "canvas": { "size": [64, 64], "fps": 10, "duration": 1 },
      "stages": [
        { "id": "a", "stage": "\(stage)", "\(key)": \(parameters) } // round
      ]
    }
    """
  }

  private func fixed(_ text: String) throws -> String {
    let bytes = Array(text.utf8)
    return String(decoding: try TextFixes(of: read(text).diagnostics, in: bytes).applied(to: bytes), as: UTF8.self)
  }

  private func likely(_ text: String) -> [String] {
    let outline = JobOutline(Array(text.utf8))
    return read(text).diagnostics.compactMap { outline?.change(for: $0)?.json.text }
  }

  @Test("Misspelled keys, stages, words and colors are corrected where they stand, and comments are kept")
  func spelling() throws {
    let right = job(##"{ "radius": 3, "shape": "square", "color": "#FF0000" }"##)
    #expect(try fixed(right) == right)
    #expect(try fixed(job(##"{ "Radius": 3, "shape": "sqare", "color": "FF0000" }"##)) == right)
    #expect(try fixed(job(##"{ "radius": 3, "shape": "square", "colr": "#FF0000" }"##, key: "paramters")) != right)
    #expect(try fixed(job(##"{ "radius": 3, "shape": "square", "color": "#FF0000" }"##, key: "paramters")) == right)
    #expect(try fixed(job("{}", stage: "Dot")) == job("{}"))
  }

  @Test("Numbers in quotes and points as objects become what is meant")
  func values() throws {
    #expect(
      try fixed(job(#"{ "radius": "3", "anchor": { "x": 1, "y": 2.5 } }"#))
        == job(#"{ "radius": 3, "anchor": [1, 2.5] }"#))
    for text in ["-3", "nan", "inf"] {
      let wrong = job("{ \"radius\": \"\(text)\" }")
      #expect(try fixed(wrong) == wrong)
    }
  }

  @Test("A key gets its current name")
  func renamed() throws {
    #expect(try fixed(job(#"{ "extent": 3 }"#)) == job(#"{ "radius": 3 }"#))
    #expect(try fixed(job(#"{ "extent": 3, "radius": 4 }"#)) == job(#"{ "extent": 3, "radius": 4 }"#))
  }

  @Test("What may mean several things is likely at most, and is left alone")
  func unsure() throws {
    let text = job(#"{ "Radius": 3, "radius": 4 }"#)
    #expect(try fixed(text) == text && likely(text).isEmpty)
    let other = job("{}", key: "options")
    #expect(try fixed(other) == other)
    #expect(likely(other) == [#"{"path":"stages[0].options","key":"parameters"}"#])
  }

  @Test("Each kind of fault has its code")
  func codes() {
    func codes(_ text: String) -> [DiagnosticCode] { read(text).diagnostics.map(\.code) }
    #expect(codes("{") == [.syntax])
    #expect(codes(job(#"{ "colr": "red" }"#)) == [.unknownKey])
    #expect(codes(job(#"{ "extent": 3 }"#)) == [.renamedKey])
    #expect(codes(job(#"{ "radius": -1 }"#)) == [.outOfRange])
    #expect(codes(job(#"{ "radius": [] }"#)) == [.wrongType])
    #expect(codes(job(#"{ "shape": "flat" }"#)) == [.unknownValue])
    #expect(codes(job(#"{ "color": "$nothing" }"#)) == [.unknownVariable])
    #expect(codes(job("{}", stage: "dash")) == [.unknownStage])
  }
}
