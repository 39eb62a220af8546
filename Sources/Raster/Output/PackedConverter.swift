import CRasterKernels
import Formats

/// Packed sRGB samples of 16 bits, with straight alpha or opaque.
///
/// Colors are divided by their alpha at the 16 bits in which they are drawn. Formats without alpha take opaque frames.
struct PackedConverter: StripConverter {
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let columns = strip.columns
    guard !columns.isEmpty else { return }
    let format = planes.format
    let channels = format.planes[0].components.count
    let rowBytes = planes.rowBytes(ofPlane: 0)
    planes.withUnsafeMutableBytes { base in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: columns.count * 4) { straight in
        guard let straight = straight.baseAddress else { return }
        for y in strip.rows {
          let row = strip.layer.row(y).components(columns.lowerBound)
          if format.alpha == .straight { raster_unpremultiply(row, columns.count, straight) }
          let pixels = format.alpha == .straight ? UnsafePointer(straight) : UnsafePointer(row)
          var out = base + y * rowBytes + columns.lowerBound * channels * 2
          for x in 0..<columns.count {
            for channel in 0..<channels {
              // 65535 for 1 instead of 65280.
              let value = min(UInt32(pixels[4 * x + channel]), Pixel.full)
              let sample = UInt16(truncatingIfNeeded: value + (value + 128) >> 8)
              let ordered = format.isBigEndian ? sample.bigEndian : sample.littleEndian
              UnsafeMutableRawPointer(out).storeBytes(of: ordered, as: UInt16.self)
              out += 2
            }
          }
        }
      }
    }
  }
}
