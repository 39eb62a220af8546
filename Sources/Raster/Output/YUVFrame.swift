import Graphics
import Synchronization

/// A picture as encoders take it: 8-bit 4:2:0 in BT.709 and limited range, rows from the top without padding.
///
/// `y` has `width × height` bytes, `u` and `v` a quarter of that each. Made once and drawn into again and again.
public struct YUVFrame: Sendable {
  public let width: Int
  public let height: Int
  public fileprivate(set) var y: [UInt8]
  public fileprivate(set) var u: [UInt8]
  public fileprivate(set) var v: [UInt8]
  /// What was drawn into it last; 0 for nothing.
  fileprivate var drawing: UInt64 = 0

  /// Black. Both sides must be even and above 0.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0 && width % 2 == 0 && height % 2 == 0, "4:2:0 needs even sides")
    self.width = width
    self.height = height
    y = [UInt8](repeating: 16, count: width * height)
    u = [UInt8](repeating: 128, count: width * height / 4)
    v = u
  }
}

/// Numbers all drawings of the process.
private let drawingCount = Atomic<UInt64>(0)

extension FrameRenderer {
  /// Draws `list` into `frame`, which must be of this renderer's size; clear parts come out black. Each strip is
  /// converted while it is in cache.
  public func render(_ list: DisplayList, into frame: inout YUVFrame) {
    precondition(frame.width == width && frame.height == height, "the frame is of another size")
    // The columns that stay are in it already, if nothing was drawn elsewhere in between.
    let isLast = frame.drawing != 0 && frame.drawing == lastDrawing
    frame.y.withUnsafeMutableBufferPointer { y in
      frame.u.withUnsafeMutableBufferPointer { u in
        frame.v.withUnsafeMutableBufferPointer { v in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          let planes = YUVPlanes(y: y, u: u, v: v, yStride: width, uStride: width / 2, vStride: width / 2)
          render(list) { YUVConverter.convert($0, columns: isLast ? $0.changed : 0..<width, into: planes) }
        }
      }
    }
    frame.drawing = drawingCount.add(1, ordering: .relaxed).newValue
    lastDrawing = frame.drawing
  }

  /// Draws `list` as an image.
  public func image(of list: DisplayList) -> Image {
    let frame: Frame = render(list)
    guard let image = Image(width: frame.width, height: frame.height, premultiplied: frame.pixels) else {
      preconditionFailure("a frame has four bytes for each of its pixels")
    }
    return image
  }
}
