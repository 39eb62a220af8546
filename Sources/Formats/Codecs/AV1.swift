import StageKit

/// AV1 by SVT-AV1 in 4:2:0.
public struct AV1: Codec {

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("The speed of SVT-AV1: a slow one makes smaller files.", .range(2...12)) public
      var preset = 8
    @Parameter("SVT-AV1's rate factor: less is better.", .range(1...63)) public var crf = 24
    @Include var samples: DepthOption
    @Include var keyFrames: KeyFrameOption

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "av1"
  public let summary = "Smallest, for the web; opaque."
  public let whyOpaque: String? = "SVT-AV1 has no alpha"
  public let pixelFormats = [PixelFormat.yuv420p8, .yuv420p10]
  public let streamName = "av1"
  public let minSide = 64
  public let carriesHDR = true
  /// It knows no place in the middle of pixels.
  public let hasChromaLocation = false

  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    options.samples.yuv420(alpha: alpha)
  }

  /// SVT-AV1 sets key frames itself, at a distance.
  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    let groupLength = options.keyFrames.groupLength(at: rate)
    return EncoderConfiguration(
      "libsvtav1",
      options: [
        ("preset", "\(options.preset)"), ("crf", "\(options.crf)"), ("g", "\(groupLength)"),
        // Threads for up to four processors, on which the bytes do not depend. Drawn motion has no noise to filter over
        // time, and longer runs of frames than film that predict one another.
        ("svtav1-params", "lp=4:scd=0:enable-tf=0:hierarchical-levels=5"),
        // Opening an encoder resets tables of functions, which encoders at work in other threads would call.
      ], groupLength: groupLength, keepsFrames: true, isExclusive: true)
  }

  public func describe(_ metadata: HDRMetadata, in configuration: inout EncoderConfiguration) {
    configuration.add(
      "enable-hdr=1:mastering-display=\(metadata.displayInUnits):content-light=\(metadata.greatest),\(metadata.greatest)",
      to: "svtav1-params")
  }

  public func fidelity(_ options: Options) -> Fidelity {
    .lossy(
      LossyFloors.floor(at: Double(options.crf), [(1, 40, 40, 0.94), (24, 30, 34, 0.82), (63, 12, 18, 0.1)]))
  }

  /// Frames of its lookahead, their reduced copies, and what its stages hand on.
  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    let isSlow = options.preset <= 6
    return format.depth > 8 ? (100 << 20) + pixels * (isSlow ? 500 : 460) : (68 << 20) + pixels * (isSlow ? 400 : 370)
  }
}
