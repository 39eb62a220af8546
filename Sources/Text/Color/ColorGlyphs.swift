import CText
import StageKit

/// The color glyphs of a font: layers of filled outlines (COLR), and bitmaps (CBDT, sbix), which FreeType decodes.
///
/// Drawings are in ems, y downward from the baseline.
final class ColorGlyphs {
  private let library: FT_Library
  private let face: FT_Face
  private let painter: LayerPainter?
  private let unitsPerEm: Double
  private var drawings: [UInt32: DisplayList] = [:]

  /// Nil where the font has no color glyphs.
  /// - Parameters:
  ///   - hbFace: The same face as HarfBuzz opened it; it outlives this.
  ///   - outline: A glyph's outline in the font's units, y upward.
  init?(path: String, index: Int, _ hbFace: OpaquePointer, outline: @escaping (UInt32) -> Path) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    var face: FT_Face?
    guard FT_New_Face(library, path, FT_Long(index), &face) == 0, let face,
      face.pointee.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
    else {
      FT_Done_FreeType(library)
      return nil
    }
    self.library = library
    self.face = face
    painter = LayerPainter(hbFace, outline: outline)
    unitsPerEm = Double(max(hb_face_get_upem(hbFace), 1))
    Self.selectLargestBitmaps(of: face)
  }

  deinit {
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// The drawing of a glyph in its own colors; empty if the font has only an outline for it, or no glyph.
  func drawing(of glyph: UInt32) -> DisplayList {
    if let known = drawings[glyph] { return known }
    var drawing = DisplayList()
    if let layers = painter?.drawing(of: glyph) {
      drawing.group(Group(layers, transform: .scale(1 / unitsPerEm, -1 / unitsPerEm)))
    }
    if drawing.isEmpty { drawing = bitmap(of: glyph) }
    drawings[glyph] = drawing
    return drawing
  }

  private func bitmap(of glyph: UInt32) -> DisplayList {
    guard face.pointee.num_fixed_sizes > 0, FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_COLOR)) == 0,
      let slot = face.pointee.glyph?.pointee, slot.bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue),
      let image = Self.image(slot.bitmap)
    else { return DisplayList() }
    let em = Double(max(face.pointee.size?.pointee.metrics.y_ppem ?? 1, 1))
    let rect = Rect(
      x: Double(slot.bitmap_left) / em, y: -Double(slot.bitmap_top) / em, width: Double(image.width) / em,
      height: Double(image.height) / em)
    return DisplayList { $0.image(image, in: rect) }
  }

  /// The premultiplied pixels, with red before blue.
  private static func image(_ bitmap: FT_Bitmap) -> Image? {
    let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
    guard let buffer = bitmap.buffer, width > 0, height > 0, pitch >= width * 4 else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = buffer + y * pitch + x * 4
        for channel in [2, 1, 0, 3] { pixels.append(pixel[channel]) }
      }
    }
    return Image(width: width, height: height, premultiplied: pixels)
  }

  private static func selectLargestBitmaps(of face: FT_Face) {
    guard let sizes = face.pointee.available_sizes else { return }
    let largest = (0..<Int(face.pointee.num_fixed_sizes)).max { sizes[$0].y_ppem < sizes[$1].y_ppem }
    if let largest { FT_Select_Size(face, FT_Int(largest)) }
  }
}
