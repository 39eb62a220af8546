import CRasterKernels
import Graphics

/// Replaces what is there by a blurred image of it, or adds its light to it, as far as an outline covers.
final class BackdropOperation {
  let image: BlurredImage
  let outline: [Operation]
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// In 1/65536.
  let opacity: UInt32
  let color: ColorMatrix?
  let addsLight: Bool

  init(_ image: BlurredImage, _ shape: BackdropShape) {
    self.image = image
    outline = shape.outline
    bounds = shape.bounds
    opacity = shape.opacity
    color = shape.color
    addsLight = shape.highlights != nil
  }

  /// The outline that hides all below it, if it is one.
  var opaqueOutline: EdgeSet? {
    opacity == 65_536 && !addsLight ? outline.opaqueOutline : nil
  }
}

extension Rasterizer {
  /// Draws a strip's rows of a backdrop.
  func draw(_ backdrop: BackdropOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = backdrop.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    guard !part.isEmpty else { return }
    var hidden = 0..<0
    if let edges = backdrop.opaqueOutline, edgeCount(of: edges, strip) <= Self.maxEdges {
      hidden = opaqueColumns(of: edges, strip: strip, visible: part)
    }
    guard !hidden.isEmpty else { return mix(backdrop, in: part, strip: strip, of: surface, onto: layer) }
    var (left, right, middle) = (part, part, part)
    (left.x1, right.x0) = (hidden.lowerBound, hidden.upperBound)
    (middle.x0, middle.x1) = (hidden.lowerBound, hidden.upperBound)
    for side in [left, right] where !side.isEmpty { mix(backdrop, in: side, strip: strip, of: surface, onto: layer) }
    let columns = layer.visible.x0..<layer.visible.x1
    layer.clip(hidden)
    layer.clear(middle.y0..<middle.y1, .zero)
    draw(BlurOperation(backdrop.image, color: nil), strip: strip, of: surface, onto: layer)
    if let color = backdrop.color { transform(middle, layer, color) }
    layer.clip(columns)
  }

  /// Mixes a backdrop with what is there.
  private func mix(
    _ backdrop: BackdropOperation, in part: PixelRect, strip: Int, of surface: Surface, onto layer: PixelLayer
  ) {
    let (source, factors) = stripLayers.take()
    defer { stripLayers.giveBack() }
    factors.reserve(part.width * part.height)
    cover(
      backdrop.outline, opacity: backdrop.opacity, in: part, factors: factors.base, strip: strip, of: surface,
      with: source)
    source.reset(part)
    draw(BlurOperation(backdrop.image, color: nil), strip: strip, of: surface, onto: source)
    if let color = backdrop.color { transform(part, source, color) }
    if backdrop.addsLight {
      for y in part.y0..<part.y1 {
        let row = factors.base + (y - part.y0) * part.width - part.x0
        blend(.screen, source.row(y), row, columns: part.x0..<part.x1, onto: layer.row(y))
      }
      return
    }
    for y in part.y0..<part.y1 {
      replace(
        layer.row(y), by: source.row(y), factors.base + (y - part.y0) * part.width - part.x0, part.x0..<part.x1)
    }
  }

  /// Sets factors to what an outline covers, with the help of a layer.
  func cover(
    _ outline: [Operation], opacity whole: UInt32, in part: PixelRect, factors: UnsafeMutablePointer<UInt32>,
    strip: Int,
    of surface: Surface, with layer: PixelLayer
  ) {
    if outline.count == 1, case .fill(let edges, .solid(let color)) = outline[0].kind {
      let opacity = (UInt64(whole) * UInt64(factor(UInt32(color.w))) + 32_768) >> 16
      return apply(edges, opacity: UInt32(opacity), in: part, to: factors, strip: strip, of: surface)
    }
    layer.reset(part)
    execute(outline[...], strip: strip, of: surface, onto: layer)
    for y in part.y0..<part.y1 {
      let row = factors + (y - part.y0) * part.width - part.x0
      let pixels = layer.row(y).pixels
      for x in part.x0..<part.x1 {
        row[x] = UInt32((UInt64(whole) * UInt64(factor(UInt32(pixels[x].w))) + 32_768) >> 16)
      }
    }
  }

  func replace(
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
