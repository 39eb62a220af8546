import CRasterKernels
import Coding
import Geometry
import Graphics

@testable import Raster

let rowWidth = 1920

/// A row of pixels with any alpha; every second one is dithered on demand.
func row(isDithered: Bool = false) -> PixelLayer {
  var numbers = SeededNumbers(seed: 1)
  let layer = PixelLayer()
  layer.reset(PixelRect(x0: 0, y0: 0, x1: rowWidth, y1: 1))
  for x in 0..<rowWidth {
    let alpha = UInt16.random(in: 0...65_280, using: &numbers)
    layer.row(0).pixels[x] = Pixel(alpha / 2, alpha / 3, alpha, alpha)
    layer.row(0).ditherMask[x] = isDithered ? UInt8(x & 1) : 0
  }
  layer.row(0).needsDither.pointee = isDithered ? 1 : 0
  return layer
}

private func blendLayer(
  _ mode: BlendMode, _ source: PixelLayer, _ factors: [UInt32], _ below: PixelLayer, _ isKernel: Bool
) {
  let blend = isKernel ? blend(_:_:_:columns:onto:) : Reference.blend(_:_:_:columns:onto:)
  blend(mode, source.row(0), factors, 0..<rowWidth, below.row(0))
}

/// Rows as they become bytes and planes, and as layers are blended.
func rowTrials() -> [Trial] {
  let times = 20
  func rows(_ name: String, _ body: @escaping (Bool) -> Void) -> Trial {
    Trial(name, count: rowWidth * times) { isKernel in seconds { for _ in 0..<times { body(isKernel) } } }
  }
  let bytes = Scratch<UInt8>(capacity: rowWidth * 8)
  let rounding = [("quantize: rounding", false), ("dither: rounding of every second pixel", true)].map {
    name, isDithered in
    let layer = row(isDithered: isDithered)
    return rows(name) { isKernel in
      let round = isKernel ? quantize(_:columns:y:into:) : Reference.quantize(_:columns:y:into:)
      round(layer.row(0), 0..<rowWidth, 3, bytes.base)
    }
  }
  let (y, u, v) = (
    Scratch<UInt8>(capacity: rowWidth * 4), Scratch<UInt8>(capacity: rowWidth * 2),
    Scratch<UInt8>(capacity: rowWidth * 2)
  )
  let converted = [row(), row()].map { $0.row(0) }
  let dithered = [row(isDithered: true), row(isDithered: true)].map { $0.row(0) }
  func conversions(_ name: String, _ rows: [PixelRow], _ depth: Int32, isDithered: Bool) -> [Trial] {
    let (above, beneath) = (rows[0].components(0), rows[1].components(0))
    let (maskAbove, maskBelow) = (isDithered ? rows[0].ditherMask : nil, isDithered ? rows[1].ditherMask : nil)
    return [
      Trial("luma\(name)", count: rowWidth * times) { isKernel in
        let convert = isKernel ? raster_luma : Reference.luma
        return seconds { for _ in 0..<times { convert(above, maskAbove, rowWidth, 0, 0, depth, y.base) } }
      },
      Trial("chroma\(name)", count: rowWidth * times) { isKernel in
        let convert = isKernel ? raster_chroma : Reference.chroma
        return seconds {
          for _ in 0..<times {
            convert(above, beneath, maskAbove, maskBelow, rowWidth / 2, 0, 0, depth, u.base, v.base)
          }
        }
      },
    ]
  }
  let planes =
    conversions("", converted, 8, isDithered: false)
    + conversions(", dithered", dithered, 8, isDithered: true)
    + conversions(", dithered, 10 bits", dithered, 10, isDithered: true)
  let (source, below) = (row(), row())
  let factors = (0..<rowWidth).map { UInt32($0 * 34) }
  let coverages = (0..<rowWidth).map { Int32(1 + $0 * 34) }
  let color = Pixel(3000, 8000, 20_000, 40_000)
  func composite(_ isKernel: Bool) {
    if isKernel {
      color.withScalars { raster_composite($0, coverages, rowWidth, below.row(0).components(0)) }
    } else {
      withUnsafePointer(to: Span(x: 0, count: Int32(rowWidth), coverage: 0)) { span in
        Reference.composite(color, UnsafeBufferPointer(start: span, count: 1), coverages, onto: below.row(0))
      }
    }
  }
  let parts = (0..<rowWidth).map { Float($0 * 34) }
  let matrix = (0..<12).map { Float($0) / 12 - 0.2 }
  let masked = Scratch<UInt32>(capacity: rowWidth)
  masked.base.update(repeating: 65_536, count: rowWidth)
  let layers = [
    rows("blend layer: multiply") { blendLayer(.multiply, source, factors, below, $0) },
    rows("blend layer: soft-light") { blendLayer(.softLight, source, factors, below, $0) },
    rows("blend layer: luminosity") { blendLayer(.luminosity, source, factors, below, $0) },
    rows("transform colors") { isKernel in
      let transform = isKernel ? raster_transform_colors : Reference.transformColors
      transform(matrix, rowWidth, below.row(0).components(0))
    },
    rows("tint inside: an inner shadow") { isKernel in
      let tint = isKernel ? raster_tint_inside : Reference.tintInside
      tint([0.1, 0.2, 0.3, 0.6], parts, rowWidth, below.row(0).components(0))
    },
    rows("mask: luminance") { isKernel in
      let mask = isKernel ? raster_mask : Reference.mask
      mask(source.row(0).components(0), true, false, rowWidth, masked.base)
    },
    rows("replace: a layer by another") { isKernel in
      let replace = isKernel ? raster_replace : Reference.replace
      replace(source.row(0).components(0), factors, rowWidth, below.row(0).components(0))
    },
  ]
  return rounding + planes + layers + [
    rows("composite: a color, each pixel its coverage", composite),
    rows("blend: a color, all pixels one coverage") { isKernel in
      let cover = isKernel ? blend(_:_:from:onto:) : Reference.blend(_:_:from:onto:)
      cover(color, 0..<rowWidth, below.row(0), below.row(0))
    },
    rows("over: a layer over another") { isKernel in
      if isKernel {
        blend(.normal, source.row(0), factors, columns: 0..<rowWidth, onto: below.row(0))
      } else {
        Reference.over(source.row(0), factors, columns: 0..<rowWidth, onto: below.row(0))
      }
    },
  ]
}
