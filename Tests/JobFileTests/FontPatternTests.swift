import JobFile
import Messages
import StageKit
import TestSupport
import Testing

@Suite("Fonts whose names are like a pattern")
struct FontPatternTests {
  private func read(_ fonts: String, _ folder: TemporaryFolder) -> JobReadResult? {
    let text = """
      { "canvas": { "size": [64, 64], "duration": 1 }, "fonts": [\(fonts)], "stages": [{ "id": "a", "stage": "dot" }] }
      """
    return JobReader.variants(
      bytes: Array(text.utf8), file: folder.file("job.json"), registry: StageRegistry([Dot.self]), policy: JobPolicy(),
      messages: Messages()
    ).first
  }

  @Test("A star stands for all fonts of a folder that are named so, in the order of their names")
  func star() throws {
    let folder = try TemporaryFolder()
    for name in ["b.ttf", "a.ttf", "c.otf", ".d.ttf", "e.ttf.txt"] { try folder.write("", to: name) }
    let result = try #require(read(#""c.otf", "*.ttf""#, folder))
    let fonts = try #require(result.job).fonts
    #expect(fonts.map(\.reference.literal) == ["c.otf", "a.ttf", "b.ttf"])
    #expect(fonts.map(\.reference.path) == ["c.otf", "a.ttf", "b.ttf"].map { folder.file($0) })
    #expect(fonts.map(\.path) == ["fonts[0]", "fonts[1]", "fonts[1]"])
    #expect(result.job?.inputFiles.map(\.reference) == fonts.map(\.reference))
  }

  @Test("A pattern that no font is like is an error, and so is one without an ending of fonts")
  func faults() throws {
    let folder = try TemporaryFolder()
    let list = try #require(read(#""brand/*.woff2", "*""#, folder)).list.sorted
    #expect(
      list.map(\.message) == [
        "no file has a name like 'brand/*.woff2'", "'*' does not end in .ttf, .otf, .ttc, .otc, .woff or .woff2",
      ])
    #expect(list.map(\.path) == ["fonts[0]", "fonts[1]"])
  }
}
