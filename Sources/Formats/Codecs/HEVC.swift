import StageKit

/// HEVC (H.265) by x265 in 4:2:0.
public struct HEVC: Codec {
  /// x265's presets, fastest first.
  public enum Preset: String, CaseIterable, ParameterChoice {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
  }

  /// The changes of drawn motion to every preset; `Documentation/Encoding.md` has the measurements.
  private static let motion = "psy-rd=0:bframes=7"
  /// More changes of drawn motion to `fast`.
  private static let fastMotion = ":early-skip=1:ref=4:me=umh:rc-lookahead=25"

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("The time that x265 takes to make the file small.") public var preset = Preset.fast
    @Parameter("x265's rate factor: less is better.", .range(1...51)) public var crf = 20.0
    @Include var samples: DepthOption
    @Include var keyFrames: KeyFrameOption
    @Include var limit: BitRateOption

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "hevc"
  public let summary = "Smaller than h264, for Apple's and newer devices; opaque."
  public let whyOpaque: String? = "x265 has no alpha here"
  public let pixelFormats = [PixelFormat.yuv420p8, .yuv420p10]
  public let streamName = "hevc"
  /// With a single block of 64 along a side, x265 searches for motion in memory that it never wrote.
  public let minSide = 80
  public let carriesHDR = true

  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    options.samples.yuv420(alpha: alpha)
  }

  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    EncoderConfiguration(
      "libx265",
      options: [
        ("preset", options.preset.rawValue), ("crf", "\(options.crf)"), ("forced-idr", "1"),
        (
          // Key frames come only where the caller asks for them; one thread; nothing of the encoder in the stream. Chroma
          // location 1 is the middle (H.265, figure E.1).
          "x265-params",
          "keyint=-1:min-keyint=1:scenecut=0:open-gop=0:pools=none:frame-threads=1:wpp=0:pmode=0:pme=0:info=0"
            + ":log-level=none:chromaloc=1:" + Self.motion
            + (options.preset == .fast ? Self.fastMotion : "") + options.limit.rateLimit
        ),
      ],
      // B-frames that others refer to.
      groupLength: options.keyFrames.groupLength(at: rate), keepsFrames: true, reorderDelay: 2,
      tag: "hvc1")
  }

  public func describe(_ metadata: HDRMetadata, in configuration: inout EncoderConfiguration) {
    configuration.add(
      "hdr10=1:hdr10-opt=0:master-display=\(metadata.display):max-cll=\(metadata.greatest),\(metadata.greatest)",
      to: "x265-params")
  }

  public func fidelity(_ options: Options) -> Fidelity {
    .lossy(LossyFloors.floor(at: options.crf, [(1, 44, 44, 0.96), (20, 30, 34, 0.84), (51, 12, 18, 0.1)]))
  }

  /// Frames of its lookahead and its references, with what is known of their blocks.
  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    let isSlow = [.slow, .slower, .veryslow].contains(options.preset)
    return (48 << 20) + pixels * (format.depth > 8 ? 430 : 250) * (isSlow ? 5 : 4) / 4
  }

  /// True if the first slice of a packet, of units with their length in four bytes before them, is of an intra random
  /// access point (H.265, table 7-1: types 16 to 23) that no leading picture may follow: IDR or BLA.
  public func isRandomAccessPoint(_ packet: Span<UInt8>) -> Bool {
    var position = 0
    while position + 4 < packet.count {
      let length = (0..<4).reduce(0) { $0 << 8 | Int(packet[position + $1]) }
      let type = packet[position + 4] >> 1 & 63
      if type < 32 { return (16...20).contains(type) }
      position += 4 + length
    }
    return false
  }
}
