import Coding
import Geometry

@testable import Raster

let rowWidth = 1920

/// A row of pixels with any alpha, of which every second one varies where told.
func row(varied: Bool = false) -> PixelLayer {
  var numbers = SeededNumbers(seed: 1)
  let layer = PixelLayer()
  layer.reset(PixelRect(x0: 0, y0: 0, x1: rowWidth, y1: 1))
  for x in 0..<rowWidth {
    let alpha = UInt16.random(in: 0...65_280, using: &numbers)
    layer.row(0).pixels[x] = Pixel(alpha / 2, alpha / 3, alpha, alpha)
    layer.row(0).varied[x] = varied ? UInt8(x & 1) : 0
  }
  layer.row(0).hasVaried.pointee = varied ? 1 : 0
  return layer
}

/// Rows as they become bytes and planes, and as layers are blended.
func rowTrials() -> [Trial] {
  let times = 20
  func rows(_ name: String, _ body: @escaping (Bool) -> Void) -> Trial {
    Trial(name, count: rowWidth * times) { isFast in seconds { for _ in 0..<times { body(isFast) } } }
  }
  let bytes = Scratch<UInt8>(capacity: rowWidth * 8)
  let rounding = [("quantize: rounding", false), ("dither: rounding of varied pixels", true)].map { name, varied in
    let layer = row(varied: varied)
    return rows(name) { quantize(layer.row(0), columns: 0..<rowWidth, y: 3, into: bytes.base, isFast: $0) }
  }
  let (y, u, v) = (
    Scratch<UInt8>(capacity: rowWidth * 2), Scratch<UInt8>(capacity: rowWidth), Scratch<UInt8>(capacity: rowWidth)
  )
  let convert = Trial("luma and chroma: conversion", count: rowWidth * 2 * times) { isFast in
    let pixels = YUV420Converter.RowPair(above: bytes.base, below: bytes.base + rowWidth * 4, count: rowWidth)
    let converter = YUV420Converter(isFast: isFast)
    return seconds { for _ in 0..<times { converter.convert(pixels, y.base, y.base + rowWidth, u.base, v.base) } }
  }
  let (source, below) = (row(), row())
  let factors = (0..<rowWidth).map { UInt32($0 * 34) }
  let marked = PixelLayer()
  marked.reset(PixelRect(x0: 0, y0: 0, x1: rowWidth, y1: times))
  let coverages = (0..<rowWidth).map { Int32(1 + $0 * 34) }
  let color = Pixel(3000, 8000, 20_000, 40_000)
  func spans(_ coverage: Int32, _ isFast: Bool) {
    withUnsafePointer(to: Span(x: 0, count: Int32(rowWidth), coverage: coverage)) { span in
      composite(
        color, UnsafeBufferPointer(start: span, count: 1), coverages, onto: below.row(0), isFast: isFast)
    }
  }
  return rounding + [
    convert,
    rows("composite: a color, each pixel its coverage") { spans(0, $0) },
    rows("blend: a color, all pixels one coverage") { spans(30_000, $0) },
    rows("over: a layer over another") {
      blend(.normal, source.row(0), factors, columns: 0..<rowWidth, onto: below.row(0), isFast: $0)
    },
    Trial("mark: which pixels vary", count: rowWidth * times) { isFast in
      seconds { marked.markVaried(isFast: isFast) }
    },
  ]
}
