import StageKit

/// PNG pictures, one a frame: lossless sRGB with straight alpha where the frames have it.
public struct PNG: Codec {
  public enum Depth: String, CaseIterable, ParameterChoice {
    case eight = "8"
    case sixteen = "16"
  }

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("Bits of a sample; 16 are those that are drawn.") public var depth = Depth.eight

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "png"
  public let summary = "Pictures, one a frame: lossless, with alpha."
  public let pixelFormats = [PixelFormat.rgb8, .rgba8, .rgb16, .rgba16]
  public let streamName = "png"

  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    switch options.depth {
    case .eight: alpha ? .rgba8 : .rgb8
    case .sixteen: alpha ? .rgba16 : .rgb16
    }
  }

  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    EncoderConfiguration("png", options: [("pred", "mixed")], hasParameterSets: false)
  }

  public func fidelity(_ options: Options) -> Fidelity { .exact }

  /// Rows under each filter, and the packet.
  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    (4 << 20) + pixels * (format.depth == 8 ? 12 : 24)
  }
}
