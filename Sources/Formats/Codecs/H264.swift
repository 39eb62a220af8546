import StageKit

/// H.264 by x264, 8 bits in 4:2:0 or 4:4:4.
public struct H264: Codec {
  /// Our own settings for drawn motion, then x264's presets, fastest first.
  public enum Preset: String, CaseIterable, ParameterChoice {
    case motion
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
  }

  /// libav's name of a level, of which each limits size, rate and references.
  public enum Level: String, CaseIterable, ParameterChoice {
    case automatic = "auto"
    case level30 = "3.0"
    case level31 = "3.1"
    case level40 = "4.0"
    case level41 = "4.1"
    case level42 = "4.2"
    case level50 = "5.0"
    case level51 = "5.1"
    case level52 = "5.2"
  }

  /// The subsampling of chroma.
  public enum Chroma: String, CaseIterable, ParameterChoice {
    case half = "4:2:0"
    case full = "4:4:4"
  }

  /// The changes of `motion` to x264's preset `medium`; `Documentation/Encoding.md` has the measurements.
  ///
  /// With one reference, libav would take every I-frame for a key frame where there are no B-frames.
  private static let motion =
    "psy=0:chroma-qp-offset=-2:aq-strength=0.5:qcomp=0.4:deblock=-1,-1:bframes=7:b-adapt=0:direct=temporal"
    + ":ref=2:me=umh:chroma-me=0:partitions=p8x8,i8x8,i4x4:trellis=0:weightp=0"
  /// The change of `motion` to the rate factor, so that the same `crf` gives about the SSIM of `medium`.
  private static let motionOffset = -1.7

  /// The options of a segment as a closed group, whose parameter sets are those of all others.
  ///
  /// Always four threads, on which its bytes depend: a job of few long segments keeps several processors busy.
  /// Key frames come only where the caller asks for them: `min-keyint` at half of "infinite" is x264's greatest. Chroma
  /// location 1 is the middle (H.264, figure E-1: `chroma_sample_loc_type`).
  private static let segment =
    "keyint=infinite:min-keyint=536870912:open-gop=0:threads=4:sliced-threads=0:lookahead-threads=1:sync-lookahead=0"
    + ":stitchable=1:cpu-independent=1:force-cfr=1:chromaloc=1"

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("'motion', made for what is drawn, or one of x264's presets.") public var preset = Preset.motion
    /// 0 is lossless, in a profile (High 4:4:4 Predictive) that few players play.
    @Parameter("x264's rate factor: 0 is lossless, less is better.", .range(0...51)) public var crf = 18.0
    @Parameter("4:2:0, or 4:4:4 in a profile (High 4:4:4 Predictive) that few players play.") public var chroma = Chroma
      .half
    @Include var keyFrames: KeyFrameOption
    @Include var limit: BitRateOption
    @Parameter("The level that the stream keeps to, for players that ask for one.") public var level = Level.automatic
    @Parameter(
      "The most B-frames in a row; the preset's number unless given.",
      .range(
        0...16
      ))
    public var bFrames: Int?

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "h264"
  public let summary = "Plays everywhere; opaque."
  public let pixelFormats = [PixelFormat.yuv420p8, .yuv444p8]
  public let streamName = "h264"

  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    if alpha { return nil }
    return options.chroma == .full ? .yuv444p8 : .yuv420p8
  }

  public func playbackFault(_ options: Options) -> (option: String, reason: String, hint: String)? {
    guard options.crf == 0 else { return nil }
    return (
      "crf", "0 is lossless, in the profile High 4:4:4 Predictive, which browsers and phones do not play",
      "Use 1, or FFV1 in .mkv."
    )
  }

  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    let crf = options.crf
    let preset = options.preset
    // Below 1, x264 is lossless.
    let rateFactor = preset == .motion && crf > 1 ? max(1, crf + Self.motionOffset) : crf
    var settings = [("preset", (preset == .motion ? .medium : preset).rawValue), ("crf", "\(rateFactor)")]
    if crf > 0 { settings.append(("profile", format == .yuv444p8 ? "high444" : "high")) }
    if options.level != .automatic { settings.append(("level", options.level.rawValue)) }
    var parameters = Self.segment
    if preset == .motion { parameters += ":" + Self.motion }
    if let bFrames = options.bFrames { parameters += ":bframes=\(bFrames)" }
    settings += [("forced-idr", "1"), ("x264-params", parameters + options.limit.rateLimit)]
    return EncoderConfiguration(
      "libx264", options: settings, groupLength: options.keyFrames.groupLength(at: rate))
  }

  // MARK: Quality

  /// By rate factor, with straight lines between.
  ///
  /// Measured over shipped jobs at an eighth of their size, where encoders have the hardest time, with presets from
  /// ultrafast to slow and rate factors from 8 to 38: every frame came 1.5 dB, and 0.015 of SSIM, above these.
  private static let floors: [(crf: Double, luma: Double, chroma: Double, ssim: Double)] = [
    (0, 46, 47, 0.97), (8, 40, 43, 0.95), (18, 32, 34, 0.86), (28, 26, 29, 0.6), (38, 20.5, 27, 0.42),
    (51, 12.5, 19, 0.2),
  ]

  public func fidelity(_ options: Options) -> Fidelity {
    let crf = options.crf
    let upper = Self.floors.first { $0.crf >= crf } ?? Self.floors[Self.floors.count - 1]
    let lower = Self.floors.last { $0.crf <= crf } ?? Self.floors[0]
    let share = upper.crf > lower.crf ? (crf - lower.crf) / (upper.crf - lower.crf) : 0
    func value(_ low: Double, _ high: Double) -> Double { low + (high - low) * share }
    // These decide in the fewest ways how to encode a block, or give some frames more than others.
    let margin = [.motion, .superfast, .veryfast, .faster].contains(options.preset) ? 0.0 : 1
    // A wrong matrix or range has a mean error; coding has next to none but in motion at high rate factors.
    return .lossy(
      QualityFloor(
        lumaPSNR: value(lower.luma, upper.luma) + margin, chromaPSNR: value(lower.chroma, upper.chroma) + margin,
        ssim: value(lower.ssim, upper.ssim), bias: 2 + max(0, crf - 14) * 0.17,
        meanBias: 0.5 + max(0, crf - 14) * 0.04))
  }

  /// Frames of its lookahead and its references, each with its half and quarter sizes.
  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    let bytesPerPixel =
      switch options.preset {
      case .ultrafast, .superfast: 30
      case .veryfast: 75
      case .faster: 110
      case .fast: 145
      case .medium: 185
      case .motion: 250
      case .slow: 225
      case .slower: 280
      case .veryslow, .placebo: 380
      }
    return (12 << 20) + pixels * (options.chroma == .full ? bytesPerPixel * 3 / 2 : bytesPerPixel)
  }

  // MARK: Packets

  /// Supplemental enhancement information of unregistered user data (H.264, D.1.6): several hundred bytes in the first
  /// packet of every encoder, in the byte stream format with start codes between units.
  public func encoderInfoLength(_ packet: Span<UInt8>) -> Int {
    func startCode(from first: Int) -> (start: Int, end: Int)? {
      var index = first
      while index + 3 < packet.count {
        if packet[index] == 0, packet[index + 1] == 0, packet[index + 2] == 1 {
          return (index > first && packet[index - 1] == 0 ? index - 1 : index, index + 3)
        }
        index += 1
      }
      return nil
    }
    guard let first = startCode(from: 0), first.end + 1 < packet.count, packet[first.end] & 31 == 6,
      packet[first.end + 1] == 5, let next = startCode(from: first.end)
    else { return 0 }
    return next.start
  }

  /// True if all slices of a packet, of units with their length in four bytes before them, are of an instantaneous
  /// decoder refresh (H.264, 7.4.1.2.4).
  public func isRandomAccessPoint(_ packet: Span<UInt8>) -> Bool {
    var position = 0
    var slices = 0
    while position + 4 < packet.count {
      let length = (0..<4).reduce(0) { $0 << 8 | Int(packet[position + $1]) }
      switch packet[position + 4] & 31 {
      case 5: slices += 1
      case 1...4: return false
      default: break
      }
      position += 4 + length
    }
    return slices > 0
  }
}
