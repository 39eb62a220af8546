import CRasterKernels
import Coding
import Foundation
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
    result.copy(layer, layer.bounds.y0..<layer.bounds.y1)
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

  @Test("A color covers a row as the reference does")
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
      var deposits: [(Int, Int, Int, Int)] = []
      // In pairs that cancel each other out, as the edges of closed outlines do in a row.
      for _ in 0..<Int.random(in: 0...6, using: &numbers) {
        let y = Int.random(in: 0..<65_536, using: &numbers)
        let (top, bottom) = (
          Bool.random(using: &numbers) ? 0 : y, Bool.random(using: &numbers) ? 65_536 : y + 1
        )
        for _ in 0..<2 {
          let x = (0..<2).map { _ in Int.random(in: start << 16...end << 16, using: &numbers) }
          deposits.append((x[0], top, x[1], bottom))
        }
      }
      let layers = (0..<2).map { way in
        let layer = copy(below)
        for (i, d) in deposits.enumerated() {
          cells.row(0).deposit(xa: d.0, ya: d.1, xb: d.2, yb: d.3, sign: i % 2 == 0 ? 1 : -1)
        }
        if way == 0 {
          composite(color, cells.row(0), from: start, to: end, visible: visible, onto: layer.row(0))
          return layer
        }
        ReferenceSpans(cells.row(0), from: start, to: end, visible: visible).withSpans {
          Reference.composite(color, $0, $1, onto: layer.row(0))
        }
        return layer
      }
      expectEqual(layers[0], layers[1])
    }
  }

  @Test("The spans of a row have the coverage of the reference's, and leave no changes behind")
  func spansAreExact() {
    var numbers = numbers()
    for round in 0..<400 {
      let width = Int.random(in: 1...700, using: &numbers)
      let start = Int.random(in: 0..<width, using: &numbers)
      let end = Int.random(in: start + 1...width, using: &numbers)
      let low = Int.random(in: 0..<width, using: &numbers)
      let visible = low..<Int.random(in: low...width, using: &numbers)
      let (one, other) = (CoverageCells(), CoverageCells())
      for cells in [one, other] { cells.prepare(width: width, rows: 1) }
      for _ in 0..<round % 9 {
        let ends = (0..<2).map { _ in Int.random(in: start << 16...end << 16, using: &numbers) }
        let top = Int.random(in: 0...30_000, using: &numbers)
        let sign = Bool.random(using: &numbers) ? 1 : -1
        for cells in [one, other] { cells.row(0).deposit(xa: ends[0], ya: top, xb: ends[1], yb: 65_536, sign: sign) }
      }
      let expected = ReferenceSpans(one.row(0), from: start, to: end, visible: visible).all(width)
      let (found, row) = (SpanBuffer(), other.row(0))
      found.gather(row, from: start, to: end, visible: visible)
      #expect(found.all.allSatisfy { visible.contains(Int($0.x)) && Int($0.x + $0.count) <= visible.upperBound })
      let coverages = (0..<width).map { found.coverage[$0] }
      #expect(Reference.coverage(of: found.all, coverages, count: width) == expected)
      #expect((0..<width + 2).allSatisfy { row.changes[$0] == 0 && row.touched[$0 >> 3] == 0 })
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
          ReferenceSpans(coverage, from: 0, to: width, visible: 0..<width).withSpans {
            Reference.composite(color, $0, $1, onto: drawn.row(0))
          }
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
          fromX: isInside ? min(max(x, 0), Int32(width * 256)) : x, fromY: y,
          toX: isInside ? min(max(right, 0), Int32(width * 256)) : right,
          toY: y + Int32.random(in: -2000...2000, using: &numbers))
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

  @Test("Luma, chroma and components are exact, of 8, 10 and 16 bits", arguments: [8, 10, 16] as [Int32])
  func conversionIsExact(depth: Int32) {
    var numbers = numbers()
    for width in [2, 6, 16, 30, 34, 70, 128, 1922] {
      for isDithered in [false, true] {
        let (layers, x, y) = ([layer(width, &numbers), layer(width, &numbers)], UInt32(6), UInt32(7))
        let (above, below) = (layers[0].row(0), layers[1].row(0))
        let (maskAbove, maskBelow) = (isDithered ? above.ditherMask : nil, isDithered ? below.ditherMask : nil)
        let results = [false, true].map { isReference in
          let out = Scratch<UInt16>(capacity: 10 * width)
          let planes = (0..<10).map { UnsafeMutableRawPointer(out.base + $0 * width) }
          if depth < 16 {
            (isReference ? Reference.luma : raster_luma)(above.components(0), maskAbove, width, x, y, depth, planes[0])
            (isReference ? Reference.chroma : raster_chroma)(
              above.components(0), below.components(0), maskAbove, maskBelow, width / 2, x, y, depth, planes[1],
              planes[2])
            (isReference ? Reference.fullChroma : raster_full_chroma)(
              above.components(0), maskAbove, width, x, y, depth, planes[3], planes[4])
          }
          if depth == 8, isReference {
            Reference.luma(above.components(0), maskAbove, width, x, y - 1, 8, planes[6])
            Reference.luma(below.components(0), maskBelow, width, x, y, 8, planes[7])
            Reference.chroma(
              above.components(0), below.components(0), maskAbove, maskBelow, width / 2, x / 2, y / 2, 8, planes[8],
              planes[9])
          } else if depth == 8 {
            let bytes = planes.map { $0.assumingMemoryBound(to: UInt8.self) }
            raster_yuv420(
              above.components(0), below.components(0), maskAbove, maskBelow, width / 2, x, y - 1, bytes[6], bytes[7],
              bytes[8], bytes[9])
          }
          (isReference ? Reference.componentSamples : raster_component_samples)(
            above.components(0), 2, maskAbove, width, x, y, depth, planes[5])
          return (0..<10 * width).map { out.base[$0] }
        }
        withExtendedLifetime(layers) {}
        #expect(results[0] == results[1])
      }
    }
  }

  @Test("Colors are divided by their alpha to the nearest value, and clear pixels stay black")
  func unpremultiplyingIsExact() {
    var numbers = numbers()
    let layer = layer(1922, &numbers)
    let straight = Scratch<UInt16>(capacity: 4 * 1922)
    raster_unpremultiply(layer.row(0).components(0), 1922, straight.base)
    for x in 0..<1922 {
      let pixel = layer.row(0).pixels[x]
      for channel in 0..<3 {
        let exact = pixel.w == 0 ? 0 : min(Double(pixel[channel]) * 65_280 / Double(min(pixel.w, 65_280)), 65_280)
        #expect(abs(Double(straight.base[4 * x + channel]) - exact) < 0.51 || pixel.w == 0)
      }
      #expect(straight.base[4 * x + 3] == min(pixel.w, 65_280))
    }
  }

  @Test("Rows are blended, colored and tinted exactly", arguments: [1, 3, 4, 5, 8, 9, 17, 64, 101])
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
      withExtendedLifetime(source) {}
      expectEqual(layers[0], layers[1])
    }
    let channels = (0..<4).map { _ in (0..<width).map { _ in Float.random(in: 0...66_000, using: &numbers) } }
    let below = layer(width, &numbers)
    let expected = copy(below)
    raster_over_channels(
      channels[0], channels[1], channels[2], channels[3], width, below.row(0).components(0))
    Reference.over(channels, onto: expected.row(0), width)
    expectEqual(below, expected)
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
      withExtendedLifetime(source) {}
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
          ramp.shade(places.base, count: width, spread: spread, into: colors.base, ditherMask: mask.base)
        }
        return (0..<width).map { SIMD8(lowHalf: colors.base[$0], highHalf: Pixel(repeating: UInt16(mask.base[$0]))) }
      }
      #expect(results[0] == results[1])
    }
  }

  @Test("Rows and columns of texels are summed exactly")
  func resamplingIsExact() {
    var numbers = numbers()
    for round in 0..<120 {
      let (count, taps) = (1 + round % 37, 1 + round % 11)
      let isWide = round % 3 == 0
      let values = isWide ? -8000...16_000 : 0...255
      let rows = (0..<taps).map { _ in
        (0..<count).map { _ in SIMD4<Int>((0..<4).map { _ in Int.random(in: values, using: &numbers) }) }
      }
      let weights = (0..<taps).map { _ in Int16.random(in: -6000...20_000 / Int16(taps), using: &numbers) }
      func stored(_ value: Int) -> [UInt8] {
        isWide ? [UInt8(value & 255), UInt8(value >> 8 & 255)] : [UInt8(value)]
      }
      let bytes = rows.map { row in
        row.flatMap { texel in (0..<4).flatMap { stored(texel[$0]) } }
      }
      let memory = bytes.map { row in
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: row.count)
        copy.initialize(from: row, count: row.count)
        return copy
      }
      defer { for row in memory { row.deallocate() } }
      var sums = [Float](repeating: 0, count: 4 * count)
      raster_sum_rows(memory.map { Optional(UnsafePointer($0)) }, isWide ? 8 : 4, weights, taps, count, &sums)
      let exact = Reference.sumRows(rows, weights, isWide: isWide)
      #expect(sums == exact.flatMap { (sum: SIMD4<Float>) -> [Float] in (0..<4).map { sum[$0] } })
      guard count > 8 else { continue }
      let wide = [4, 8][round % 2]
      let starts = (0..<20).map { _ in Int32.random(in: 0...Int32(count - wide), using: &numbers) }
      let across = (0..<20 * wide).map { _ in Int16.random(in: -5000...9000, using: &numbers) }
      let opacity = [65_536, UInt32.random(in: 0...65_536, using: &numbers)][round / 2 % 2]
      let colors = Scratch<Pixel>(capacity: 20)
      raster_sum_columns(sums, starts, across, wide, 20, opacity, colors.base.components)
      let results = Reference.sumColumns(exact, starts, across, taps: wide, opacity)
      #expect(results.map(\.color) == (0..<20).map { colors.base[$0] })
      var texels = [Int16](repeating: 0, count: 80)
      raster_shrink_columns(sums, starts, across, wide, 20, &texels)
      #expect(texels == results.flatMap { result in (0..<4).map { result.texel[$0] } })
    }
  }

  @Test("Texels are copied exactly", arguments: [1, 3, 4, 5, 8, 31])
  func copiesAreExact(count: Int) {
    var numbers = numbers()
    let texels = (0..<4 * count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    for opacity in [65_536, 0, UInt32.random(in: 0...65_536, using: &numbers)] {
      let colors = Scratch<Pixel>(capacity: count + 1)
      colors.base[count] = Pixel(repeating: 7)
      raster_copy_texels(texels, count, opacity, colors.base.components)
      for i in 0..<count {
        for part in 0..<4 {
          let value = UInt64(min(texels[4 * i + part], texels[4 * i + 3])) * 256
          #expect(UInt64(colors.base[i][part]) == (value * UInt64(opacity) + 32_768) >> 16)
        }
      }
      #expect(colors.base[count] == Pixel(repeating: 7))
    }
  }

  @Test("Turned images are sampled exactly", arguments: [Spread.pad, .repeat, .mirror, .clear])
  func imagesAreExact(spread: Spread) throws {
    var numbers = numbers()
    let pixels = (0..<70 * 50 * 4).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let picture = try #require(Image(width: 70, height: 50, premultiplied: pixels))
    let levels = ResourceCache().mipLevels(picture, 0..<Int.max)
    let all = levels.map { level in
      raster_level(
        width: Int64(level.width), height: Int64(level.height), size: Int64(level.size),
        texels: level.texels.assumingMemoryBound(to: UInt8.self),
        scale_x: Double(level.width) / 70, scale_y: Double(level.height) / 50)
    }
    for round in 0..<60 {
      let size = exp2(numbers.within(-2...4.5))
      let t = (0..<9).map { i in
        switch i {
        case 2, 5: numbers.within(-40...80)
        case 6, 7: round % 2 == 0 ? 0 : numbers.within(-0.002...0.01)
        case 8: 1.0
        default: numbers.within(-size...size)
        }
      }
      let count = 1 + round % 40
      let colors = Scratch<Pixel>(capacity: count)
      all.withUnsafeBufferPointer { all in
        var image = raster_image_levels(
          levels: all.baseAddress, count: Int64(all.count), kernels: ImageKernels.shared.kernels,
          spread: spread.kernelSpread)
        raster_image(t, 3.5, 7.5, count, &image, 50_000, colors.base.components)
        for i in 0..<count {
          #expect(colors.base[i] == Reference.image(t, 3.5 + Double(i), 7.5, image, 50_000))
        }
      }
    }
  }

  @Test("Samples are downsampled, mixed and upsampled exactly", arguments: 0...7)
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
      let count = min(count, samples.count >> shift - 2)
      if shift > 0 {
        downsample(samples, shift: shift, weights, count, into: out.base)
        Reference.downsample(samples, shift: shift, weights, count, into: exact.base)
        expectEqual(count)
      }
    }
    for phase in stride(from: 0, to: 64, by: 8) where shift > 0 {
      raster_upsample(samples, phase, shift, weights, weights.count / 5, 64, out.base)
      Reference.upsample(samples, phase: phase, shift: shift, weights, count: 64, into: exact.base)
      expectEqual(64)
    }
  }

  @Test("Planes are blurred exactly, flat or not, and what is flat is found", arguments: [1, 4, 9, 17])
  func blursAreExact(radius: Int) {
    var numbers = numbers()
    let (width, height, stride) = (96, 50, 96 + 2 * radius)
    // Mostly one value, with some others.
    let samples = (0..<width * height + 96).map { i -> Float in
      let (x, y) = (i % width, i / width)
      return (40..<44).contains(x) && y < 20 || x + y < 12 ? .random(in: 0...65_280, using: &numbers) : y < 40 ? 300 : 0
    }
    let taps = (0...2 * radius).map { _ in Float.random(in: 0...0.2, using: &numbers) }
    let (columns, rows) = (Scratch<Float>(capacity: stride * height + 96), Scratch<Float>(capacity: width * height))
    let (runs, line) = (Scratch<UInt32>(), Scratch<Float>(capacity: width))
    raster_blur_columns(samples, width, height, taps, radius, runs.base, stride, columns.base + radius)
    for y in 0..<height {
      let row = columns.base + y * stride
      let (first, last) = (max(y - radius, 0), min(y + radius, height - 1))
      Reference.filter(
        Array(samples[(first * width)...]), width, Array(taps[(y + radius - last)...(y + radius - first)]), width,
        into: line.base)
      #expect((0..<width).allSatisfy { row[radius + $0] == line.base[$0] })
      raster_blur_row(row, width, taps, radius, rows.base + y * width)
      Reference.filter(row, 1, taps, width, into: line.base)
      #expect((0..<width).allSatisfy { rows.base[y * width + $0] == line.base[$0] })
    }
    let (window, step) = (radius % 4 + 5, radius == 4 ? 1 : 8)
    let count = (width - window) / step
    var flags = [UInt8](repeating: 3, count: count * height)
    for y in 1..<height {
      samples.withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        flags.withUnsafeMutableBufferPointer { flags in
          guard let flags = flags.baseAddress else { return }
          raster_find_flat(base + y * width, base + (y - 1) * width, count, step, window, flags + y * count)
        }
      }
    }
    func expected(_ block: Int, _ y: Int) -> UInt8 {
      let first = y * width + block * step
      let value = samples[first]
      if !samples[first..<first + window].allSatisfy({ $0 == value }) { return 0 }
      return samples[first - width] == value ? 3 : 1
    }
    for y in 1..<height { for block in 0..<count { #expect(flags[y * count + block] == expected(block, y)) } }
    let found = flags
    raster_join_flat(&flags, count, height, 3)
    for i in 0..<count * (height - 2) {
      #expect(flags[i] == (found[i] | 2) & found[i + count] & found[i + 2 * count])
    }
  }

  @Test("Components are read, added and marked exactly", arguments: [1, 7, 8, 9, 16, 45])
  func componentsAreExact(width: Int) {
    var numbers = numbers()
    let layer = layer(width, &numbers)
    let source = layer.row(0)
    let sums = (0..<3 * (width + 2)).map { Float($0 / 4 % 3) }
    let values = Scratch<Float>(capacity: width + 8)
    for component in 0..<4 {
      raster_component(source.components(component / 4) + component, width, values.base)
      #expect((0..<width).allSatisfy { values.base[$0] == Float(source.pixels[$0][component]) })
    }
    withExtendedLifetime(layer) {}
    var added = sums
    raster_add_scaled(values.base, 0.25, width, &added)
    #expect((0..<width).allSatisfy { added[$0] == sums[$0] + values.base[$0] * 0.25 })
    var mask = [UInt8](repeating: 0, count: width)
    let stride = width + 2
    sums.withUnsafeBufferPointer { sums in
      guard let base = sums.baseAddress else { return }
      raster_mark_varied(base + stride + 1, stride, width, &mask)
    }
    for x in 0..<width {
      let i = stride + 1 + x
      let isVaried = [i - 1, i + 1, i - stride, i + stride].contains { sums[$0] != sums[i] }
      #expect(mask[x] == (isVaried ? 1 : 0))
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
