import StageKit

/// VP9 by libvpx in 4:2:0, with straight alpha where the frames have it: a second stream beside the first.
public struct VP9: Codec {
  public static let speed = ParameterKey.integer(
    "speed", "How little time libvpx takes to make the file small, from slow to fast.", default: 3, .range(0...5))
  public static let crf = ParameterKey.integer(
    "crf", "libvpx's quality level: 0 is best.", default: 20, .range(0...63))

  public init() {}

  public let name = "vp9"
  public let summary = "For the web, with alpha."
  public let options: [any AnyParameter] = [speed, crf, CodecOptions.gop]
  public let pixelFormats = [PixelFormat.yuv420p8, .yuva420p8]
  public let streamName = "vp9"
  public let hasChromaLocation = false

  public func encoder(_ options: ParameterValues, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    EncoderConfiguration(
      "libvpx-vp9",
      options: [
        ("crf", "\(options[Self.crf])"), ("b", "0"), ("deadline", "good"), ("cpu-used", "\(options[Self.speed])"),
        // Key frames come only where the caller asks for them.
        ("g", "1000000"), ("keyint_min", "0"), ("lag-in-frames", "25"), ("row-mt", "0"), ("tile-columns", "0"),
        ("auto-alt-ref", format.alpha == .none ? "1" : "0"),
      ], groupLength: CodecOptions.groupLength(options, at: rate), hasParameterSets: false, keepsFrames: true)
  }

  public func fidelity(_ options: ParameterValues) -> Fidelity {
    .lossy(
      LossyFloors.floor(at: Double(options[Self.crf]), [(0, 40, 40, 0.94), (20, 30, 30, 0.82), (63, 12, 18, 0.1)]))
  }

  /// Frames of its lookahead and its references, and those of alpha, which has an encoder of its own.
  public func encoderMemory(_ options: ParameterValues, _ format: PixelFormat, pixels: Int) -> Int {
    // Alpha has an encoder of its own.
    ((36 << 20) + pixels * 140) * (format.alpha == .none ? 1 : 2)
  }
}
