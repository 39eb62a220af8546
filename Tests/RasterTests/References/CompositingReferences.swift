import Graphics

@testable import Raster

/// The results of kernels, pixel by pixel.
enum Reference {}

/// Source-over of colors on rows.
extension Reference {
  static func alphas(
    _ alpha: UInt32, _ spans: UnsafeBufferPointer<Span>, _ coverage: UnsafePointer<Int32>, count: Int,
    into alphas: UnsafeMutablePointer<Float>
  ) {
    alphas.update(repeating: 0, count: count)
    for span in spans {
      for x in Int(span.x)..<Int(span.x + span.count) {
        let part = UInt32(span.coverage == 0 ? coverage[x] : span.coverage)
        alphas[x] = Float((alpha &* part &+ 32_768) >> 16)
      }
    }
  }

  static func composite(
    _ color: Pixel, _ spans: UnsafeBufferPointer<Span>, _ coverage: UnsafePointer<Int32>, onto row: PixelRow
  ) {
    let source = widened(color)
    for span in spans {
      let columns = Int(span.x)..<Int(span.x + span.count)
      if span.coverage == fullCoverage && source.w == Pixel.full {
        (row.ditherMask + columns.lowerBound).update(repeating: 0, count: columns.count)
      }
      for x in columns {
        let part = UInt32(span.coverage == 0 ? coverage[x] : span.coverage)
        row.pixels[x] = over(scaled(source, part), row.pixels[x])
      }
    }
  }

  static func blend(_ color: Pixel, _ columns: Range<Int>, from: PixelRow, onto row: PixelRow) {
    for x in columns { row.pixels[x] = over(widened(color), from.pixels[x]) }
  }

  static func composite(
    _ colors: UnsafePointer<Pixel>, ditherMask: UnsafePointer<UInt8>, _ span: Span, _ coverage: UnsafePointer<Int32>,
    onto row: PixelRow
  ) {
    for x in Int(span.x)..<Int(span.x + span.count) {
      let part = UInt32(span.coverage == 0 ? coverage[x] : span.coverage)
      let source = scaled(widened(colors[x]), part)
      row.pixels[x] = over(source, row.pixels[x])
      if source.w == Pixel.full {
        row.ditherMask[x] = ditherMask[x]
      } else if source.w != 0 {
        row.ditherMask[x] |= ditherMask[x]
      }
      row.needsDither.pointee |= ditherMask[x]
    }
  }

  static func over(
    _ source: PixelRow, _ factors: UnsafePointer<UInt32>, columns: Range<Int>, onto row: PixelRow
  ) {
    for x in columns {
      let covered = scaled(widened(source.pixels[x]), factors[x])
      if covered.w == 0 { continue }
      row.pixels[x] = Raster.over(covered, row.pixels[x])
      if source.needsDither.pointee != 0 { row.ditherMask[x] |= source.ditherMask[x] }
    }
    if source.needsDither.pointee != 0 { row.needsDither.pointee = 1 }
  }

  static func over(_ source: WidePixel, _ below: Pixel) -> Pixel { Raster.over(source, below) }

  static func tint(
    _ color: SIMD4<Float>, _ parts: UnsafePointer<Float>, _ columns: Range<Int>, onto row: PixelRow
  ) {
    for (i, x) in columns.enumerated() {
      row.pixels[x] = over(widened(pixel(rounding: color * min(parts[i], Float(Pixel.full)))), row.pixels[x])
    }
  }

  /// Source-over of colors that are given channel by channel.
  static func over(_ channels: [[Float]], onto row: PixelRow, _ count: Int) {
    for x in 0..<count {
      let color = SIMD4(channels[0][x], channels[1][x], channels[2][x], channels[3][x])
      let bounded = pointwiseMin(color, SIMD4(repeating: Float(Pixel.full)))
      row.pixels[x] = over(widened(pixel(rounding: bounded)), row.pixels[x])
    }
  }
}
