import Formats

/// Pixels as they are drawn, rounded to 8 bits.
struct PremultipliedConverter: StripConverter {
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let rowBytes = planes.rowBytes(ofPlane: 0)
    planes.withUnsafeMutableBytes { base in
      for y in strip.rows { quantize(strip.layer.row(y), columns: strip.columns, y: y, into: base + y * rowBytes) }
    }
  }
}
