import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Kernels of colors", .enabled(if: Kernels.areFast))
struct ColorKernelTests {
  private let transforms = [
    Transform(1.1, 0.3, 4, -0.2, 0.9, -7), Transform(1, 0, 3.5, 0, 1, 0),
    Transform(1, 0.1, 2, 0.2, 0.8, 1, 0.002, 0.001, 1), Transform(1, 0, 2, 0, 0.8, 1, 0.004, 0, 1),
    Transform(0.2, 0, 0, 0, 0.07, 0), Transform(0.5, 0, 0, 0, 0.5, 0, 1e-13, 0, 1),
    Transform(0.5, 0, 0, 0, 0.5, 0, 1e-6, 0, 1), Transform(0.3, 0.1, -9, 0, 0.4, 3, 0.01, -0.004, 1),
  ]

  /// Colors and flags that `shade` makes of a row of 101 pixels, with and without the loops for AVX2.
  private func rows(
    _ shade: (UnsafeMutablePointer<Pixel>, UnsafeMutablePointer<UInt8>, Bool) -> Void
  ) -> (colors: [[Pixel]], varied: [[UInt8]]) {
    var result: (colors: [[Pixel]], varied: [[UInt8]]) = ([], [])
    for isFast in [false, true] {
      let (colors, varied) = (Scratch<Pixel>(capacity: 101), Scratch<UInt8>(capacity: 101))
      shade(colors.base, varied.base, isFast)
      result.colors.append((0..<101).map { colors.base[$0] })
      result.varied.append((0..<101).map { varied.base[$0] })
    }
    return result
  }

  @Test("Gradients are the same through every loop", arguments: [Spread.pad, .repeat, .mirror, .clear])
  func gradientsAreTheSame(spread: Spread) {
    var numbers = SeededNumbers(seed: 5)
    let places = Scratch<Double>()
    for count in [2, 3, 7, 90] {
      var offset = 0.0
      let stops = (0..<count).map { i -> GradientStop in
        if i % 5 != 4 { offset += Double.random(in: 0...2 / Double(count), using: &numbers) }
        return GradientStop(
          offset, Color(hex: UInt32.random(in: 0...0xFFFFFF, using: &numbers), alpha: i % 3 == 0 ? 1 : 0.4))
      }
      for transform in transforms {
        for paint in [
          Paint.linear(from: Point(5, 3), to: Point(70, 20), stops: stops, spread: spread),
          .radial(center: Point(30, 8), radius: 41, stops: stops, spread: spread),
          .conic(center: Point(30, 8), startDegrees: 20, stops: stops),
        ] {
          guard case .gradient(let gradient) = GradientPaint.source(paint, transform: transform, opacity: 0.9) else {
            Issue.record("not a gradient")
            continue
          }
          for y in [0, 9, 31] {
            let (colors, varied) = rows {
              gradient.shade(columns: -4..<97, y: y, into: $0, $1, places: places, isFast: $2)
            }
            #expect(colors[0] == colors[1])
            #expect(varied[0] == varied[1])
          }
        }
      }
    }
  }

  @Test("Images are the same through every loop", arguments: [Spread.pad, .repeat, .mirror, .clear])
  func imagesAreTheSame(spread: Spread) throws {
    var numbers = SeededNumbers(seed: 6)
    let (places, footprints) = (Scratch<Double>(), Scratch<ImagePaint.Footprint>())
    let bytes = (0..<61 * 37).flatMap { _ -> [UInt8] in
      let alpha = UInt8.random(in: 0...255, using: &numbers)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &numbers) } + [alpha]
    }
    let image = try #require(Image(width: 61, height: 37, premultiplied: bytes))
    for transform in transforms {
      for opacity in [1, 0.3] {
        let source = ImagePaint.source(
          image, transform: transform, spread: spread, opacity: opacity, cache: PreparationCache())
        guard case .image(let paint) = source else {
          Issue.record("not an image")
          continue
        }
        for y in 0..<40 {
          let (colors, varied) = rows {
            paint.shade(
              columns: -4..<97, y: y, into: $0, $1, places: places, footprints: footprints, isFast: $2)
          }
          #expect(colors[0] == colors[1])
          #expect(varied == [[UInt8]](repeating: [UInt8](repeating: 0, count: 101), count: 2))
        }
      }
    }
  }

  @Test("Colors over a row are the same through every loop")
  func colorsOverRowsAreTheSame() {
    var numbers = SeededNumbers(seed: 7)
    func pixel() -> Pixel {
      let a =
        [0, 1, 65_279, 65_280, UInt16.random(in: 0...65_280, using: &numbers)].randomElement(using: &numbers) ?? 0
      let part = UInt16.random(in: 0...a, using: &numbers)
      return Pixel(part, a, 0, a)
    }
    for round in 0..<200 {
      let width = 1 + round % 43
      let isHalfClear = round % 5 == 0
      let colors = (0..<width).map { _ in isHalfClear ? Pixel(300, 0, UInt16(200 + round), 32_000) : pixel() }
      let below = (0..<width).map { _ in pixel() }
      let flags = (0..<2).map { _ in (0..<width).map { _ in UInt8.random(in: 0...1, using: &numbers) } }
      let coverage = (0..<width).map { _ in
        [1, 65_536, Int32.random(in: 1...65_536, using: &numbers)].randomElement(using: &numbers) ?? 1
      }
      let whole: Int32 = [0, 65_536, 30_000][round % 3]
      let layers = [PixelLayer(), PixelLayer()]
      for (layer, isFast) in zip(layers, [false, true]) {
        layer.reset(PixelRect(x0: 0, y0: 0, x1: width, y1: 1))
        let row = layer.row(0)
        for x in 0..<width { (row.pixels[x], row.varied[x]) = (below[x], flags[0][x]) }
        composite(
          colors, varied: flags[1], Span(x: 0, count: Int32(width), coverage: whole), coverage, onto: row,
          isFast: isFast)
      }
      let (a, b) = (layers[0].row(0), layers[1].row(0))
      #expect(a.hasVaried.pointee == b.hasVaried.pointee)
      for x in 0..<width { #expect(a.pixels[x] == b.pixels[x] && a.varied[x] == b.varied[x]) }
    }
  }

  @Test("Columns that are rounded alone are those of the whole row", arguments: [false, true])
  func columnsAreRoundedTheSame(isFast: Bool) {
    let layer = PixelLayer()
    layer.reset(PixelRect(x0: 0, y0: 0, x1: 150, y1: 1), background: Pixel(20_111, 30_222, 40_333, 65_280))
    let row = layer.row(0)
    for x in 0..<150 where x % 3 != 0 && x < 90 { row.varied[x] = 1 }
    row.hasVaried.pointee = 1
    var bytes = [[UInt8]](repeating: [UInt8](repeating: 0, count: 600), count: 2)
    for (i, parts) in [[0..<150], [0..<32, 32..<96, 96..<150]].enumerated() {
      bytes[i].withUnsafeMutableBufferPointer { out in
        guard let base = out.baseAddress else { return }
        for part in parts { quantize(row, columns: part, y: 7, into: base, isFast: isFast) }
      }
    }
    #expect(bytes[0] == bytes[1])
  }
}
