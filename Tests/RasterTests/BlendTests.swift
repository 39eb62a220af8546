import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Blends")
struct BlendTests {
  /// Components as they lie in memory: 0, 1, the smallest, and others.
  private static let components: [UInt16] = [0, 1, 255, 9_000, 16_320, 16_321, 32_640, 32_641, 50_123, 65_279, 65_280]
  private static let alphas: [UInt16] = [0, 1, 256, 20_000, 32_640, 65_279, 65_280]

  /// Premultiplied pixels with all alphas and a grid of colors.
  private static let pixels: [Pixel] = alphas.flatMap { alpha -> [Pixel] in
    let values = components.map { UInt16((UInt32($0) * UInt32(alpha) + 32_640) / 65_280) }
    return values.indices.flatMap { i in
      values.indices.map { j in Pixel(values[i], values[j], values[(i * 3 + j * 5 + 2) % values.count], alpha) }
    }
  }

  private static func straight(_ p: Pixel) -> Color {
    let alpha = Double(p.w)
    if p.w == 0 { return .clear }
    return Color(Double(p.x) / alpha, Double(p.y) / alpha, Double(p.z) / alpha, alpha / 65_280)
  }

  /// A row of each of `pixels` on one below them, blended with `factor`.
  private func blended(_ mode: BlendMode, _ pixels: [Pixel], on below: Pixel, factor: UInt32 = 65_536) -> [Pixel] {
    let (source, onto) = (PixelLayer(), PixelLayer())
    for layer in [source, onto] {
      layer.reset(PixelRect(x0: 0, y0: 0, x1: pixels.count, y1: 1), background: below)
    }
    for (x, pixel) in pixels.enumerated() { source.row(0).pixels[x] = pixel }
    let factors = [UInt32](repeating: factor, count: pixels.count)
    blend(mode, source.row(0), factors, columns: 0..<pixels.count, onto: onto.row(0))
    return (0..<pixels.count).map { onto.row(0).pixels[$0] }
  }

  @Test("Modes follow the standard's formulas for 16-bit colors with any alphas", arguments: BlendMode.allCases)
  func formulas(mode: BlendMode) {
    let belows = stride(from: 0, to: Self.pixels.count, by: 41).map { Self.pixels[$0] }
    var worst = 0.0
    for below in belows {
      let results = blended(mode, Self.pixels, on: below)
      for (source, result) in zip(Self.pixels, results) {
        let exact = BlendReference.blended(mode, source: Self.straight(source), below: Self.straight(below))
        for i in 0..<4 { worst = max(worst, abs(Double(result[i]) - exact[i] * 65_280)) }
        if result.max() > result.w { Issue.record("\(mode): \(source) on \(below) gives \(result)") }
      }
    }
    #expect(worst <= 1.5)
  }

  @Test("Factors multiply the source's alpha, in rows of any length", arguments: BlendMode.allCases)
  func factors(mode: BlendMode) {
    let (source, below) = (Pixel(20_000, 50_000, 4_000, 60_000), Pixel(9_000, 1_000, 30_000, 40_000))
    for factor: UInt32 in [0, 1, 40_000, 65_536] {
      var color = Self.straight(source)
      color.alpha *= Double(factor) / 65_536
      let exact = BlendReference.blended(mode, source: color, below: Self.straight(below))
      for count in [1, 2, 7, 8, 9, 31] {
        for result in blended(mode, Array(repeating: source, count: count), on: below, factor: factor) {
          for i in 0..<4 { #expect(abs(Double(result[i]) - exact[i] * 65_280) <= 1.5) }
          if factor == 0 { #expect(result == below) }
        }
      }
    }
  }

  @Test("Groups are blended onto what lies below", arguments: BlendMode.allCases)
  func groups(mode: BlendMode) {
    for backdrop in [Color(0.2, 0.6, 0.9), Color(0.9, 0.1, 0.5, 0.4), .clear] {
      for source in [Color(0.7, 0.3, 0.8), Color(0.4, 1, 0.1, 0.6), Color(1, 0, 0.5, 0.1)] {
        let frame = draw(4, 4, background: backdrop) { list in
          list.group(blend: mode) { $0.fill(rectangle(0, 0, 4, 4), source) }
        }
        let exact = BlendReference.blended(mode, source: source, below: backdrop)
        for (value, exact) in zip(frame[2, 2], exact) { #expect(abs(Double(value) - exact * 255) <= 0.6) }
      }
    }
  }
}
