import CText

/// Fonts that are packed for the web, WOFF and WOFF2, which FreeType unpacks.
enum PackedFont {
  /// The largest size of an unpacked font, in bytes; fonts of all of Chinese have about 40 MB.
  private static let maxSize = 1 << 28

  /// True for a file that begins as WOFF or WOFF2 does.
  static func isPacked(_ path: String) -> Bool { header(path).map { isPacked($0) } ?? false }

  private static func isPacked(_ header: [UInt8]) -> Bool {
    header.starts(with: "wOFF".utf8) || header.starts(with: "wOF2".utf8)
  }

  private static func header(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 20)
    return fread(&bytes, 1, bytes.count, file) == bytes.count ? bytes : nil
  }

  /// The number of faces in a packed file; 0 for one that is damaged.
  static func faceCount(_ path: String) -> Int { withFace(path, index: 0) { Int($0.pointee.num_faces) } ?? 0 }

  /// A face as a font that is not packed; nil for one that is damaged.
  static func blob(_ path: String, index: Int) -> OpaquePointer? {
    withFace(path, index: index) { face in
      var length: FT_ULong = 0
      guard FT_Load_Sfnt_Table(face, 0, 0, nil, &length) == 0, length > 0, length <= maxSize else { return nil }
      var bytes = [FT_Byte](repeating: 0, count: Int(length))
      guard FT_Load_Sfnt_Table(face, 0, 0, &bytes, &length) == 0 else { return nil }
      repairLastGlyph(&bytes)
      return bytes.withUnsafeBytes { buffer in
        hb_blob_create(
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(buffer.count), HB_MEMORY_MODE_DUPLICATE, nil,
          nil)
      }
    }
  }

  /// Sets the end of the last outline to that of the table.
  ///
  /// FreeType 2.12 counts this end of a font in WOFF2 from the start of the file, and HarfBuzz does not draw a glyph that ends
  /// beyond its table.
  private static func repairLastGlyph(_ bytes: inout [UInt8]) {
    guard let head = table("head", bytes), let glyphs = table("glyf", bytes), let ends = table("loca", bytes),
      head.count >= 54
    else { return }
    let isLong = bytes[head.lowerBound + 51] != 0
    let size = isLong ? 4 : 2
    guard ends.count >= 2 * size else { return }
    let value = isLong ? glyphs.count : glyphs.count / 2
    for index in 0..<size { bytes[ends.upperBound - 1 - index] = UInt8(value >> (8 * index) & 255) }
  }

  /// The bytes of a table; nil where there is none.
  private static func table(_ name: String, _ bytes: [UInt8]) -> Range<Int>? {
    func number(_ offset: Int, _ size: Int) -> Int { bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count >= 12 else { return nil }
    for entry in stride(from: 12, through: bytes.count - 16, by: 16).prefix(number(4, 2))
    where bytes[entry..<entry + 4].elementsEqual(name.utf8) {
      let (offset, length) = (number(entry + 8, 4), number(entry + 12, 4))
      return offset + length <= bytes.count ? offset..<offset + length : nil
    }
    return nil
  }

  private static func withFace<Result>(_ path: String, index: Int, _ body: (FT_Face) -> Result?) -> Result? {
    // The size comes fifth in both headers.
    guard let header = header(path), header[16..<20].reduce(0, { $0 << 8 | Int($1) }) <= maxSize else { return nil }
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    defer { FT_Done_FreeType(library) }
    var face: FT_Face?
    guard FT_New_Face(library, path, FT_Long(index), &face) == 0, let face else { return nil }
    defer { FT_Done_Face(face) }
    return body(face)
  }
}
