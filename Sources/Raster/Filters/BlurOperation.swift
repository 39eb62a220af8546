import CRasterKernels

/// Draws a blurred image: one channel in a color, or four as they are.
final class BlurOperation {
  let image: BlurredImage
  let color: Pixel?

  init(_ image: BlurredImage, color: Pixel?) {
    self.image = image
    self.color = color
  }
}

extension Rasterizer {
  /// Draws a strip's rows of a blurred image.
  func draw(_ operation: BlurOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = operation.image.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    for y in part.y0..<part.y1 {
      let row = layer.row(y)
      let line = operation.image.row(y)
      operation.image.forEachRun(line, part.x0..<part.x1) { run, variation in
        if variation == .varied {
          drawVaried(operation, line: line, run: run, onto: row)
        } else {
          drawFlat(operation, line: line, run: run, variation: variation, onto: row)
        }
      }
    }
  }

  private func drawFlat(
    _ operation: BlurOperation, line: BlurredImage.Row, run: Range<Int>, variation: BlurredImage.Variation,
    onto row: PixelRow
  ) {
    let image = operation.image
    func value(_ channel: Int) -> Float {
      min(image.value(line, run, variation, channel: channel), Float(Pixel.full))
    }
    let color: Pixel
    if let full = operation.color {
      color = pixel(rounding: SIMD4<Float>(full) / Float(Pixel.full) * value(0))
    } else {
      color = pixel(rounding: SIMD4(value(0), value(1), value(2), value(3)))
    }
    if color == .zero { return }
    blend(color, run, from: row, onto: row)
    if variation == .flat { return }
    (row.ditherMask + run.lowerBound).update(repeating: 1, count: run.count)
    row.needsDither.pointee = 1
  }

  private func drawVaried(
    _ operation: BlurOperation, line: BlurredImage.Row, run: Range<Int>, onto row: PixelRow
  ) {
    let image = operation.image
    if let color = operation.color {
      tint(SIMD4<Float>(color) / Float(Pixel.full), image.values(line, run, channel: 0, upsampling[0]), run, onto: row)
    } else {
      func values(_ channel: Int) -> UnsafePointer<Float> {
        image.values(line, run, channel: channel, upsampling[channel])
      }
      raster_over_channels(
        values(0), values(1), values(2), values(3), run.count, row.components(run.lowerBound))
    }
    image.markVaried(line, run, row.ditherMask)
    row.needsDither.pointee = 1
  }
}

/// Source-over of a color times a part, at most that of 1, for each of `columns`.
func tint(_ color: SIMD4<Float>, _ parts: UnsafePointer<Float>, _ columns: Range<Int>, onto row: PixelRow) {
  color.withScalars { raster_tint($0, parts, columns.count, row.components(columns.lowerBound)) }
}
