import CRasterKernels
import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Kernels")
struct KernelTests {
  private func numbers() -> SeededNumbers { SeededNumbers(seed: 9) }

  private func layer(_ width: Int, rows: Int = 1, _ numbers: inout SeededNumbers) -> PixelLayer {
    let layer = PixelLayer()
    layer.reset(PixelRect(x0: 0, y0: 0, x1: width, y1: rows))
    for y in 0..<rows {
      let row = layer.row(y)
      for x in 0..<width {
        (row.pixels[x], row.ditherMask[x]) = (.random(&numbers), .random(in: 0...1, using: &numbers))
      }
      row.needsDither.pointee = 1
    }
    return layer
  }

  private func copy(_ layer: PixelLayer) -> PixelLayer {
    let result = PixelLayer()
    result.move(to: layer.bounds)
    result.copy(layer)
    return result
  }

  private func expectEqual(_ a: PixelLayer, _ b: PixelLayer, at location: SourceLocation = #_sourceLocation) {
    for y in a.bounds.y0..<a.bounds.y1 {
      let (p, q) = (a.row(y), b.row(y))
      let isEqual = (a.bounds.x0..<a.bounds.x1).allSatisfy { x in
        p.pixels[x] == q.pixels[x] && p.ditherMask[x] == q.ditherMask[x]
      }
      #expect(isEqual, sourceLocation: location)
    }
  }

  @Test("A color covers a row as its spans do, and as the reference does")
  func coverIsExact() {
    var numbers = numbers()
    for round in 0..<400 {
      let width = 1 + round % 211
      let color = Pixel.random(&numbers)
      let below = layer(width, &numbers)
      let start = Int.random(in: 0..<width, using: &numbers)
      let end = Int.random(in: start + 1...width, using: &numbers)
      let low = Int.random(in: 0..<width, using: &numbers)
      let visible = low..<Int.random(in: low + 1...width, using: &numbers)
      let cells = CoverageCells()
      cells.prepare(width: width, rows: 1)
      let spans = SpanBuffer()
      var deposits: [(Int, Int, Int, Int)] = []
      for _ in 0..<Int.random(in: 0...12, using: &numbers) {
        let y = Int.random(in: 0..<65_536, using: &numbers)
        deposits.append(
          (
            Int.random(in: start << 16...end << 16, using: &numbers), Bool.random(using: &numbers) ? 0 : y,
            Int.random(in: start << 16...end << 16, using: &numbers), Bool.random(using: &numbers) ? 65_536 : y + 1
          ))
      }
      let layers = (0..<3).map { way in
        let layer = copy(below)
        for (i, d) in deposits.enumerated() { cells.row(0).deposit(d.0, d.1, d.2, d.3, i % 2 == 0 ? 1 : -1) }
        if way == 0 {
          composite(color, cells.row(0), from: start, to: end, visible: visible, onto: layer.row(0))
          return layer
        }
        spans.gather(cells.row(0), from: start, to: end, visible: visible)
        if way == 1 {
          composite(color, spans.all, spans.coverage, onto: layer.row(0))
        } else {
          Reference.composite(color, spans.all, spans.coverage, onto: layer.row(0))
        }
        return layer
      }
      expectEqual(layers[0], layers[2])
      expectEqual(layers[1], layers[2])
    }
  }

  @Test("An opaque color covers pixels exactly at every coverage")
  func everyCoverageIsExact() {
    var numbers = numbers()
    let width = fullCoverage + 1
    let cells = CoverageCells()
    cells.prepare(width: width, rows: 1)
    for _ in 0..<3 {
      var color = Pixel.random(&numbers)
      color.w = UInt16(Pixel.full)
      let below = layer(width, &numbers)
      let layers = [copy(below), copy(below)]
      for (way, drawn) in layers.enumerated() {
        let coverage = cells.row(0)
        for x in 1..<width {
          coverage.changes[x] = 1
          coverage.touched[x >> 3] = 1
        }
        if way == 0 {
          composite(color, coverage, from: 0, to: width, visible: 0..<width, onto: drawn.row(0))
        } else {
          let spans = SpanBuffer()
          spans.gather(coverage, from: 0, to: width, visible: 0..<width)
          Reference.composite(color, spans.all, spans.coverage, onto: drawn.row(0))
        }
      }
      expectEqual(layers[0], layers[1])
    }
  }

  @Test("Areas of edges are those of their pieces", arguments: [7, 16, 64, 300])
  func areasAreExact(width: Int) {
    var numbers = numbers()
    let (rows, height) = (3..<19, 24)
    for round in 0..<60 {
      let reach = [1, 40, 256, 256 * width][round % 4]
      let edges = (0..<round * 7).map { _ -> Edge in
        let x = Int32.random(in: -20...Int32(width * 256 + 20), using: &numbers)
        let y = Int32.random(in: -300...Int32(height * 256), using: &numbers)
        let right = x + Int32.random(in: Int32(-reach)...Int32(reach), using: &numbers)
        let isInside = round % 3 > 0
        return Edge(
          isInside ? min(max(x, 0), Int32(width * 256)) : x, y,
          isInside ? min(max(right, 0), Int32(width * 256)) : right,
          y + Int32.random(in: -2000...2000, using: &numbers))
      }
      let results = [false, true].map { isReference in
        let cells = CoverageCells()
        cells.prepare(width: width, rows: rows.count)
        var sink = SimpleCoverage(rows: cells.rows, firstRow: rows.lowerBound)
        if isReference {
          for edge in edges { walk(edge, rows: rows, width: width, into: &sink) }
        } else {
          edges.withUnsafeBufferPointer { sink.cover($0, rows: rows, width: width) }
        }
        let all = cells.rows
        return (0..<rows.count * all.stride + 8).map { all.changes[$0] }
          + (0..<rows.count * all.groups).map { Int32(all.touched[$0]) }
      }
      #expect(results[0] == results[1])
    }
  }

  @Test("Rows are rounded and dithered exactly, whole or in parts")
  func roundingIsExact() {
    var numbers = numbers()
    for width in [1, 2, 7, 8, 30, 34, 70, 128, 1922] {
      for isDithered in [false, true] {
        let layer = layer(width, &numbers)
        layer.row(0).needsDither.pointee = isDithered ? 1 : 0
        let parts = [0..<width / 3, width / 3..<width]
        let bytes = (0..<3).map { way in
          let out = Scratch<UInt8>(capacity: 4 * width)
          switch way {
          case 0: quantize(layer.row(0), columns: 0..<width, y: 3, into: out.base)
          case 1: for part in parts { quantize(layer.row(0), columns: part, y: 3, into: out.base) }
          default: Reference.quantize(layer.row(0), columns: 0..<width, y: 3, into: out.base)
          }
          return (0..<4 * width).map { out.base[$0] }
        }
        #expect(bytes[0] == bytes[2] && bytes[1] == bytes[2])
      }
    }
  }

  @Test("Luma and chroma are exact")
  func conversionIsExact() {
    var numbers = numbers()
    for width in [2, 6, 16, 30, 34, 70, 128, 1922] {
      let random = (0..<width * 8).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      for picture in [random, [UInt8](repeating: 255, count: width * 8)] {
        let planes = [false, true].map { isReference in
          let out = Scratch<UInt8>(capacity: 2 * width)
          picture.withUnsafeBufferPointer { pixels in
            guard let above = pixels.baseAddress else { return }
            let (u, v) = (out.base + width, out.base + width + width / 2)
            if isReference {
              Reference.luma(above, width, out.base)
              Reference.chroma(above, above + 4 * width, width / 2, u, v)
            } else {
              raster_luma(above, width, out.base)
              raster_chroma(above, above + 4 * width, width / 2, u, v)
            }
          }
          return (0..<2 * width).map { out.base[$0] }
        }
        #expect(planes[0] == planes[1])
      }
    }
  }

  @Test("Rows are blended, colored, tinted and marked exactly", arguments: [1, 3, 4, 5, 8, 9, 17, 64, 101])
  func compositingIsExact(width: Int) {
    var numbers = numbers()
    for round in 0..<20 {
      let (source, below) = (layer(width, &numbers), layer(width, &numbers))
      let factors = (0..<width).map { _ in
        [0, 65_536, UInt32.random(in: 0...65_536, using: &numbers)].randomElement(using: &numbers) ?? 0
      }
      let parts = (0..<width).map { _ in Float.random(in: 0...66_000, using: &numbers) }
      let tint: SIMD4<Float> = round % 2 == 0 ? SIMD4(0.2, 0, 0.4, 0.5) : SIMD4(0, 0, 0, 0.7)
      let color = Pixel.random(&numbers)
      let layers = [copy(below), copy(below)]
      let (fast, exact) = (layers[0].row(0), layers[1].row(0))
      blend(.normal, source.row(0), factors, columns: 0..<width, onto: fast)
      Reference.over(source.row(0), factors, columns: 0..<width, onto: exact)
      expectEqual(layers[0], layers[1])
      Raster.tint(tint, parts, 0..<width, onto: fast)
      Reference.tint(tint, parts, 0..<width, onto: exact)
      expectEqual(layers[0], layers[1])
      blend(color, 0..<width, from: source.row(0), onto: fast)
      Reference.blend(color, 0..<width, from: source.row(0), onto: exact)
      expectEqual(layers[0], layers[1])
      blend(color, 0..<width, from: fast, onto: fast)
      Reference.blend(color, 0..<width, from: exact, onto: exact)
      expectEqual(layers[0], layers[1])
    }
    let flat = layer(width, rows: 5, &numbers)
    for y in 0..<5 {
      for x in 0..<width where Int.random(in: 0..<6, using: &numbers) > 0 { flat.row(y).pixels[x] = .zero }
    }
    let marked = copy(flat)
    marked.markDither()
    Reference.markDither(flat)
    expectEqual(marked, flat)
  }

  @Test("Colors cover a row exactly")
  func colorsAreExact() {
    var numbers = numbers()
    for round in 0..<200 {
      let width = 1 + round % 43
      let (source, below) = (layer(width, &numbers), layer(width, &numbers))
      if round % 5 == 0 {
        for x in 0..<width { source.row(0).pixels[x] = Pixel(300, 0, UInt16(200 + round), 32_000) }
      }
      let coverage = (0..<width).map { _ in
        [1, 65_536, Int32.random(in: 1...65_536, using: &numbers)].randomElement(using: &numbers) ?? 1
      }
      let span = Span(x: 0, count: Int32(width), coverage: [0, 65_536, 30_000][round % 3])
      let (colors, mask) = (source.row(0).pixels, source.row(0).ditherMask)
      let layers = [copy(below), copy(below)]
      composite(colors, ditherMask: mask, span, coverage, onto: layers[0].row(0))
      Reference.composite(colors, ditherMask: mask, span, coverage, onto: layers[1].row(0))
      expectEqual(layers[0], layers[1])
      #expect(layers[0].row(0).needsDither.pointee == layers[1].row(0).needsDither.pointee)
    }
  }

  @Test("Gradients are exact", arguments: [Spread.pad, .repeat, .mirror, .clear], [2, 3, 7, 90])
  func gradientsAreExact(spread: Spread, count: Int) throws {
    var numbers = numbers()
    var offset = 0.0
    let stops = (0..<count).map { i -> GradientStop in
      if i % 5 != 4 { offset += Double.random(in: 0...2 / Double(count), using: &numbers) }
      return GradientStop(
        offset, Color(hex: UInt32.random(in: 0...0xFFFFFF, using: &numbers), alpha: i % 3 == 0 ? 1 : 0.4))
    }
    let ramp = try #require(GradientRamp(stops, opacity: 0.9))
    let special: [Double] = [0, 1, -1, 2, .nan, .infinity, -.infinity, 0.5, -0.0]
    for width in 1...101 {
      let isSmooth = width % 2 == 0
      let positions = (0..<width).map { i in
        if i % 9 == 8, let value = special.randomElement(using: &numbers), spread == .pad || value.isFinite {
          return value
        }
        return isSmooth ? Double(i) / 60 - 0.2 : Double.random(in: -1...2, using: &numbers)
      }
      let (colors, mask) = (Scratch<Pixel>(capacity: width), Scratch<UInt8>(capacity: width))
      let results = [false, true].map { isReference in
        let places = Scratch<Double>(capacity: width)
        for (i, position) in positions.enumerated() { places.base[i] = position }
        if isReference {
          Reference.shade(ramp, places.base, width, spread, into: colors.base, mask.base)
        } else {
          ramp.shade(places.base, width, spread, into: colors.base, mask.base)
        }
        return (0..<width).map { SIMD8(lowHalf: colors.base[$0], highHalf: Pixel(repeating: UInt16(mask.base[$0]))) }
      }
      #expect(results[0] == results[1])
    }
  }

  @Test("Samples are mixed, filtered and upsampled exactly", arguments: 0...7)
  func samplesAreExact(shift: Int) {
    var numbers = numbers()
    let samples = (0..<4000).map { i in i % 7 == 0 ? 0 : Float.random(in: 0...65_280, using: &numbers) }
    let weights = (0..<5 * max(8, 1 << shift)).map { _ in Float.random(in: 0...1, using: &numbers) }
    let (out, exact) = (Scratch<Float>(capacity: 128), Scratch<Float>(capacity: 128))
    func expectEqual(_ count: Int, at location: SourceLocation = #_sourceLocation) {
      #expect((0..<count).allSatisfy { out.base[$0] == exact.base[$0] }, sourceLocation: location)
    }
    for count in 1...37 {
      raster_mix(samples, 90, weights, count, out.base)
      Reference.mix(samples, 90, weights, count, into: exact.base)
      expectEqual(count)
      raster_filter(samples, 41, weights, count, out.base)
      Reference.filter(samples, 41, Array(weights[..<count]), 32, into: exact.base)
      expectEqual(32)
    }
    for phase in stride(from: 0, to: 64, by: 8) where shift > 0 {
      raster_upsample(samples, phase, shift, weights, weights.count / 5, 64, out.base)
      Reference.upsample(samples, phase: phase, shift: shift, weights, count: 64, into: exact.base)
      expectEqual(64)
    }
  }
}

extension Pixel {
  fileprivate static func random(_ numbers: inout SeededNumbers) -> Pixel {
    let a =
      [0, 1, 65_279, 65_280, 65_281, UInt16.random(in: 0...65_280, using: &numbers)].randomElement(
        using: &numbers) ?? 0
    return Pixel(
      UInt16.random(in: 0...a, using: &numbers), UInt16.random(in: 0...a, using: &numbers),
      UInt16.random(in: 0...a, using: &numbers), a)
  }
}
