import CRasterKernels
import Formats

/// A plane for each component of sRGB, with straight alpha or opaque, of 10 or 16 bits.
///
/// Colors are divided by their alpha at the 16 bits in which they are drawn. Formats without alpha take opaque frames.
struct PlanarConverter: StripConverter {
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let columns = strip.columns
    guard !columns.isEmpty else { return }
    let target = SampleRows(planes, columns: columns)
    let components = planes.format.planes.map { plane in
      switch plane.components[0] {
      case .red: 0
      case .green: 1
      case .blue: 2
      default: 3
      }
    }
    let hasAlpha = planes.format.alpha == .straight
    planes.withUnsafeMutableBytes { base in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: columns.count * 4) { straight in
        guard let straight = straight.baseAddress else { return }
        for y in strip.rows {
          let row = strip.layer.row(y)
          if hasAlpha { raster_unpremultiply(row.components(target.x), columns.count, straight) }
          let pixels = hasAlpha ? UnsafePointer(straight) : UnsafePointer(row.components(target.x))
          for (plane, component) in components.enumerated() {
            target.writeComponent(component, ofPlane: plane, from: pixels, mask: row.mask(target.x), y: y, to: base)
          }
        }
      }
    }
  }
}
