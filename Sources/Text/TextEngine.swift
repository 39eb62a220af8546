import StageKit
import Synchronization

/// Lays out text: chooses fonts, shapes, orders and breaks lines, and gives outlines.
///
/// Any thread may use it; one layout is made at a time. The same request gives the same layout as long as the same fonts
/// are installed, whatever the locale and the environment. Fonts stay open as long as the engine lives.
public final class TextEngine: Sendable {
  private struct State {
    var files: [String: FontCollection] = [:]
    let fonts = FontLibrary()
    var breakFinders: [String: BreakFinder] = [:]

    /// The language by whose rules lines break: where phrases are kept, that of the letters comes before another.
    private static func breakLanguage(of request: TextRequest) -> String {
      let language = request.style.language
      guard request.style.keepsPhrases else { return language }
      let hasKana = request.text.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }
      let base = hasKana && !language.hasPrefix("ja") ? "ja" : language
      return base + (base.contains("-u-") ? "-lw-phrase" : "-u-lw-phrase")
    }

    mutating func layout(_ request: TextRequest, _ collection: FontCollection) throws(StageError) -> LaidOutText {
      let language = Self.breakLanguage(of: request)
      let breakFinder: BreakFinder
      if let opened = breakFinders[language] {
        breakFinder = opened
      } else {
        breakFinder = try BreakFinder(language: language)
        breakFinders[language] = breakFinder
      }
      var lists = [try fonts.list(for: request.style, collection)]
      for span in request.spans { lists.append(try fonts.list(for: span.style(in: request.style), collection)) }
      let builder = LayoutBuilder(request, fonts: lists, breakFinder: breakFinder)
      return LaidOutText(layout: builder.layout(), fonts: builder.fontsInUse)
    }
  }

  private let state = Mutex(State())

  /// An engine that searches fonts when it first needs one.
  public init() {}

  /// The fonts of a file: TrueType, OpenType, a collection of these, WOFF or WOFF2; read once for each path.
  ///
  /// Throws `StageError` for a file that cannot be read, is no font, or has nothing to draw.
  public func fonts(in file: FileReference) throws(StageError) -> FontCollection {
    if let known = state.withLock({ $0.files[file.path] }) { return known }
    let fonts = try FontCollection(file)
    state.withLock { $0.files[file.path] = fonts }
    return fonts
  }

  /// Text as outlines, unhinted, in points.
  ///
  /// - **Lines**: a newline ends a line. With a maximum width, lines also break where the Unicode line breaking algorithm
  ///   allows it; spaces at a line's end hang over the edge uncounted, a soft hyphen shows where a line breaks at it, and
  ///   a word that is wider than the line breaks between any two characters. A line is as high as its highest font
  ///   unless the style says how high.
  /// - **Fit**: letters shrink and lines are cut as `TextFit` says; `misfit` reports what does not fit.
  /// - **Direction**: each paragraph is ordered by the Unicode bidirectional algorithm. A tab is a space.
  /// - **Language**: chooses forms of letters, rules of line breaking, and the font of characters that the first font
  ///   lacks, such as Chinese or Japanese forms of ideographs. Text in no language is taken as English.
  /// - **Letter spacing**: keeps ligatures apart, and is left out in cursive scripts.
  /// - **Fonts**: those of `fonts`, then those in the system's font folders and the user's; Inter comes with the program and draws text that
  ///   names no installed family. Weights come from the nearest font, or from a variable font's axis; an italic that no
  ///   font has is slanted by 1 in 5. What no font can draw appears as the first font's box for it. `substitutions`
  ///   names the fonts that were asked for and replaced.
  /// - **Color glyphs**: emoji are drawn from bitmaps (CBDT, sbix) and layers (COLR), where the request allows it.
  /// - Throws: `StageError` for a font file that cannot be read or is no font; for a size that is not above 0; for more
  ///   than 20,000 scalars of text, 100 families or 255 bytes of a family's name; and where no font is installed.
  public func layout(
    _ request: TextRequest, fonts: FontCollection = FontCollection()
  ) throws(StageError) -> TextLayout {
    try text(request, fonts: fonts).layout
  }

  /// The same with the fonts that it takes, in order of first use.
  public func text(
    _ request: TextRequest, fonts: FontCollection = FontCollection()
  ) throws(StageError) -> LaidOutText {
    guard request.style.size > 0, request.style.size <= 1e6 else {
      throw StageError("a text size of \(request.style.size) is not within 0…1000000")
    }
    guard request.text.unicodeScalars.prefix(20_001).count <= 20_000 else {
      throw StageError("a text of more than 20000 characters is too long")
    }
    let families = request.style.families + request.spans.flatMap { $0.families ?? [] }
    guard families.count <= 100, families.allSatisfy({ $0.utf8.count <= 255 }) else {
      throw StageError("more than 100 font families, or a name of one of more than 255 bytes")
    }
    var request = request
    if request.style.language.isEmpty { request.style.language = "en" }
    // The lock's closure has no typed errors.
    let result: Result<LaidOutText, StageError> = state.withLock { [request] state in
      do throws(StageError) {
        return .success(try state.layout(request, fonts))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// A layout, and the fonts that it takes.
public struct LaidOutText: Sendable {
  public var layout: TextLayout
  public let fonts: [FontUse]
}
