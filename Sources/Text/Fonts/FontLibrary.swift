import CText
import StageKit

/// The fonts that were opened, and the lists of fonts for styles.
final class FontLibrary {
  private struct ListKey: Hashable {
    var families: [String]
    var collection: FontCollection
    var path: String?
    var weight: Int
    var isItalic: Bool
    var language: String
    var variations: [FontVariation]
  }

  private struct FontKey: Hashable {
    var source: Font.Source
    var weight: Int
    var isItalic: Bool
    var variations: [FontVariation]
  }

  private var installed: InstalledFonts?
  private var lists: [ListKey: FontFallback] = [:]
  private var fonts: [FontKey: Font?] = [:]

  /// The fonts for a style, the best first; those of a collection come before installed ones.
  func list(for style: TextStyle, _ collection: FontCollection) throws(StageError) -> FontFallback {
    // A position on the axis of weights is a weight.
    let weight = style.variations.last { $0.tag == "wght" }.map { $0.value.rounded() } ?? Double(style.weight)
    let key = ListKey(
      families: style.families, collection: collection, path: style.file?.path, weight: Int(min(max(weight, 1), 1000)),
      isItalic: style.isItalic, language: style.language, variations: style.variations)
    if let known = lists[key] { return known }
    let open: FontFallback.Opening = { [unowned self] source, positions in
      font(source, key.weight, key.isItalic, positions + key.variations)
    }
    var file: (Font, Bool)?
    if let reference = style.file {
      let match = try match(in: reference, key)
      file = open(match?.face.source ?? .file(path: reference.path, index: 0), match?.positions ?? []).map {
        ($0, match?.isFull ?? false)
      }
    }
    let installed = self.installed ?? InstalledFonts()
    self.installed = installed
    let query = InstalledFonts.Query(weight: key.weight, isItalic: key.isItalic, language: key.language)
    guard
      let list = FontFallback(
        file: file, families: style.families, query, collection, installed, open: open)
    else {
      throw StageError("no font is installed", hint: "Install one, or name a font file.")
    }
    lists[key] = list
    return list
  }

  /// The face of a file that a style's families name; else the best of the first face's family. Nil where the file has no
  /// face with characters.
  private func match(in file: FileReference, _ key: ListKey) throws(StageError) -> FontCollection.Match? {
    let count = try Font.faceCount(of: file)
    let collection = FontCollection((0..<count).lazy.compactMap { FontFace(.file(path: file.path, index: $0)) })
    return key.families.lazy.compactMap { collection.match($0, weight: key.weight, isItalic: key.isItalic) }.first
      ?? collection.faces(weight: key.weight, isItalic: key.isItalic).first.map { FontCollection.Match(face: $0) }
  }

  private func font(
    _ source: Font.Source, _ weight: Int, _ isItalic: Bool, _ variations: [FontVariation]
  ) -> Font? {
    let key = FontKey(source: source, weight: weight, isItalic: isItalic, variations: variations)
    if let known = fonts[key] { return known }
    let font = Font(source, weight: weight, isItalic: isItalic, variations: variations)
    fonts[key] = font
    return font
  }
}
