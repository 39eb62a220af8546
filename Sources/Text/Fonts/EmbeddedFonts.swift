import CFonts
import CText
import StageKit

/// The fonts within the program, which are the same on every machine: Inter, for text that asks for it or for no family, Caladea
/// for serifs, and JetBrains Mono for letters of one width.
enum EmbeddedFonts {
  static let all = FontCollection(
    (0...).lazy.prefix { embedded_font($0).bytes != nil }.compactMap { FontFace(.embedded($0)) })

  /// The font of a family that CSS would take.
  static func face(family: String, _ query: InstalledFonts.Query) -> FontFace? {
    all.face(family: family, weight: query.weight, isItalic: query.isItalic)
  }

  /// The font of a family, or one that is named in full.
  static func match(_ name: String, _ query: InstalledFonts.Query) -> FontCollection.Match? {
    all.match(name, weight: query.weight, isItalic: query.isItalic)
  }

  /// A digest of the bytes; nil if there is no such font.
  static func digest(_ index: Int) -> Digest? {
    let font = embedded_font(index)
    guard let bytes = font.bytes else { return nil }
    return Digest { $0.combine(bytes: [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(font.count)))) }
  }

  /// The bytes, which stay in place.
  static func blob(_ index: Int) -> OpaquePointer? {
    let font = embedded_font(index)
    guard let bytes = font.bytes else { return nil }
    return UnsafeRawPointer(bytes).withMemoryRebound(to: CChar.self, capacity: font.count) {
      hb_blob_create($0, UInt32(font.count), HB_MEMORY_MODE_READONLY, nil, nil)
    }
  }
}
