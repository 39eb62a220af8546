import CLibAV
import Formats

extension FramePlanes {
  /// A copy of a decoded frame, whose pixel format must be `format`; nil where its sides do not divide into whole
  /// samples.
  init?(_ frame: AVFrame, as format: PixelFormat) {
    let (width, height) = (Int(frame.width), Int(frame.height))
    guard width > 0, height > 0, format.divides(width: width, height: height) else { return nil }
    let data = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    let count = format.byteCount(width: width, height: height)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, written in
      guard var row = target.baseAddress else { return }
      for (index, plane) in format.planes.enumerated() {
        guard let source = data[index] else { return }
        let rowBytes = format.rowBytes(ofPlane: index, width: width)
        for y in 0..<height >> plane.yShift {
          row.update(from: source + y * Int(strides[index]), count: rowBytes)
          row += rowBytes
        }
      }
      written = count
    }
    self.init(format, width: width, height: height, bytes: bytes)
  }

  /// Copies the planes into a frame of the same size and format that has memory of its own.
  func copy(to frame: UnsafeMutablePointer<AVFrame>) {
    let data = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2, frame.pointee.data.3]
    let strides = [
      frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2, frame.pointee.linesize.3,
    ]
    bytes.withUnsafeBufferPointer { source in
      guard var row = source.baseAddress else { return }
      for (index, plane) in format.planes.enumerated() {
        guard let target = data[index] else { return }
        for y in 0..<height >> plane.yShift {
          (target + y * Int(strides[index])).update(from: row, count: rowBytes(ofPlane: index))
          row += rowBytes(ofPlane: index)
        }
      }
    }
  }
}
