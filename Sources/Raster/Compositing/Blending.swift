import CRasterKernels
import Graphics

/// Blends a row of a group's layer onto what lies below it, each pixel times its factor in 1/65536.
///
/// W3C Compositing and Blending Level 1, on premultiplied components: with S, s the source and its alpha, D, d those
/// below, the result is S·(1 − d) + D·(1 − s) + s·d·B(D/d, S/s).
func blend(
  _ mode: BlendMode, _ source: PixelRow, _ factors: UnsafePointer<UInt32>, columns: Range<Int>, onto row: PixelRow
) {
  switch mode {
  case .normal:
    let x = columns.lowerBound
    raster_over(source.components(x), factors + x, columns.count, row.components(x))
    carryDither(source, factors, columns, row)
  case .multiply:
    blend(source, factors, columns, row) { s, d in
      let below = widened(d)
      return mixed(s, below, product(s, below))
    }
  case .screen:
    // s·d·(Cs + Cb − Cs·Cb) + … = S + D − S·D.
    blend(source, factors, columns, row) { s, d in
      let below = widened(d)
      return bounded(s &+ below &- product(s, below))
    }
  case .overlay: blend(source, factors, columns, row) { s, d in overlay(s, widened(d)) }
  case .plus:
    blend(source, factors, columns, row) { s, d in
      narrowed(pointwiseMin(s &+ widened(d), WidePixel(repeating: Pixel.full)))
    }
  }
}

/// Adds to the dither mask where a source that is to be dithered shows.
private func carryDither(
  _ source: PixelRow, _ factors: UnsafePointer<UInt32>, _ columns: Range<Int>, _ row: PixelRow
) {
  guard source.needsDither.pointee != 0 else { return }
  for x in columns where source.ditherMask[x] != 0 {
    if factors[x] != 0 && scaled(widened(source.pixels[x]), factors[x]).w != 0 {
      row.ditherMask[x] |= source.ditherMask[x]
    }
  }
  row.needsDither.pointee = 1
}

@inline(__always)
private func blend(
  _ source: PixelRow, _ factors: UnsafePointer<UInt32>, _ columns: Range<Int>, _ row: PixelRow,
  _ formula: (WidePixel, Pixel) -> Pixel
) {
  let carriesDither = source.needsDither.pointee != 0
  for x in columns where factors[x] != 0 {
    let s = scaled(widened(source.pixels[x]), factors[x])
    if s.w == 0 { continue }
    row.pixels[x] = formula(s, row.pixels[x])
    if carriesDither { row.ditherMask[x] |= source.ditherMask[x] }
  }
  if carriesDither { row.needsDither.pointee = 1 }
}

/// Component times component.
@inline(__always)
private func product(_ a: WidePixel, _ b: WidePixel) -> WidePixel {
  let factors = b &+ ((b &* 257 &+ 32_768) &>> 16)
  return (a &* factors &+ 32_768) &>> 16
}

/// S·(1 − d) + D·(1 − s) + `both`, where `both` is s·d·B; its alpha is s·d.
@inline(__always)
private func mixed(_ s: WidePixel, _ below: WidePixel, _ both: WidePixel) -> Pixel {
  bounded(scaled(s, remainder(below.w)) &+ scaled(below, remainder(s.w)) &+ both)
}

/// Rounding may carry a component one step beyond alpha or 1.
@inline(__always)
private func bounded(_ p: WidePixel) -> Pixel {
  let clamped = pointwiseMin(p, WidePixel(repeating: Pixel.full))
  return narrowed(pointwiseMin(clamped, WidePixel(repeating: clamped.w)))
}

/// B = 2·Cs·Cb where Cb ≤ 1/2, else 1 − 2·(1 − Cs)·(1 − Cb).
@inline(__always)
private func overlay(_ s: WidePixel, _ below: WidePixel) -> Pixel {
  let alphas = product(s, WidePixel(repeating: below.w)).w
  let dark = product(s, below) &* 2
  let sourceRest = WidePixel(repeating: s.w) &- pointwiseMin(s, WidePixel(repeating: s.w))
  let belowRest = WidePixel(repeating: below.w) &- pointwiseMin(below, WidePixel(repeating: below.w))
  let lost = pointwiseMin(product(sourceRest, belowRest) &* 2, WidePixel(repeating: alphas))
  let bright = WidePixel(repeating: alphas) &- lost
  var both = dark.replacing(with: bright, where: below &* 2 .> WidePixel(repeating: below.w))
  both.w = alphas
  return mixed(s, below, both)
}
