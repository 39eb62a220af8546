import Formats
import Graphics

extension FrameRenderer {
  /// Draws `list` as an image.
  public func render(_ list: DisplayList) -> Image {
    var sink = imageSink ?? PlaneSink(.premultipliedRGBA8, width: width, height: height, gamut: gamut)
    imageSink = nil
    render(list, into: &sink)
    imageSink = sink
    return sink.image
  }
}

extension PlaneSink {
  /// The frame that it holds, whose format must be `premultipliedRGBA8`.
  public var image: Image {
    guard format == .premultipliedRGBA8,
      case .standard(let gamut) = colors,
      let image = Image(width: planes.width, height: planes.height, premultiplied: planes.bytes, gamut: gamut)
    else { preconditionFailure("only premultiplied pixels are an image") }
    return image
  }
}
