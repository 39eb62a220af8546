import CRasterKernels

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

  var all: UnsafeBufferPointer<Span> { UnsafeBufferPointer(start: spans.base, count: count) }

  /// Indexed by the pixel's x, valid inside spans whose `coverage` is 0.
  var coverage: UnsafePointer<Int32> { UnsafePointer(coverages.base) }

  /// Turns a row's changes into the spans inside `visible`, and clears the row.
  ///
  /// No change before `start` or after `end + 1` may be touched.
  func gather(_ row: CoverageRow, from start: Int, to end: Int, visible: Range<Int>) {
    coverages.reserve(end + 16)
    spans.reserve((end - start) / 4 + 8)
    count = raster_spans(
      row.changes, row.touched, start >> 3, (end + 1) >> 3, visible.lowerBound, min(visible.upperBound, end),
      coverages.base, spans.base)
  }
}
