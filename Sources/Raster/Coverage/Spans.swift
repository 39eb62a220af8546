/// Pixels of a row side by side.
struct Span: BitwiseCopyable {
  var x: Int32
  var count: Int32
  /// The coverage from 1 to `fullCoverage`; 0 means that each pixel has its own in the row's coverages.
  var coverage: Int32
}

/// The spans of a row, from the left; between them nothing is covered.
final class SpanBuffer {
  private let spans = Scratch<Span>(capacity: 1024)
  private let coverages = Scratch<Int32>(capacity: 2048)
  private(set) var count = 0

  /// Runs shorter than this, whether visible or not, become part of spans with a coverage for each pixel.
  private static let minSpanLength = 4

  var all: UnsafeBufferPointer<Span> { UnsafeBufferPointer(start: spans.base, count: count) }

  /// Indexed by the pixel's x, valid inside spans whose `coverage` is 0.
  var coverage: UnsafePointer<Int32> { UnsafePointer(coverages.base) }

  /// Turns a row's changes into the spans inside `visible`, and clears the row.
  ///
  /// No change before `start` or after `end + 1` may be touched.
  func gather(_ row: CoverageRow, from start: Int, to end: Int, visible: Range<Int>) {
    coverages.reserve(end + 1)
    spans.reserve((end - start) / 2 + 4)
    count = 0
    var sum: Int32 = 0
    var run = Run(start: start, coverage: 0)
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
        if coverage != run.coverage {
          add(run, to: pixel, visible)
          run = Run(start: pixel, coverage: coverage)
        }
      }
    }
    add(run, to: end, visible)
  }

  /// Pixels of one coverage, from `start` on.
  private struct Run {
    let start: Int
    let coverage: Int32
  }

  /// Adds what is visible of a run that ends before `end`: as a span of its own, or pixel by pixel to the last one.
  @inline(__always)
  private func add(_ run: Run, to end: Int, _ visible: Range<Int>) {
    guard run.coverage != 0 else { return }
    let start = max(run.start, visible.lowerBound)
    let stop = min(end, visible.upperBound)
    let length = stop - start
    guard length > 0 else { return }
    // A run is drawn in the same way whichever of its pixels are visible.
    if end - run.start >= Self.minSpanLength {
      spans.base[count] = Span(x: Int32(start), count: Int32(length), coverage: run.coverage)
      count += 1
      return
    }
    for x in start..<stop { coverages.base[x] = run.coverage }
    let last = spans.base + (count - 1)
    if count > 0, last.pointee.coverage == 0, Int(last.pointee.x + last.pointee.count) == start {
      last.pointee.count += Int32(length)
    } else {
      spans.base[count] = Span(x: Int32(start), count: Int32(length), coverage: 0)
      count += 1
    }
  }
}
