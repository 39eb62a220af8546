import StageKit
import Synchronization

/// Sets text: finds fonts, shapes, breaks lines and gives outlines.
///
/// Any thread may use it; one layout is made at a time. The same request gives the same layout as long as the same fonts
/// are installed, whatever the locale. Fonts stay open as long as the engine lives.
public final class TextEngine: Sendable {
  private let library = Mutex(FontLibrary())

  /// An engine that looks for fonts when it first needs one.
  public init() {}

  /// Text as outlines.
  ///
  /// Unhinted, in the units of the request, rounded to a 64th of the font's own units. A newline ends a line. With a
  /// maximum width lines also break at spaces, which then hang over the edge uncounted, after hyphens and dashes, and
  /// around ideographs; a word that is wider than the line breaks between any two characters. Soft hyphens show where
  /// a line breaks at them. Runs of opposite direction are ordered by the Unicode bidirectional algorithm without
  /// its explicit embeddings. A tab is a space.
  ///
  /// Letter spacing is left out in cursive scripts and keeps ligatures apart in others. An italic that no font has is
  /// slanted by 1 in 5; weights come from the nearest font, or from a variable font's axis. Lines are as high as the
  /// highest font in them unless the style says how high. What no font can draw appears as the first font's box for it,
  /// and so does a color picture that has no outline.
  ///
  /// What was asked for and replaced is told in `substitutions`.
  /// - Throws: `StageError` for a font file that cannot be read or is no font, for a size that is not above 0, for text
  ///   of more than 20,000 characters, for more than 100 families or names of more than 255 bytes, and where no font is installed.
  public func layout(_ request: TextRequest) throws(StageError) -> TextLayout {
    guard request.style.size > 0, request.style.size <= 1e6 else {
      throw StageError("a text size of \(request.style.size) is not within 0…1000000")
    }
    guard request.text.unicodeScalars.prefix(20_001).count <= 20_000 else {
      throw StageError("a text of more than 20000 characters is too long")
    }
    let families = request.style.families
    guard families.count <= 100, families.allSatisfy({ $0.utf8.count <= 255 }) else {
      throw StageError("more than 100 font families, or a name of one of more than 255 bytes")
    }
    // Rethrown by hand: the lock's closure has no typed errors.
    let result: Result<TextLayout, StageError> = library.withLock { library in
      do throws(StageError) {
        return .success(Layout(request, fonts: try library.list(for: request.style)).result())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
