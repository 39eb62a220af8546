import Foundation
import JobFile
import StageKit
import TestSupport
import Testing

@testable import Rendering

/// A stage that shows an SVG file, as large as it is.
struct Drawing: Stage, ParameterGroup {
  @Parameter("The file.", as: .file(extensions: ["svg"])) var file: FileReference
  static let definition = StageDefinition(Self.self, "drawing", version: 1, "An SVG file.")

  private var drawing = DisplayList()

  mutating func prepare(_ context: any StageContext) throws {
    drawing = try context.vectorImage(file, color: Color(0, 1, 0)).drawing
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame(drawing) }
}

@Suite("SVG files in jobs")
struct VectorImageTests {
  let folder: TemporaryFolder
  private let stages = StageRegistry([Drawing.self])

  init() throws { folder = try TemporaryFolder() }

  private func planned(_ svg: String) throws -> PlannedJob {
    try Data(svg.utf8).write(to: URL(fileURLWithPath: folder.file("a.svg")))
    let text = """
      {"canvas": {"size": [64, 48], "fps": 30, "duration": 1, "background": "#000"},
       "stages": [{"id": "a", "stage": "drawing", "parameters": {"file": "a.svg"}}]}
      """
    let reading = JobReader.read(bytes: Array(text.utf8), file: folder.file("job.json"), registry: stages)
    return try PlannedJob(try #require(reading.job), registry: stages)
  }

  @Test("A file is drawn in its colors, with those of the stage where it asks for them")
  func pixels() throws {
    let image = try planned(
      ##"<svg viewBox="0 0 64 48"><rect width="32" height="48" fill="red"/><rect x="32" width="32" height="48" fill="currentColor"/></svg>"##
    ).image(at: 0)
    #expect(Array(image.pixels[..<4]) == [255, 0, 0, 255])
    #expect(Array(image.pixels[63 * 4..<64 * 4]) == [0, 255, 0, 255])
  }

  @Test("A picture in a file whose colors are tone-mapped is a warning with its line")
  func colors() throws {
    // One white pixel of BT.2020 and PQ.
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAABGNJQ1AJEAABTSMj/gAAAAxJREFUeJxj+P//PwAF/gL+De9GuAAAAABJRU5ErkJggg=="
    let warned = try planned(
      "<svg viewBox='0 0 9 9'>\n<image width='9' height='9' href='data:image/png;base64,\(png)'/></svg>")
    #expect(
      warned.warnings.map(\.message) == [
        "a.svg:2: a picture in the file is HDR (PQ), tone-mapped by BT.2390 from a peak of 1000 cd/m², since it does not say "
          + "its own, to a white of 203 cd/m²"
      ])
  }

  @Test("What is not drawn is a warning, and a broken file an error of the stage")
  func faults() throws {
    let warned = try planned("<svg viewBox='0 0 9 9'><foreignObject/></svg>")
    #expect(warned.warnings.map(\.message) == ["a.svg:1: 'foreignObject' is not drawn"])
    #expect(throws: (any Error).self) { try planned("<svg") }
  }
}
