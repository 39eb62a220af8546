import Glibc
import StageKit
import Testing

@testable import Text

@Suite struct FontChoiceTests {
  private func layout(_ text: String, _ style: TextStyle) throws -> TextLayout {
    try TextEngine().layout(TextRequest(text, style: style))
  }

  /// Where DejaVu Sans is installed.
  private func file() throws -> FileReference {
    let fonts = try #require(InstalledFonts().sorted(families: ["DejaVu Sans"], weight: 400, isItalic: false))
    let entry = try #require(fonts.entries.first)
    return FileReference(written: "fonts/DejaVuSans.ttf", path: entry.path)
  }

  @Test("The first installed family is used, and every missing one before it noted")
  func families() throws {
    let installed = try layout("H", style("DejaVu Serif"))
    #expect(installed.fonts == ["DejaVu Serif"])
    #expect(installed.substitutions.isEmpty)
    let missing = try layout("H", TextStyle(families: ["No Such Family", "DejaVu Serif"], size: 20))
    #expect(missing.fonts == ["DejaVu Serif"])
    #expect(
      missing.substitutions == ["The font family 'No Such Family' is not installed; 'DejaVu Serif' stands in."])
    let generic = try layout("H", TextStyle(families: ["sans-serif"], size: 20))
    #expect(generic.substitutions.isEmpty)
    #expect(!generic.fonts.isEmpty)
    #expect(try layout("H", TextStyle(families: [], size: 20)).lines.count == 1)
  }

  @Test("More families, or longer names, than anybody has are refused")
  func manyFamilies() throws {
    let names = (0...100).map { "Family \($0)" }
    #expect(throws: StageError.self) { try layout("H", TextStyle(families: names, size: 20)) }
    #expect(throws: StageError.self) { try layout("H", style(String(repeating: "F", count: 256))) }
    #expect(try layout("H", TextStyle(families: Array(names.prefix(99)) + ["DejaVu Serif"], size: 20)).lines.count == 1)
  }

  @Test("A bold weight takes the bold font")
  func weight() throws {
    var bold = style()
    bold.weight = 700
    // The bold capital H is 1714 units wide, the regular one 1540.
    #expect(try width("H", bold) == 1714)
  }

  @Test("An italic leans, by its own font or slanted")
  func italic() throws {
    var italic = style("DejaVu Sans Mono")
    let upright = try layout("l", italic).outline
    italic.isItalic = true
    let leaning = try layout("l", italic).outline
    #expect(leaning != upright)
    #expect(leaning.controlBounds?.height == upright.controlBounds?.height)
  }

  @Test("A font file is used as it is")
  func fontFile() throws {
    var fromFile = style("DejaVu Serif")
    fromFile.file = try file()
    #expect(try width("A", fromFile) == 1401)
    #expect(try layout("A", fromFile).fonts == ["DejaVu Sans"])
    #expect(try layout("A", fromFile).substitutions.isEmpty)
  }

  @Test("A file that is missing or no font is refused by name")
  func badFiles() throws {
    var style = style()
    style.file = FileReference(written: "fonts/none.ttf", path: "/nonexistent/none.ttf")
    #expect(throws: StageError("fonts/none.ttf: cannot be read")) { try layout("A", style) }
    let path = "/tmp/text-tests-\(getpid()).ttf"
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    _ = write(descriptor, "This is no font.", 16)
    close(descriptor)
    defer { unlink(path) }
    style.file = FileReference(written: "fonts/text.ttf", path: path)
    do {
      _ = try layout("A", style)
      Issue.record("used a text as a font")
    } catch let error as StageError {
      #expect(error.message == "fonts/text.ttf: is not a font")
    }
  }

  @Test("A character that the font lacks is drawn with one that has it")
  func fallback() throws {
    // DejaVu Sans Mono has no Hebrew, DejaVu Sans has.
    let layout = try layout("Hא", style("DejaVu Sans Mono"))
    #expect(layout.fonts.first == "DejaVu Sans Mono")
    #expect(layout.fonts.count == 2)
    #expect(layout.missing.isEmpty)
  }

  @Test("A character that no font has is reported once, and drawn as a box")
  func missingCharacters() throws {
    let text = "A\u{10FFFD}B\u{10FFFD}\nA\u{10FFFD}"
    let layout = try layout(text, style())
    #expect(layout.missing == ["\u{10FFFD}"])
    #expect(try !self.layout("\u{10FFFD}", style()).outline.isEmpty)
  }

  @Test("An accent may be written apart from its letter")
  func composedAccents() throws {
    #expect(try layout("e\u{301}", style()).outline == (try layout("\u{E9}", style()).outline))
    #expect(try layout("e\u{301}", style()).missing.isEmpty)
  }

  @Test("Marks of direction and joiners draw nothing and are not missing")
  func invisibleCharacters() throws {
    let layout = try layout("H\u{200E}\u{200D}\u{2060}\u{FE0F}H", style())
    #expect(layout.missing.isEmpty)
    #expect(layout.lines.first?.width == 3080)
  }
}
