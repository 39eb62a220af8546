import CRasterKernels
import Formats

/// Translucent pixels to Y′CbCr of BT.709 and alpha in full range, for lossy codecs.
///
/// Colors are divided by their alpha at the 16 bits in which they are drawn. Chroma is the mean of pixels weighted by
/// their alpha. What is clear takes the mean color of what is not, among 16 × 16 pixels, so that what codecs spread over
/// edges is no dark fringe; where these are all clear it is black.
struct StraightYUVConverter: StripConverter {
  private static let cellWidth = 16

  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let columns = strip.columns
    guard !columns.isEmpty else { return }
    let target = SampleRows(planes, columns: columns)
    let isSubsampled = planes.format.isSubsampled
    let rowLength = columns.count * 4
    planes.withUnsafeMutableBytes { base in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: rowLength * (strip.rows.count + 1)) { buffer in
        guard let straight = buffer.baseAddress else { return }
        let means = straight + rowLength * strip.rows.count
        for (index, y) in strip.rows.enumerated() {
          raster_unpremultiply(strip.layer.row(y).components(target.x), columns.count, straight + rowLength * index)
        }
        for cell in stride(from: 0, to: columns.count, by: Self.cellWidth) {
          extend(strip, into: straight, rowLength: rowLength, columns: cell..<min(cell + Self.cellWidth, columns.count))
        }
        for (index, y) in strip.rows.enumerated() {
          let row = strip.layer.row(y)
          let (pixels, mask) = (straight + rowLength * index, row.mask(target.x))
          target.writeLuma(pixels, mask: mask, y: y, to: base)
          target.writeComponent(3, ofPlane: 3, from: pixels, mask: mask, y: y, to: base)
          if !isSubsampled {
            target.writeFullChroma(pixels, mask: mask, y: y, to: base)
          } else if y & 1 == 0 {
            let below = strip.layer.row(y + 1)
            raster_mean_blocks(row.components(target.x), below.components(target.x), columns.count / 2, means)
            raster_unpremultiply(means, columns.count / 2, means)
            // A block without alpha has no mean; it takes the color that `extend` gave its pixels.
            for block in 0..<columns.count / 2 where means[4 * block + 3] == 0 {
              (means + 4 * block).update(from: pixels + 8 * block, count: 3)
            }
            target.writeFullChroma(means, mask: nil, y: y / 2, to: base)
          }
        }
      }
    }
  }

  /// Gives the clear pixels of some columns, counted from the strip's first, the mean color of the others.
  private func extend(
    _ strip: DrawnStrip, into straight: UnsafeMutablePointer<UInt16>, rowLength: Int, columns cell: Range<Int>
  ) {
    var sum = SIMD4<UInt32>.zero
    var clear = 0
    for y in strip.rows {
      let row = strip.layer.row(y).pixels + strip.columns.lowerBound
      for x in cell {
        sum &+= SIMD4(truncatingIfNeeded: row[x])
        if row[x].w == 0 { clear += 1 }
      }
    }
    guard clear > 0, sum.w > 0 else { return }
    func component(_ value: UInt32) -> UInt16 {
      UInt16(min(UInt64(value) * UInt64(Pixel.full) / UInt64(sum.w), 65_280))
    }
    let mean = (component(sum.x), component(sum.y), component(sum.z))
    for (index, y) in strip.rows.enumerated() {
      let row = strip.layer.row(y).pixels + strip.columns.lowerBound
      for x in cell where row[x].w == 0 {
        let pixel = straight + rowLength * index + 4 * x
        (pixel[0], pixel[1], pixel[2]) = mean
      }
    }
  }
}
