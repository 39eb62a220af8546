import StageKit

/// FFV1 version 3, lossless sRGB of 8 bits, with alpha where the frames have it.
public struct FFV1: Codec {
  public init() {}

  public let name = "ffv1"
  public let summary = "Lossless, with alpha, for archives and editors."
  public let options: [any AnyParameter] = []
  public let pixelFormats = [PixelFormat.bgrx8, .bgra8]
  public let streamName = "ffv1"

  /// Every frame is decoded alone; checksums find damage.
  public func encoder(_ options: Parameters, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    EncoderConfiguration(
      "ffv1", options: [("level", "3"), ("g", "1"), ("slices", "4"), ("slicecrc", "1"), ("coder", "range_tab")],
      keepsFrames: true)
  }

  public func fidelity(_ options: Parameters) -> Fidelity { .exact }

  /// A line of samples and the states of its contexts for each slice, and the packet.
  public func encoderMemory(_ options: Parameters, pixels: Int) -> Int { (16 << 20) + pixels * 12 }
}
