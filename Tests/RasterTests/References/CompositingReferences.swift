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

/// The spans of a row, pixel by pixel.
struct ReferenceSpans {
  private var spans: [Span] = []
  private var coverages: [Int32]

  /// Takes a row's changes up to `end`, and keeps what is visible; runs of fewer than four pixels are part of spans with a
  /// coverage for each pixel.
  init(_ row: CoverageRow, from start: Int, to end: Int, visible: Range<Int>) {
    coverages = [Int32](repeating: 0, count: end + 1)
    var sum: Int32 = 0
    for x in start & -8..<(end + 9) & -8 {
      sum &+= row.changes[x]
      row.changes[x] = 0
      row.touched[x >> 3] = 0
      if x < end { coverages[x] = min(abs(sum), Int32(fullCoverage)) }
    }
    var x = start
    while x < end {
      let run = coverages[x..<end].prefix { $0 == coverages[x] }.indices
      add(run, visible)
      x = run.upperBound
    }
  }

  private mutating func add(_ run: Range<Int>, _ visible: Range<Int>) {
    let shown = run.clamped(to: visible)
    guard coverages[run.lowerBound] != 0, !shown.isEmpty else { return }
    if run.count >= 4 {
      spans.append(
        Span(x: Int32(shown.lowerBound), count: Int32(shown.count), coverage: coverages[run.lowerBound]))
    } else if let last = spans.last, last.coverage == 0, Int(last.x + last.count) == shown.lowerBound {
      spans[spans.count - 1].count += Int32(shown.count)
    } else {
      spans.append(Span(x: Int32(shown.lowerBound), count: Int32(shown.count), coverage: 0))
    }
  }

  /// The coverage of all pixels up to `count`.
  func all(_ count: Int) -> [Int32] { Reference.coverage(of: spans, coverages, count: count) }

  func withSpans(_ body: (UnsafeBufferPointer<Span>, UnsafePointer<Int32>) -> Void) {
    spans.withUnsafeBufferPointer { spans in
      coverages.withUnsafeBufferPointer { coverages in
        if let base = coverages.baseAddress { body(spans, base) }
      }
    }
  }
}

extension Reference {
  /// The coverage of each pixel, as spans have it.
  static func coverage(of spans: some Sequence<Span>, _ coverages: [Int32], count: Int) -> [Int32] {
    var result = [Int32](repeating: 0, count: count)
    for span in spans {
      for x in Int(span.x)..<Int(span.x + span.count) { result[x] = span.coverage == 0 ? coverages[x] : span.coverage }
    }
    return result
  }
}
