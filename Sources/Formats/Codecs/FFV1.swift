import StageKit

/// FFV1 version 3, lossless sRGB of 8, 10 or 16 bits, with straight alpha where the frames have it.
public struct FFV1: Codec {
  public enum Depth: String, CaseIterable, ParameterChoice {
    case eight = "8"
    case ten = "10"
    case sixteen = "16"
  }

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("Bits of a sample; 16 are those that are drawn.") public var depth = Depth.eight

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "ffv1"
  public let summary = "Lossless, with alpha, for archives and editors."
  public let pixelFormats = [PixelFormat.bgrx8, .bgra8, .gbr10, .gbra10, .gbr16, .gbra16]
  public let streamName = "ffv1"

  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    switch options.depth {
    case .eight: alpha ? .bgra8 : .bgrx8
    case .ten: alpha ? .gbra10 : .gbr10
    case .sixteen: alpha ? .gbra16 : .gbr16
    }
  }

  /// Every frame is decoded alone; checksums find damage.
  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    EncoderConfiguration(
      "ffv1", options: [("level", "3"), ("g", "1"), ("slices", "4"), ("slicecrc", "1"), ("coder", "range_tab")],
      keepsFrames: true)
  }

  public func fidelity(_ options: Options) -> Fidelity { .exact }

  /// Mostly the packet, for which libav takes 148 bytes a pixel, and the frame.
  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    (8 << 20) + pixels * (format.depth == 8 ? 175 : 190)
  }
}
