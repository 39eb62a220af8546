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
    let query = InstalledFonts.Query(weight: 400, isItalic: false, language: "en")
    guard case .file(let path, _)? = InstalledFonts().sorted(families: ["DejaVu Sans"], query).first?.source else {
      throw StageError("DejaVu Sans is not installed")
    }
    return FileReference(literal: "fonts/DejaVuSans.ttf", path: path)
  }

  @Test("The first installed family is used, and every missing one before it noted")
  func families() throws {
    let installed = try layout("H", style("DejaVu Serif"))
    #expect(installed.fonts == ["DejaVu Serif"])
    #expect(installed.substitutions.isEmpty)
    let missing = try layout("H", TextStyle(families: ["No Such Family", "DejaVu Serif"], size: 20))
    #expect(missing.fonts == ["DejaVu Serif"])
    #expect(
      missing.substitutions == ["The font family 'No Such Family' is not installed; 'DejaVu Serif' is used instead."])
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

  @Test("A weight or an italic that a family lacks is reported", arguments: [(100, 400), (550, 700), (900, 700)])
  func missingWeight(asked: Int, drawn: Int) throws {
    var style = style("JetBrains Mono")
    style.weight = asked
    #expect(
      try layout("H", style).substitutions == ["'JetBrains Mono' has no weight \(asked); \(drawn) is used instead."])
    let outline = try layout("H", style).outline
    style.weight = drawn
    #expect(try layout("H", style).outline == outline)
    #expect(try layout("H", style).substitutions.isEmpty)
    style.isItalic = true
    #expect(
      try layout("H", style).substitutions == ["'JetBrains Mono' has no italic; its upright letters are slanted."])
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
    style.file = FileReference(literal: "fonts/none.ttf", path: "/nonexistent/none.ttf")
    #expect(throws: StageError("fonts/none.ttf: cannot be read")) { try layout("A", style) }
    let path = "/tmp/text-tests-\(getpid()).ttf"
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    _ = write(descriptor, "This is no font.", 16)
    close(descriptor)
    defer { unlink(path) }
    style.file = FileReference(literal: "fonts/text.ttf", path: path)
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

  @Test("Text that names no installed family is set in Inter, which comes with the program")
  func embeddedFonts() throws {
    // The em is 2816 units.
    for families in [[], ["sans-serif"], ["Inter"], ["inter", "DejaVu Sans"]] {
      let layout = try layout("H", TextStyle(families: families, size: 2816))
      #expect(layout.fonts == ["Inter"])
      #expect(layout.substitutions.isEmpty)
      #expect(layout.lines.first?.width == 2084)
    }
    #expect(try layout("H", TextStyle(families: ["serif"], size: 20)).fonts == ["Caladea"])
    #expect(
      try layout("H", TextStyle(families: ["No Such Family"], size: 20)).substitutions == [
        "The font family 'No Such Family' is not installed; 'Inter' is used instead."
      ])
  }

  @Test("Inter has every weight from 100 to 900, each wider than the one before, and a slope of its own")
  func embeddedWeights() throws {
    let layouts = try stride(from: 100, through: 900, by: 50).map {
      try layout("hamburgefonstiv", TextStyle(families: ["Inter"], weight: $0, size: 100))
    }
    let widths = layouts.map { $0.lines[0].width }
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $1 > $0 })
    #expect(layouts.allSatisfy { $0.substitutions.isEmpty })
    let italic = try layout("H", TextStyle(families: ["Inter"], isItalic: true, size: 100))
    #expect(italic.substitutions.isEmpty)
    #expect(try italic.outline != layout("H", TextStyle(families: ["Inter"], size: 100)).outline)
  }

  @Test(
    "Serifs and letters of one width come with the program, too",
    arguments: [("serif", "Caladea"), ("monospace", "JetBrains Mono")])
  func embeddedGenericFamilies(generic: String, family: String) throws {
    for weight in [400, 700] {
      let layout = try layout("Hi", TextStyle(families: [generic], weight: weight, size: 20))
      #expect(layout.fonts == [family] && layout.substitutions.isEmpty)
    }
  }

  @Test("Letters have the forms of their language")
  func language() throws {
    // The capital eng of Sami has the form of an N, that of English the form of a large n.
    var sami = style()
    sami.language = "se"
    #expect(try layout("Ŋ", sami).outline != layout("Ŋ", style()).outline)
    #expect(try layout("H", sami).outline == layout("H", style()).outline)
  }

  @Test(
    "Neither the locale nor another variable of the environment changes a layout",
    arguments: [
      ["LC_ALL": "zh_CN.UTF-8", "LANG": "ja_JP.UTF-8", "LANGUAGE": "ko"],
      ["FC_LANG": "zh-tw", "LC_CTYPE": "ar_EG.UTF-8"],
      ["FONTCONFIG_FILE": "/dev/null", "FONTCONFIG_PATH": "/nonexistent", "FC_DEBUG": "0"],
      ["HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"],
      ["TZ": "Asia/Tokyo", "XDG_CURRENT_DESKTOP": "GNOME", "ICU_DATA": "/nonexistent"],
    ])
  func environment(_ variables: [String: String]) async throws {
    let expected = try Self.description()
    await #expect(processExitsWith: .success) {
      [variables = variables as [String: String], expected = expected as String] in
      for (name, value) in variables { setenv(name, value, 1) }
      setlocale(LC_ALL, "")
      chdir("/")
      try #require(try Self.description() == expected)
    }
  }

  private static func description() throws -> String {
    var request = TextRequest("Straße 直 שלום กำลังค้นหา 1/2", style: TextStyle(size: 20), maximumWidth: 90)
    request.allowsColor = true
    return String(describing: try TextEngine().layout(request))
  }
}
