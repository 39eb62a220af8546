import Foundation
import JobFile
import Reporting
import StageKit
import TestSupport
import Testing

@testable import Rendering

@Suite("Fonts of jobs")
struct JobFontTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let fonts = URL(fileURLWithPath: #filePath).appending(path: "../../../Sources/CFonts/Fonts").standardized
    for style in ["Bold", "Regular"] {
      try FileManager.default.copyItem(
        at: fonts.appending(path: "Caladea-\(style).ttf"), to: URL(fileURLWithPath: folder.file("\(style).ttf")))
    }
    try folder.write("no font", to: "bad.ttf")
  }

  private func read(_ fonts: String, stages: String = "") throws -> Job {
    let text = #"{"canvas": {"size": [64, 48], "duration": 1}, "fonts": \#(fonts), "stages": [\#(stages)]}"#
    return try #require(
      JobReader.read(bytes: Array(text.utf8), file: folder.file("job.json"), registry: registry).job)
  }

  private func faults(_ job: Job) -> [String] {
    do throws(JobFailure) {
      _ = try PlannedJob(job, registry: registry)
      return []
    } catch {
      guard case .badJob(let faults) = error else { return ["\(error)"] }
      return faults.map { "\($0.path): \($0.message)" }
    }
  }

  @Test("Fonts are files that the job follows from, and damaged ones are errors at their places")
  func files() throws {
    let job = try read(#"["Bold.ttf", "bad.ttf"]"#)
    #expect(job.inputFiles.map(\.reference.literal) == ["Bold.ttf", "bad.ttf"])
    #expect(faults(job) == ["fonts[1]: bad.ttf: is not a font"])
    #expect(faults(try read(#"["Bold.ttf"]"#)).isEmpty)
  }

  @Test("A nested job's text is in its own fonts, or else in those of the job that shows it")
  func nested() throws {
    let inner = #"{"canvas": {"size": [64, 48], "duration": 1}, "fonts": ["bad.ttf"], "stages": []}"#
    try folder.write(inner, to: "inner.json")
    let stage = #"{"id": "show", "stage": "show", "parameters": {"file": "inner.json"}}"#
    #expect(
      faults(try read(#"["Bold.ttf"]"#, stages: stage)) == [
        "stages[0].parameters.file: inner.json:1:57: fonts[0]: bad.ttf: is not a font"
      ])
    let request = TextRequest("H", style: TextStyle(families: ["Caladea"], size: 20))
    func outlines(_ layout: TextLayout) -> [Path] { layout.lines.map(\.outline) }
    func layout(_ own: String) throws -> TextLayout {
      try folder.write(inner.replacing(#""fonts": ["bad.ttf"], "#, with: own), to: "inner.json")
      let job = try read(#"["Bold.ttf"]"#, stages: stage)
      let nested = try #require(job.stages[0].nested)
      let context = JobContext(job, text: SharedPlanning().text).nested(nested)
      return try context.context(of: job.stages[0]).layout(request)
    }
    var bold = request
    bold.style.weight = 700
    let plain = JobContext(try read("[]", stages: stage), text: SharedPlanning().text)
    let stages = plain.job.stages
    #expect(try outlines(layout("")) == outlines(plain.context(of: stages[0]).layout(bold)))
    #expect(try layout(#""fonts": ["Regular.ttf"], "#) == plain.context(of: stages[0]).layout(request))
  }
}
