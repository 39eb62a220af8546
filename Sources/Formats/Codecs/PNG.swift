import StageKit

/// PNG pictures, one a frame: lossless sRGB with straight alpha where the frames have it.
public struct PNG: Codec {
  public init() {}

  public let name = "png"
  public let summary = "Pictures, one a frame: lossless, with alpha."
  public let options: [any AnyParameter] = []
  public let pixelFormats = [PixelFormat.rgb8, .rgba8]
  public let streamName = "png"

  public func encoder(_ options: Parameters, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    EncoderConfiguration("png", options: [("pred", "mixed")], hasParameterSets: false)
  }

  public func fidelity(_ options: Parameters) -> Fidelity { .exact }

  /// Rows under each filter, and the packet.
  public func encoderMemory(_ options: Parameters, pixels: Int) -> Int { (4 << 20) + pixels * 10 }
}
