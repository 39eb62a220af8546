import Geometry
import Graphics

/// Rows of a finished frame; valid only while it is handed over.
public struct Strip {
  /// From the top of the frame.
  public let firstRow: Int
  public let rowCount: Int
  public let width: Int
  /// `rowCount` × `width` pixels of 4 bytes: red, green, blue, alpha; premultiplied sRGB.
  public let pixels: UnsafeBufferPointer<UInt8>
}

/// A finished frame: rows from the top, each `width` pixels of 4 bytes: red, green, blue, alpha; premultiplied sRGB.
public struct Frame: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public var pixels: [UInt8]
}

/// Draws display lists as frames of one size.
///
/// Keeps its memory from frame to frame, so use one for each worker. Equal lists give equal bytes, whatever was
/// drawn before and however high the strips are.
public final class FrameRenderer {
  /// In pixels.
  public let width: Int
  public let height: Int
  private let background: Pixel
  private let rasterizer: Rasterizer
  private let surface: Surface
  private let canvas = PixelLayer()
  private let bytes = Scratch<UInt8>()
  private let root: Transform

  /// A renderer for frames of `width` × `height` pixels, each from 1 to 16384, with `scale` pixels for a point of the
  /// canvas.
  ///
  /// `background` lies under everything; with an alpha below 1 frames keep it. Strips of about 16 rows stay in cache;
  /// an even `stripHeight` is needed to convert them to yuv420p.
  public init(
    width: Int, height: Int, scale: Double = 1, background: Color, cache: PreparationCache, stripHeight: Int = 16
  ) {
    self.width = min(max(width, 1), 16_384)
    self.height = min(max(height, 1), 16_384)
    let usable = scale > 0 && scale.isFinite ? scale : 1
    root = .scale(usable)
    self.background = background.pixel()
    rasterizer = Rasterizer(scale: usable, cache: cache)
    surface = Surface(
      region: PixelRect(x0: 0, y0: 0, x1: self.width, y1: self.height), stripHeight: stripHeight)
    bytes.reserve(self.width * surface.stripHeight * 4)
  }

  /// Draws `list` and hands over its strips from the top, each while it is in cache.
  public func render(_ list: DisplayList, strips body: (Strip) throws -> Void) rethrows {
    rasterizer.store.release(to: EdgeStore.Mark(edges: 0, borders: 0))
    rasterizer.effectLayers.giveBackAll()
    var operations: [Operation] = []
    rasterizer.prepare(list, root, opacity: 1, surface: surface, into: &operations)
    for strip in 0..<surface.stripCount {
      let rows = surface.rows(ofStrip: strip)
      canvas.reset(
        PixelRect(x0: 0, y0: rows.lowerBound, x1: width, y1: rows.upperBound), background: background)
      rasterizer.execute(operations, strip: strip, of: surface, onto: canvas)
      for y in rows {
        quantize(canvas.row(y), width: width, y: y, into: bytes.base + (y - rows.lowerBound) * width * 4)
      }
      try body(
        Strip(
          firstRow: rows.lowerBound, rowCount: rows.count, width: width,
          pixels: UnsafeBufferPointer(start: bytes.base, count: rows.count * width * 4)))
    }
  }

  /// Draws `list` as a whole.
  public func render(_ list: DisplayList) -> Frame {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    render(list) { pixels.append(contentsOf: $0.pixels) }
    return Frame(width: width, height: height, pixels: pixels)
  }
}
