import CText
import StageKit

/// The fonts that were opened, and the lists of fonts that styles led to.
final class FontLibrary {
  private struct ListKey: Hashable {
    var families: [String]
    var path: String?
    var weight: Int
    var isItalic: Bool
  }

  private struct FontKey: Hashable {
    var path: String
    var index: Int
    var weight: Int
    var isItalic: Bool
  }

  private var installed: InstalledFonts?
  private var lists: [ListKey: FontList] = [:]
  private var fonts: [FontKey: Font?] = [:]

  /// The fonts for a style, the best first.
  func list(for style: TextStyle) throws(StageError) -> FontList {
    let key = ListKey(
      families: style.families, path: style.file?.path, weight: min(max(style.weight, 1), 1000),
      isItalic: style.isItalic)
    if let known = lists[key] { return known }
    var first: Font?
    if let file = style.file {
      guard let font = font(file.path, 0, key.weight, key.isItalic) else { throw Self.fault(of: file) }
      first = font
    }
    let pictures = first.flatMap { $0.hasOutlines ? nil : $0.family }
    if pictures != nil { first = nil }
    let installed = self.installed ?? InstalledFonts()
    self.installed = installed
    let sorted = installed.sorted(families: style.families, weight: key.weight, isItalic: key.isItalic)
    let list = FontList(first: first, fallbacks: sorted) { [unowned self] path, index in
      font(path, index, key.weight, key.isItalic)
    }
    guard let list else { throw StageError("no font is installed", hint: "Install one, or name a font file.") }
    if let pictures {
      list.notePictures(pictures)
    } else if first == nil {
      list.noteSubstitutions(of: style.families)
    }
    lists[key] = list
    return list
  }

  private func font(_ path: String, _ index: Int, _ weight: Int, _ isItalic: Bool) -> Font? {
    let key = FontKey(path: path, index: index, weight: weight, isItalic: isItalic)
    if let known = fonts[key] { return known }
    let font = Font(path: path, index: index, weight: weight, isItalic: isItalic)
    fonts[key] = font
    return font
  }

  private static func fault(of file: FileReference) -> StageError {
    guard let blob = hb_blob_create_from_file_or_fail(file.path) else {
      return StageError("\(file.written): cannot be read")
    }
    hb_blob_destroy(blob)
    return StageError("\(file.written): is not a font", hint: "TrueType and OpenType fonts can be used.")
  }
}
