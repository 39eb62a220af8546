import StageKit

/// JPEG pictures (JFIF), one a frame: full range by BT.601's matrix.
public struct JPEG: Codec {

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("0 to 100, more is better; from 80 on, colors are as sharp as brightness.", .range(0...100))
    public var quality = 90.0

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "jpeg"
  public let summary = "Pictures, one a frame: small, opaque."
  public let pixelFormats = [PixelFormat.rgb8]
  public let streamName = "mjpeg"

  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    let quality = options.quality
    // libav's scale of quantizers, 1 to 31, in units of 118.
    let quantizer = 1 + Int(((100 - quality) * 0.3).rounded())
    return EncoderConfiguration(
      "mjpeg",
      options: [
        ("flags", "+qscale"), ("qmin", "1"), ("global_quality", "\(quantizer * 118)"), ("huffman", "optimal"),
      ], hasParameterSets: false, sampleFormat: quality >= 80 ? "yuvj444p" : "yuvj420p")
  }

  public func fidelity(_ options: Options) -> Fidelity { .picture(minPSNR: 18 + options.quality * 0.1) }

  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    (4 << 20) + pixels * 22
  }
}
