import Raster
import StageKit
import Text

/// Pictures in rows, each with a label below it, on dark paper.
struct PictureSheet {
  /// The space around pictures, in pixels.
  static let gap = 12.0

  private static let labelHeight = 20.0
  private static let paper = Color(hex: 0x1B1D22)
  private static let ink = Color(hex: 0xC9CDD6)

  private let text = TextEngine()
  private var drawing = DisplayList()
  private var x = gap
  private var y = gap
  private var rowHeight = 0.0
  private var width = 0.0

  /// The size of a picture with its label and the space around it.
  static func cell(_ width: Int, _ height: Int) -> Size {
    Size(Double(width) + gap, Double(height) + gap + labelHeight)
  }

  /// Adds a picture to the row. Throws `StageError` where its label cannot be set.
  mutating func add(_ image: Image, label: String) throws {
    let rect = Rect(x: x, y: y, width: Double(image.width), height: Double(image.height))
    drawing.image(image, in: rect)
    let layout = try text.layout(TextRequest(label, style: TextStyle(size: 12)))
    drawing.fill(layout.outline, Self.ink, transform: .translation(x, rect.maxY + 3))
    x += max(rect.width, layout.size.width) + Self.gap
    width = max(width, x)
    rowHeight = max(rowHeight, Double(image.height) + Self.gap + Self.labelHeight)
  }

  /// Ends a row.
  mutating func endRow() {
    x = Self.gap
    y += rowHeight
    rowHeight = 0
  }

  /// Opaque. The last row must be ended.
  var image: Image {
    let renderer = FrameRenderer(
      width: Int(width.rounded(.up)), height: Int(y.rounded(.up)), scale: 1, background: Self.paper,
      cache: ResourceCache())
    return renderer.render(drawing)
  }
}
