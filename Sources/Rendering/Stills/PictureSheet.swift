import Raster
import StageKit
import Text

/// Pictures in rows, each with a label below it, on dark paper.
struct PictureSheet {
  /// The space around pictures, in pixels.
  static let gap = 12.0

  private static let labelHeight = 20.0
  private static let paper = Color(hex: 0x1B1D22)
  private static let board = (dark: Color(hex: 0x3A3E47), light: Color(hex: 0x4B505B))
  private static let boardCell = 8.0
  private static let ink = Color(hex: 0xC9CDD6)

  private let text = TextEngine()
  private var drawing = DisplayList()
  private var x = gap
  private var y = gap
  private var rowHeight = 0.0
  private var width = 0.0
  /// The widest of the pictures.
  private var gamut = ColorGamut.sRGB

  /// The size of a picture with its label and the space around it.
  static func cell(_ width: Int, _ height: Int) -> Size {
    Size(Double(width) + gap, Double(height) + gap + labelHeight)
  }

  /// Adds a picture to the row. Throws `StageError` where its label cannot be set.
  mutating func add(_ image: Image, label: String) throws {
    let rect = Rect(x: x, y: y, width: Double(image.width), height: Double(image.height))
    if image.gamut != .sRGB { gamut = image.gamut }
    if image.hasClearPixels { drawBoard(in: rect) }
    drawing.image(image, in: rect)
    let layout = try text.layout(TextRequest(label, style: TextStyle(size: 12)))
    drawing.fill(layout.outline, Self.ink, transform: .translation(x, rect.maxY + 3))
    x += max(rect.width, layout.size.width) + Self.gap
    width = max(width, x)
    rowHeight = max(rowHeight, Double(image.height) + Self.gap + Self.labelHeight)
  }

  /// The board of two grays that shows where a picture is clear.
  private mutating func drawBoard(in rect: Rect) {
    let cell = Self.boardCell
    drawing.fill(.rect(rect), Self.board.dark)
    drawing.group(clip: Clip(.rect(rect))) { list in
      let cells = Path { path in
        for row in 0..<Int((rect.height / cell).rounded(.up)) {
          for column in stride(from: row % 2, to: Int((rect.width / cell).rounded(.up)), by: 2) {
            path.rect(
              Rect(x: rect.minX + Double(column) * cell, y: rect.minY + Double(row) * cell, width: cell, height: cell))
          }
        }
      }
      list.fill(cells, Self.board.light)
    }
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
      gamut: gamut, cache: ResourceCache())
    return renderer.render(drawing)
  }
}

extension Image {
  /// True if anything below it is seen through it.
  fileprivate var hasClearPixels: Bool {
    let pixels = pixels
    return stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] < 255 }
  }
}
