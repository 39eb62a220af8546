import StageKit

/// VP9 by libvpx in 4:2:0, with straight alpha where the frames have it: a second stream next to the first.
public struct VP9: Codec {

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("The speed of libvpx, from slow to fast: a slow one makes smaller files.", .range(0...5)) public
      var speed = 3
    @Parameter("libvpx's quality level: 0 is best.", .range(0...63)) public var crf = 20
    @Include var samples: DepthOption
    @Include var keyFrames: KeyFrameOption

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "vp9"
  public let summary = "For the web, with alpha."
  public let pixelFormats = [PixelFormat.yuv420p8, .yuva420p8, .yuv420p10]
  public let streamName = "vp9"
  public let carriesHDR = true
  public let hasChromaLocation = false

  /// Alpha has 8 bits.
  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    alpha ? .yuva420p8 : options.samples.yuv420(alpha: false)
  }

  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    EncoderConfiguration(
      "libvpx-vp9",
      options: [
        ("crf", "\(options.crf)"), ("b", "0"), ("deadline", "good"), ("cpu-used", "\(options.speed)"),
        // Key frames come only where the caller asks for them.
        ("g", "1000000"), ("keyint_min", "0"), ("lag-in-frames", "25"), ("row-mt", "0"), ("tile-columns", "0"),
        ("auto-alt-ref", format.alpha == .none ? "1" : "0"),
      ], groupLength: options.keyFrames.groupLength(at: rate), hasParameterSets: false, keepsFrames: true)
  }

  public func fidelity(_ options: Options) -> Fidelity {
    .lossy(
      LossyFloors.floor(at: Double(options.crf), [(0, 40, 40, 0.94), (20, 30, 30, 0.82), (63, 12, 18, 0.1)]))
  }

  /// Frames of its lookahead and its references, and those of alpha, which has an encoder of its own.
  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    ((36 << 20) + pixels * (format.depth > 8 ? 280 : 140)) * (format.alpha == .none ? 1 : 2)
  }
}
