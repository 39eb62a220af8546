import CRasterKernels
import Graphics

/// Replaces what is there by a blurred image of it, as far as an outline covers.
final class BackdropOperation {
  let image: BlurredImage
  let outline: [Operation]
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// In 1/65536.
  let opacity: UInt32
  let color: ColorMatrix?

  init(_ image: BlurredImage, outline: [Operation], bounds: PixelRect, opacity: UInt32, color: ColorMatrix?) {
    self.image = image
    self.outline = outline
    self.bounds = bounds
    self.opacity = opacity
    self.color = color
  }
}

extension Rasterizer {
  /// Draws a strip's rows of a backdrop.
  func draw(_ backdrop: BackdropOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = backdrop.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    guard !part.isEmpty else { return }
    let (source, factors) = stripLayers.take()
    defer { stripLayers.giveBack() }
    source.reset(part)
    factors.reserve(part.width * part.height)
    cover(backdrop, part, factors.base, strip, surface, source)
    source.reset(part)
    draw(BlurOperation(backdrop.image, color: nil), strip: strip, of: surface, onto: source)
    if let color = backdrop.color { transform(part, source, color) }
    for y in part.y0..<part.y1 {
      replace(
        layer.row(y), by: source.row(y), factors.base + (y - part.y0) * part.width - part.x0, part.x0..<part.x1)
    }
  }

  /// Sets factors to what an outline covers, with the help of a clear layer.
  private func cover(
    _ backdrop: BackdropOperation, _ part: PixelRect, _ factors: UnsafeMutablePointer<UInt32>, _ strip: Int,
    _ surface: Surface, _ layer: PixelLayer
  ) {
    if backdrop.outline.count == 1, case .fill(let edges, .solid(let color)) = backdrop.outline[0].kind {
      let opacity = (UInt64(backdrop.opacity) * UInt64(factor(UInt32(color.w))) + 32_768) >> 16
      return apply(edges, opacity: UInt32(opacity), part, factors, strip, surface)
    }
    execute(backdrop.outline[...], strip: strip, of: surface, onto: layer)
    for y in part.y0..<part.y1 {
      let row = factors + (y - part.y0) * part.width - part.x0
      let pixels = layer.row(y).pixels
      for x in part.x0..<part.x1 {
        row[x] = UInt32((UInt64(backdrop.opacity) * UInt64(factor(UInt32(pixels[x].w))) + 32_768) >> 16)
      }
    }
  }

  private func replace(
    _ row: PixelRow, by source: PixelRow, _ factors: UnsafePointer<UInt32>, _ columns: Range<Int>
  ) {
    let x = columns.lowerBound
    raster_replace(source.components(x), factors + x, columns.count, row.components(x))
    guard source.needsDither.pointee != 0 || row.needsDither.pointee != 0 else { return }
    for x in columns where factors[x] != 0 {
      row.ditherMask[x] = factors[x] == 65_536 ? source.ditherMask[x] : row.ditherMask[x] | source.ditherMask[x]
    }
    row.needsDither.pointee = 1
  }
}
