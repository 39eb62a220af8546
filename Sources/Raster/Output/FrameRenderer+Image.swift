import Formats
import Graphics

extension FrameRenderer {
  /// Draws `list` as an image.
  public func render(_ list: DisplayList) -> Image {
    var sink = imageSink ?? PlaneSink(.premultipliedRGBA8, width: width, height: height)
    imageSink = nil
    render(list, into: &sink)
    imageSink = sink
    guard let image = Image(width: width, height: height, premultiplied: sink.planes.bytes) else {
      preconditionFailure("a frame has four bytes for each of its pixels")
    }
    return image
  }
}
