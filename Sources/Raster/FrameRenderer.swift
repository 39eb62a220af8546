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
  /// Whether they are those that the same renderer handed over for its last frame.
  public let isUnchanged: Bool
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
/// drawn before and however high the strips are. What lists have in common from frame to frame, from the bottom, is
/// drawn once: frames in which little moves take little time.
public final class FrameRenderer {
  /// In pixels.
  public let width: Int
  public let height: Int
  private let background: Pixel
  private let rasterizer: Rasterizer
  private let surface: Surface
  private let canvas = PixelLayer()
  private let bytes = Scratch<UInt8>()
  private let lowerCanvas = PixelLayer()
  private let keptBytes = Scratch<UInt8>()
  private var memory: FrameMemory
  /// Tells what the last call drew from all other drawings.
  var lastDrawing: UInt64 = 0
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
    memory = FrameMemory(stripCount: surface.stripCount)
    bytes.reserve(self.width * surface.stripHeight * 4)
  }

  /// Draws `list` and hands over its strips from the top, each while it is in cache.
  public func render(_ list: DisplayList, strips body: (Strip) throws -> Void) rethrows {
    let unchanged = prepare(list)
    let signatures = memory.signatures(lower: unchanged, surface: surface)
    let wasWhole = memory.isWhole
    memory.isWhole = false
    lastDrawing = 0
    // Where nothing stays, nothing is worth keeping.
    let isKept = unchanged > 0
    let operations = memory.operations
    let lowerCount = isKept ? memory.commands[unchanged - 1].operationCount : 0
    for strip in 0..<surface.stripCount {
      let rows = surface.rows(ofStrip: strip)
      let isKnown = memory.strips[strip] == signatures.all[strip]
      if !isKnown {
        memory.strips[strip] = nil
        draw(operations, lowerCount, signatures.lower[strip], strip)
      }
      let place = isKnown || isKept ? kept(rows.lowerBound) : bytes.base
      if !isKnown {
        for y in rows {
          quantize(canvas.row(y), width: width, y: y, into: place + (y - rows.lowerBound) * width * 4)
        }
        if isKept { memory.strips[strip] = signatures.all[strip] }
      }
      try body(
        Strip(
          firstRow: rows.lowerBound, rowCount: rows.count, width: width,
          pixels: UnsafeBufferPointer(start: place, count: rows.count * width * 4), isUnchanged: isKnown && wasWhole))
    }
    memory.isWhole = true
  }

  /// Prepares those commands that are not the last frame's; returns how many are, from the bottom.
  private func prepare(_ list: DisplayList) -> Int {
    let digests = list.commands.map(\.digest)
    let unchanged = memory.unchangedCount(digests)
    let last = unchanged > 0 ? memory.commands[unchanged - 1] : nil
    memory.commands.removeSubrange(unchanged...)
    memory.operations.removeSubrange((last?.operationCount ?? 0)...)
    rasterizer.store.release(to: last?.mark ?? EdgeStore.Mark(edges: 0, borders: 0))
    for (command, digest) in zip(list.commands, digests).dropFirst(unchanged) {
      let first = memory.operations.count
      rasterizer.prepare(DisplayList([command]), root, opacity: 1, surface: surface, into: &memory.operations)
      memory.commands.append(
        FrameMemory.Command(
          digest: digest, bounds: memory.operations[first...].bounds, operationCount: memory.operations.count,
          mark: rasterizer.store.mark))
    }
    rasterizer.effectLayers.reclaim()
    rasterizer.blurredAlphas.reclaim()
    return unchanged
  }

  /// Draws a strip on the canvas; its lower operations only once, as long as they stay.
  private func draw(_ operations: [Operation], _ lowerCount: Int, _ signature: Digest, _ strip: Int) {
    let rows = surface.rows(ofStrip: strip)
    let region = PixelRect(x0: 0, y0: rows.lowerBound, x1: width, y1: rows.upperBound)
    if lowerCount > 0 && memory.lower[strip] == signature {
      if let color = memory.lowerColors[strip] {
        canvas.reset(region, background: color)
      } else {
        canvas.copy(lowerCanvas, region)
      }
    } else {
      canvas.reset(region, background: background)
      if lowerCount > 0 {
        rasterizer.execute(operations[..<lowerCount], strip: strip, of: surface, onto: canvas)
        if lowerCanvas.bounds.isEmpty { lowerCanvas.reset(surface.bounds) }
        lowerCanvas.paste(canvas)
        memory.lowerColors[strip] = canvas.onlyColor
        memory.lower[strip] = signature
      }
    }
    rasterizer.execute(operations[lowerCount...], strip: strip, of: surface, onto: canvas)
  }

  /// Where a frame's bytes are kept, from a row on.
  private func kept(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    keptBytes.reserve(width * height * 4)
    return keptBytes.base + row * width * 4
  }

  /// Draws `list` as a whole.
  public func render(_ list: DisplayList) -> Frame {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    render(list) { pixels.append(contentsOf: $0.pixels) }
    return Frame(width: width, height: height, pixels: pixels)
  }
}
