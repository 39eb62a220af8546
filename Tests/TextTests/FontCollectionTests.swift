import Foundation
import StageKit
import TestSupport
import Testing

@testable import Text

@Suite("Fonts of files")
struct FontCollectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// DejaVu Sans under another name of as many letters.
  private func renamed(_ family: String) throws -> FileReference {
    let query = InstalledFonts.Query(weight: 400, isItalic: false, language: "en")
    guard case .file(let path, _)? = InstalledFonts().sorted(families: ["DejaVu Sans"], query).first?.source else {
      throw StageError("DejaVu Sans is not installed")
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for encoding in [String.Encoding.utf16BigEndian, .ascii] {
      let (old, new) = (try #require("DejaVu Sans".data(using: encoding)), try #require(family.data(using: encoding)))
      while let range = bytes.range(of: old) { bytes.replaceSubrange(range, with: new) }
    }
    return try write(bytes, to: "\(family).ttf")
  }

  /// One of those that come with the program.
  private func caladea(_ style: String) -> FileReference {
    let path = URL(fileURLWithPath: #filePath).appending(path: "../../../Sources/CFonts/Fonts/Caladea-\(style).ttf")
    return FileReference(literal: "Caladea-\(style).ttf", path: path.standardized.path)
  }

  private func write(_ bytes: Data, to name: String) throws -> FileReference {
    try bytes.write(to: URL(fileURLWithPath: folder.file(name)))
    return FileReference(literal: name, path: folder.file(name))
  }

  private func layout(
    _ text: String, _ family: String, weight: Int = 400, _ files: [FileReference], _ engine: TextEngine = TextEngine()
  ) throws -> TextLayout {
    let fonts = try files.reduce(FontCollection()) { $0.followed(by: try engine.fonts(in: $1)) }
    return try engine.layout(
      TextRequest(text, style: TextStyle(families: [family], weight: weight, size: 2048)), fonts: fonts)
  }

  @Test("A family is found in a file, for the texts that are given it alone")
  func family() throws {
    let (first, second) = (try renamed("Marken Sans"), try renamed("Werbung One"))
    let engine = TextEngine()
    let own = try layout("H", "marken sans", [first], engine)
    #expect(own.fonts == ["Marken Sans"] && own.substitutions.isEmpty && own.lines[0].width == 1540)
    let other = try layout("H", "Marken Sans", [second], engine)
    #expect(!other.fonts.contains("Marken Sans") && other.substitutions.count == 1)
    #expect(try layout("H", "Werbung One", [first, second], engine).fonts == ["Werbung One"])
  }

  @Test("Files come before the fonts of the program, in the nearest weight")
  func weights() throws {
    func outline(_ weight: Int, _ styles: [String]) throws -> Path {
      try layout("H", "Caladea", weight: weight, styles.map { caladea($0) }).outline
    }
    let (regular, bold) = (try outline(400, []), try outline(700, []))
    #expect(try outline(400, ["Bold"]) == bold)
    #expect(try outline(400, ["Bold", "Regular"]) == regular)
    #expect(try outline(600, ["Bold", "Regular"]) == bold)
    #expect(try outline(450, ["Bold", "Regular"]) == regular)
  }

  @Test("Characters that the first font lacks come from files before installed fonts")
  func fallback() throws {
    #expect(try layout("Hא", "Inter", [renamed("Marken Sans")]).fonts == ["Inter", "Marken Sans"])
  }

  @Test("A file that is missing, is no font or is damaged is refused by name")
  func faults() throws {
    func fault(_ file: FileReference) -> String {
      do {
        _ = try TextEngine().fonts(in: file)
        return ""
      } catch {
        return error.message
      }
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: caladea("Bold").path))
    #expect(fault(FileReference(literal: "a.ttf", path: folder.file("a.ttf"))) == "a.ttf: cannot be read")
    #expect(fault(try write(Data("no font".utf8), to: "b.ttf")) == "b.ttf: is not a font")
    #expect(fault(try write(bytes.prefix(2000), to: "c.otf")).hasPrefix("c.otf: is "))
    #expect(fault(caladea("Bold")) == "")
  }

  @Test("Weights are matched as in CSS")
  func css() {
    func nearest(_ weight: Int, _ available: [ClosedRange<Int>]) -> ClosedRange<Int>? {
      available.min { FontWeight.distance(from: weight, to: $0) < FontWeight.distance(from: weight, to: $1) }
    }
    #expect(nearest(400, [300...300, 500...500]) == 500...500)
    #expect(nearest(400, [300...300, 600...600]) == 300...300)
    #expect(nearest(600, [500...500, 900...900]) == 900...900)
    #expect(nearest(300, [200...200, 400...400]) == 200...200)
    #expect(nearest(650, [700...700, 100...900]) == 100...900)
  }
}
