import Foundation
import StageKit
import TestSupport
import Testing

@testable import Text

/// Small fonts with an H alone, on an em of 1000 units: Boxed (600 wide), packed; Crates (600, bold 800) and Crates Mono (500) in
/// a collection; and Stretch, a variable one, which is 600 wide, 300 more at a weight of 700, and 400 more at twice the width.
@Suite("Forms of font files")
struct FontFileTests {
  private func file(_ name: String) -> FileReference {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Data/\(name)").path
    return FileReference(literal: name, path: path)
  }

  private func layout(_ style: TextStyle, _ files: [String] = []) throws -> TextLayout {
    let engine = TextEngine()
    let fonts = try files.reduce(FontCollection()) { $0.followed(by: try engine.fonts(in: file($1))) }
    return try engine.layout(TextRequest("H", style: style), fonts: fonts)
  }

  private func width(_ family: String, weight: Int = 400, axes: [FontVariation] = [], _ files: String...) throws
    -> Double
  {
    let style = TextStyle(families: [family], weight: weight, size: 1000, variations: axes)
    let layout = try layout(style, files)
    #expect(layout.substitutions.isEmpty)
    return (layout.lines[0].width * 1000).rounded() / 1000
  }

  @Test("WOFF and WOFF2 are drawn as what they hold", arguments: ["packed.woff", "packed.woff2"])
  func packed(name: String) throws {
    #expect(try width("Boxed", name) == 600)
    let layout = try layout(TextStyle(file: file(name), size: 1000))
    #expect(layout.fonts == ["Boxed"])
    #expect(layout.outline.bounds == Rect(x: 0, y: 100, width: 500, height: 700))
  }

  @Test("Packed files that are damaged are refused, or drawn")
  func damaged() throws {
    let folder = try TemporaryFolder()
    for name in ["packed.woff", "packed.woff2", "axes.woff2"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file(name).path))
      for index in stride(from: 0, to: bytes.count, by: 37) {
        var changed = bytes
        changed[index] ^= 0xFF
        for bytes in [changed, bytes.prefix(index)] {
          try bytes.write(to: URL(fileURLWithPath: folder.file(name)))
          _ = try? TextEngine().fonts(in: FileReference(literal: name, path: folder.file(name)))
        }
      }
    }
    let huge = Data("wOF2".utf8) + Data(repeating: 0xFF, count: 60)
    try huge.write(to: URL(fileURLWithPath: folder.file("a.woff2")))
    #expect(throws: StageError.self) {
      try TextEngine().fonts(in: FileReference(literal: "a.woff2", path: folder.file("a.woff2")))
    }
  }

  @Test("A face of a collection is found by its family and weight, or by its name")
  func collections() throws {
    #expect(try width("Crates", "faces.ttc") == 600)
    #expect(try width("Crates", weight: 700, "faces.ttc") == 800)
    #expect(try width("crates mono", "faces.ttc") == 500)
    #expect(try width("Crates Bold", "faces.ttc") == 800)
    #expect(try width("CratesMono-Regular", "faces.ttc") == 500)
  }

  @Test("A file that a text names gives the face that its family names, else the best of the first family")
  func faces() throws {
    for (families, weight, width) in [
      (["sans-serif"], 400, 600.0), (["sans-serif"], 700, 800), (["Crates Mono"], 400, 500),
      (["Nope", "Crates Bold"], 400, 800),
    ] {
      let layout = try layout(TextStyle(families: families, file: file("faces.ttc"), weight: weight, size: 1000))
      #expect(layout.lines[0].width == width)
    }
  }

  @Test("A named instance of a variable font is found by its family and style")
  func instances() throws {
    #expect(try width("Stretch", "axes.woff2") == 600)
    #expect(try width("Stretch", weight: 700, "axes.woff2") == 900)
    #expect(try width("Stretch Bold", "axes.woff2") == 900)
    #expect(try width("stretch bold wide", "axes.woff2") == 1300)
    #expect(try width("Stretch-BoldWide", "axes.woff2") == 1300)
    #expect(try width("Stretch Bold Wide", axes: [FontVariation("wdth", 100)], "axes.woff2") == 900)
    let named = try layout(TextStyle(families: ["Stretch Bold Wide"], file: file("axes.woff2"), size: 1000))
    #expect(named.lines[0].width.rounded() == 1300)
    #expect(try layout(TextStyle(families: ["Inter SemiBold"], size: 20)).substitutions.isEmpty)
    let semibold = try layout(TextStyle(families: ["Inter"], weight: 600, size: 20)).outline
    #expect(try layout(TextStyle(families: ["Inter SemiBold"], size: 20)).outline == semibold)
  }
}
