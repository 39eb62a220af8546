import Formats
import Graphics

/// A finished frame: rows from the top, each `width` pixels of 4 bytes: red, green, blue, alpha; premultiplied sRGB.
public struct Frame: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public var pixels: [UInt8]
}

extension FrameRenderer {
  /// Draws `list` as a whole.
  public func render(_ list: DisplayList) -> Frame {
    var sink = frameSink ?? PlaneSink(.premultipliedRGBA8, width: width, height: height)
    frameSink = nil
    render(list, into: &sink)
    frameSink = sink
    return Frame(width: width, height: height, pixels: sink.planes.bytes)
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
