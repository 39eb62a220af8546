import CRasterKernels

/// Samples of one or four channels on a grid of the canvas, 0 at first.
final class SamplePlane {
  /// The places of samples on the grid; rows are a whole number of tiles wide.
  private(set) var columns = 0..<0
  private(set) var rows = 0..<0
  private(set) var channelCount = 0
  private let values = Scratch<Float>()

  /// The columns that are filtered together, and skipped together where all that they take is one value.
  private static let tile = 32

  /// The samples from one row to the next.
  var stride: Int { columns.count }

  /// Moves to other samples, all 0; false if memory is refused.
  func reset(columns: Range<Int>, rows: Range<Int>, channelCount: Int) -> Bool {
    let width = (columns.count + Self.tile - 1) / Self.tile * Self.tile
    let count = width * rows.count * channelCount
    // Kernels read two tiles beyond a row.
    guard values.reserveIfAllowed(count + 3 * Self.tile) else { return false }
    self.columns = columns.lowerBound..<columns.lowerBound + width
    self.rows = rows
    self.channelCount = channelCount
    values.base.update(repeating: 0, count: count)
    return true
  }

  /// The sample at a place on the grid.
  @inline(__always)
  func sample(_ column: Int, _ row: Int, channel: Int) -> UnsafeMutablePointer<Float> {
    let line = channel * rows.count + row - rows.lowerBound
    return values.base + line * stride + column - columns.lowerBound
  }

  /// Filters all channels down the columns and along the rows, with the help of `work`; beyond the samples there is
  /// nothing but 0. Calls `body` with each row as it is done. False if memory is refused.
  @inline(__always)
  func filter(
    x: GaussianKernel, y: GaussianKernel, work: Scratch<Float>, _ body: (_ row: Int, _ channel: Int) -> Void
  ) -> Bool {
    // Rows of `work` have zeros on both sides; the runs of tiles follow.
    let padded = stride + 2 * x.radius
    let tiles = stride / Self.tile
    guard work.reserveIfAllowed(padded * rows.count + tiles) else { return false }
    for channel in 0..<channelCount {
      (work.base + padded * rows.count).withMemoryRebound(to: UInt32.self, capacity: tiles) { runs in
        raster_blur_columns(
          sample(columns.lowerBound, rows.lowerBound, channel: channel), stride, rows.count, y.taps, y.radius, runs,
          padded, work.base + x.radius)
      }
      for (i, row) in rows.enumerated() {
        let line = work.base + i * padded
        line.update(repeating: 0, count: x.radius)
        (line + x.radius + stride).update(repeating: 0, count: x.radius)
        raster_blur_row(line, stride, x.taps, x.radius, sample(columns.lowerBound, row, channel: channel))
        body(row, channel)
      }
    }
    return true
  }
}
