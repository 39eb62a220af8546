import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Kernels", .enabled(if: Kernels.areFast))
struct KernelTests {
  private func numbers() -> SeededNumbers { SeededNumbers(seed: 9) }

  private func randomPixel(_ numbers: inout SeededNumbers) -> Pixel {
    let a =
      [0, 1, 65_279, 65_280, 65_281, UInt16.random(in: 0...65_280, using: &numbers)].randomElement(
        using: &numbers) ?? 0
    return Pixel(
      UInt16.random(in: 0...a, using: &numbers), UInt16.random(in: 0...a, using: &numbers),
      UInt16.random(in: 0...a, using: &numbers), a)
  }

  private func layer(_ width: Int, _ numbers: inout SeededNumbers) -> PixelLayer {
    let layer = PixelLayer()
    layer.reset(PixelRect(x0: 0, y0: 0, x1: width, y1: 1))
    for x in 0..<width { layer.row(0).pixels[x] = randomPixel(&numbers) }
    return layer
  }

  private func pixels(_ layer: PixelLayer) -> [Pixel] { (0..<layer.bounds.width).map { layer.row(0).pixels[$0] } }

  private func flags(_ layer: PixelLayer) -> [UInt8] { (0..<layer.bounds.width).map { layer.row(0).varied[$0] } }

  @Test("A color over a row is the same through every loop")
  func coverIsTheSame() {
    var numbers = numbers()
    for round in 0..<400 {
      let width = 1 + round % 211
      let color = randomPixel(&numbers)
      let layers = (0..<4).map { _ in
        var same = SeededNumbers(seed: UInt64(round))
        return layer(width, &same)
      }
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
      // Without the loops for AVX2 or AVX-512, those below stand in for them.
      for path in 0..<4 {
        for (i, d) in deposits.enumerated() { cells.row(0).deposit(d.0, d.1, d.2, d.3, i % 2 == 0 ? 1 : -1) }
        let row = layers[path].row(0)
        if round % 3 > 0 {
          for x in 0..<width { row.varied[x] = UInt8(x % 3 == 0 ? 0 : 1) }
          row.hasVaried.pointee = 1
        }
        if path % 3 == 0 && Kernels.areFast {
          composite(
            color, cells.row(0), from: start, to: end, visible: visible, onto: row,
            isWide: path == 3 && Kernels.areWide)
        } else {
          spans.gather(cells.row(0), from: start, to: end, visible: visible)
          composite(color, spans.all, spans.coverage, onto: row, isFast: path == 1 && Kernels.areFast)
        }
      }
      for path in [0, 1, 3] {
        #expect(pixels(layers[path]) == pixels(layers[2]))
        #expect(flags(layers[path]) == flags(layers[2]))
      }
    }
  }

  @Test("An opaque color at every coverage is the same through every loop")
  func everyCoverageIsTheSame() {
    var numbers = numbers()
    let width = fullCoverage + 1
    let cells = CoverageCells()
    cells.prepare(width: width, rows: 1)
    for _ in 0..<3 {
      var color = randomPixel(&numbers)
      color.w = UInt16(unit)
      let below = layer(width, &numbers)
      let layers = [PixelLayer(), PixelLayer(), PixelLayer()]
      for (path, drawn) in layers.enumerated() {
        drawn.reset(below.bounds)
        for x in 0..<width { drawn.row(0).pixels[x] = below.row(0).pixels[x] }
        let coverage = cells.row(0)
        for x in 1..<width {
          coverage.changes[x] = 1
          coverage.touched[x >> 3] = 1
        }
        if path > 0 && Kernels.areFast {
          composite(
            color, coverage, from: 0, to: width, visible: 0..<width, onto: drawn.row(0),
            isWide: path == 2 && Kernels.areWide)
        } else {
          let spans = SpanBuffer()
          spans.gather(coverage, from: 0, to: width, visible: 0..<width)
          composite(color, spans.all, spans.coverage, onto: drawn.row(0), isFast: false)
        }
      }
      #expect(pixels(layers[1]) == pixels(layers[0]))
      #expect(pixels(layers[2]) == pixels(layers[0]))
    }
  }

  @Test("Areas of edges are the same through every loop", arguments: [7, 16, 64, 300])
  func areasAreTheSame(width: Int) {
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
      var results: [[Int32]] = []
      for isFast in [false, true] {
        let cells = CoverageCells()
        cells.prepare(width: width, rows: rows.count)
        var sink = SimpleCoverage(rows: cells.rows, firstRow: rows.lowerBound)
        edges.withUnsafeBufferPointer { sink.cover($0, rows: rows, width: width, isFast: isFast) }
        let all = cells.rows
        results.append(
          (0..<rows.count * all.stride + 8).map { all.changes[$0] }
            + (0..<rows.count * all.groups).map { Int32(all.touched[$0]) })
      }
      #expect(results[0] == results[1])
    }
  }

  @Test("Bytes, luma and chroma are the same through every loop")
  func conversionIsTheSame() {
    var numbers = numbers()
    for width in [2, 6, 16, 30, 34, 70, 128, 1922] {
      let layer = layer(width, &numbers)
      var bytes = [[UInt8]](repeating: [UInt8](repeating: 0, count: width * 4), count: 2)
      for (i, isFast) in [false, true].enumerated() {
        bytes[i].withUnsafeMutableBufferPointer { out in
          if let base = out.baseAddress { quantize(layer.row(0), columns: 0..<width, y: 3, into: base, isFast: isFast) }
        }
      }
      #expect(bytes[0] == bytes[1])
      let random = (0..<width * 8).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      for picture in [random, [UInt8](repeating: 255, count: width * 8)] {
        var planes = [[UInt8]](repeating: [UInt8](repeating: 0, count: width * 3), count: 2)
        for (i, isFast) in [false, true].enumerated() {
          picture.withUnsafeBufferPointer { pixels in
            planes[i].withUnsafeMutableBufferPointer { out in
              guard let y = out.baseAddress else { return }
              guard let above = pixels.baseAddress else { return }
              YUV420Converter(isFast: isFast).convert(
                YUV420Converter.RowPair(above: above, below: above + width * 4, count: width), y, y + width,
                y + 2 * width, y + 2 * width + width / 2)
            }
          }
        }
        #expect(planes[0] == planes[1])
      }
    }
  }

  @Test("A color over another row is the same through every loop, and as over a copy of it")
  func rowsUnderAColorAreTheSame() {
    var numbers = numbers()
    for width in [1, 3, 4, 9, 64, 101] {
      let (below, color) = (layer(width, &numbers), randomPixel(&numbers))
      let results = [false, true].flatMap { isFast in
        let (onto, copied) = (layer(width, &numbers), PixelLayer())
        blend(color, 0..<width, from: below.row(0), onto: onto.row(0), isFast: isFast)
        copied.place(below.bounds)
        copied.copy(below)
        blend(color, 0..<width, from: copied.row(0), onto: copied.row(0), isFast: isFast)
        return [pixels(onto), pixels(copied)]
      }
      #expect(results.allSatisfy { $0 == results[0] })
    }
  }

  @Test("Layers are dithered, blended, shadowed and marked the same through every loop")
  func layersAreTheSame() {
    var numbers = numbers()
    for width in [1, 3, 4, 5, 8, 17, 64, 101] {
      let sources = (0..<2).map { _ in
        let layer = PixelLayer()
        layer.reset(PixelRect(x0: 3, y0: 0, x1: 3 + width, y1: 5))
        return layer
      }
      for y in 0..<5 {
        for x in 3..<3 + width {
          let p = Bool.random(using: &numbers) ? randomPixel(&numbers) : .zero
          for source in sources { source.row(y).pixels[x] = p }
        }
      }
      for (i, isFast) in [false, true].enumerated() {
        let shadow = PixelEffect(.dropShadow(color: .white, offset: Point(1, 0), sigma: 2), stretch: .identity)
        shadow.apply(to: sources[i], isFast: isFast)
        sources[i].markVaried(isFast: isFast)
      }
      let factors = (0..<width + 3).map { _ in
        [0, 65_536, UInt32.random(in: 0...65_536, using: &numbers)].randomElement(using: &numbers) ?? 0
      }
      var results: [[Pixel]] = []
      var bytes: [[UInt8]] = []
      for (i, isFast) in [false, true].enumerated() {
        let canvas = PixelLayer()
        canvas.reset(PixelRect(x0: 0, y0: 0, x1: width + 3, y1: 5), background: Pixel(100, 20_000, 40_000, 65_280))
        var quantized = [UInt8](repeating: 0, count: (width + 3) * 4)
        for y in 0..<5 {
          blend(
            .normal, sources[i].row(y), factors, columns: 3..<3 + width, onto: canvas.row(y), isFast: isFast)
          quantized.withUnsafeMutableBufferPointer { out in
            if let base = out.baseAddress {
              quantize(canvas.row(y), columns: 0..<width + 3, y: y, into: base, isFast: isFast)
            }
          }
          bytes.append(quantized)
          results.append((0..<width + 3).map { canvas.row(y).pixels[$0] })
          results.append((0..<width + 3).map { Pixel(repeating: UInt16(canvas.row(y).varied[$0])) })
        }
      }
      #expect(results[..<10].elementsEqual(results[10...]))
      #expect(bytes[..<5].elementsEqual(bytes[5...]))
    }
  }

  @Test(
    "Blurred rows are filtered, brought back and drawn the same through every loop", arguments: [3.0, 5, 9, 20, 40, 90])
  func blurredRowsAreTheSame(sigma: Double) {
    var numbers = numbers()
    let axis = BlurAxis(sigma: sigma, shift: 0.3)
    let size = (width: 160, height: 50)
    let count = size.width * size.height
    let samples = Scratch<Float>(capacity: count)
    for i in 0..<count { samples.base[i] = i % 7 == 0 ? 0 : Float.random(in: 0...65_280, using: &numbers) }
    let (tiles, parts) = (BlurTiles(), Scratch<Float>())
    var results: [[Float]] = []
    var pixels: [[Pixel]] = []
    for isFast in [false, true] {
      let (columns, rows) = (Scratch<Float>(capacity: count), Scratch<Float>(capacity: count))
      axis.filter.blurColumns(samples.base, size, into: columns.base, tiles, isFast: isFast)
      axis.filter.blurRows(columns.base, size, into: rows.base, tiles, isFast: isFast)
      let line = UnsafePointer(rows.base + 20 * size.width)
      let row = BlurredRow(samples: line, first: -20, lines: (line, line, line, line), axis: axis, origin: 5)
      let canvas = PixelLayer()
      canvas.reset(PixelRect(x0: 0, y0: 0, x1: 80, y1: 2), background: Pixel(100, 20_000, 40_000, 65_280))
      row.forEachRun(3..<74, visible: 0..<80, scratch: parts, isFast: isFast) { _, _, _ in
      } varying: { run, values in
        results.append(run.indices.map { values[$0 - run.lowerBound] })
        tint(SIMD4(0.2, 0, 0.4, 0.5), values, run, onto: canvas.row(0), isFast: isFast)
        tint(SIMD4(0, 0, 0, 0.7), values, run, onto: canvas.row(1), isFast: isFast)
      }
      pixels.append((0..<160).map { canvas.row($0 / 80).pixels[$0 % 80] })
      var mixed = [Float](repeating: -1, count: size.width)
      mixed.withUnsafeMutableBufferPointer { out in
        for count in 0...37 {
          guard let base = out.baseAddress else { continue }
          mix(samples.base + count, size.width, (0.1, 0.45, 0.3, 0.15), count, into: base + 3 * count, isFast: isFast)
        }
      }
      results.append(mixed)
    }
    #expect(results.count == 4 && results[0] == results[2] && results[1] == results[3])
    #expect(pixels[0] == pixels[1])
  }
}
