import CText
import StageKit

/// Turns the color layers of a glyph, by COLR of version 0 or 1, into a drawing in the font's units, y upward.
///
/// The color of the text around it is black here. A radial gradient whose circles differ in center takes that of the
/// outer one; composite modes that StageKit lacks draw as source over backdrop.
struct LayerPainter {
  private let face: OpaquePointer
  private let palette: [Color]
  private let table: ColorTable?
  private let outline: (UInt32) -> Path

  /// Nil where the font has no color layers.
  init?(_ face: OpaquePointer, outline: @escaping (UInt32) -> Path) {
    table = ColorTable(face)
    guard table != nil || hb_ot_color_has_layers(face) != 0 else { return nil }
    self.face = face
    self.outline = outline
    palette = Self.palette(of: face)
  }

  /// Empty where the glyph has no layers.
  func drawing(of glyph: UInt32) -> DisplayList {
    if let table, let paint = table.paint(of: glyph) {
      return PaintReader(table: table, color: color, outline: outline).drawing(at: paint, depth: 0)
    }
    var layers = [hb_ot_color_layer_t](repeating: hb_ot_color_layer_t(), count: 256)
    var count = UInt32(layers.count)
    _ = hb_ot_color_glyph_get_layers(face, glyph, 0, &count, &layers)
    return DisplayList { list in
      for layer in layers.prefix(Int(count)) {
        list.fill(outline(layer.glyph), color(Int(layer.color_index), opacity: 1))
      }
    }
  }

  /// Beyond the palette lies the color of the text.
  private func color(_ index: Int, opacity: Double) -> Color {
    (palette.indices.contains(index) ? palette[index] : .black).opacity(opacity)
  }

  private static func palette(of face: OpaquePointer) -> [Color] {
    var count = hb_ot_color_palette_get_colors(face, 0, 0, nil, nil)
    var colors = [hb_color_t](repeating: 0, count: Int(count))
    hb_ot_color_palette_get_colors(face, 0, 0, &count, &colors)
    // Blue, green, red and alpha, the first in the highest byte.
    return colors.map { color in
      func component(_ shift: UInt32) -> Double { Double(color >> shift & 255) / 255 }
      return Color(component(8), component(16), component(24), component(0))
    }
  }
}
