/// Pixels of a row side by side.
struct Span: BitwiseCopyable {
  var x: Int32
  var count: Int32
  /// From 1 to `fullCoverage`; 0 means that each pixel has its own in the row's coverages.
  var coverage: Int32
}

/// The spans of a row, from the left; between them nothing is covered.
final class SpanBuffer {
  private let spans = Scratch<Span>(capacity: 1024)
  private let coverages = Scratch<Int32>(capacity: 2048)
  private(set) var count = 0

  /// Runs shorter than this, whether visible or not, are gathered into spans with a coverage for each pixel.
  private static let shortRun = 4

  var all: UnsafeBufferPointer<Span> { UnsafeBufferPointer(start: spans.base, count: count) }

  /// Indexed by the pixel's x, valid inside spans whose `coverage` is 0.
  var coverage: UnsafePointer<Int32> { UnsafePointer(coverages.base) }

  /// Turns a row's changes into the spans inside `visible`, and clears the row.
  ///
  /// No change before `start` or after `end + 1` may be touched.
  func gather(_ row: CoverageRow, from start: Int, to end: Int, visible: Range<Int>) {
    coverages.reserve(end + 1)
    spans.reserve((end - start) / 2 + 4)
    let spans = self.spans.base
    let coverages = self.coverages.base
    var count = 0
    var sum: Int32 = 0
    var runStart = start
    var runCoverage: Int32 = 0

    @inline(__always)
    func flush(to pixel: Int) {
      guard runCoverage != 0 else { return }
      let start = max(runStart, visible.lowerBound)
      let stop = min(pixel, visible.upperBound)
      let length = stop - start
      guard length > 0 else { return }
      // What is visible must not decide how a run is drawn.
      if pixel - runStart >= Self.shortRun {
        spans[count] = Span(x: Int32(start), count: Int32(length), coverage: runCoverage)
        count += 1
        return
      }
      for x in start..<stop { coverages[x] = runCoverage }
      if count > 0, spans[count - 1].coverage == 0, Int(spans[count - 1].x + spans[count - 1].count) == start {
        spans[count - 1].count += Int32(length)
      } else {
        spans[count] = Span(x: Int32(start), count: Int32(length), coverage: 0)
        count += 1
      }
    }

    let last = (end + 1) >> 3
    var group = start >> 3
    while group <= last {
      let touched = UnsafeMutableRawPointer(row.touched + group)
      // A row's groups are a multiple of eight.
      if group & 7 == 0, touched.loadUnaligned(as: UInt64.self) == 0 {
        group += 8
        continue
      }
      defer { group += 1 }
      guard row.touched[group] != 0 else { continue }
      row.touched[group] = 0
      for pixel in group * 8..<group * 8 + 8 where row.changes[pixel] != 0 {
        sum &+= row.changes[pixel]
        row.changes[pixel] = 0
        if pixel >= end { continue }
        let coverage = min(abs(sum), Int32(fullCoverage))
        if coverage != runCoverage {
          flush(to: pixel)
          runStart = pixel
          runCoverage = coverage
        }
      }
    }
    flush(to: end)
    self.count = count
  }
}
