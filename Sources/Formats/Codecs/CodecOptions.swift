import StageKit

/// Bits of a sample, an option of several codecs.
public struct DepthOption: ParameterGroup {
  /// Bits of a sample.
  public enum Depth: String, CaseIterable, ParameterChoice {
    case eight = "8"
    case ten = "10"
  }

  @Parameter("Bits of a sample: with 10, dark gradients show four times the steps.") public var depth = Depth.eight

  /// Eight bits.
  public init() {}

  /// 4:2:0 of the depth; nil where there must be alpha.
  func yuv420(alpha: Bool) -> PixelFormat? {
    if alpha { return nil }
    return depth == .ten ? .yuv420p10 : .yuv420p8
  }
}

/// The distance of key frames, an option of codecs that predict frames.
public struct KeyFrameOption: ParameterGroup {
  @Parameter(
    "Frames from one key frame to the next; up to ten seconds', where nobody sees them, unless given.",
    .range(1...100_000))
  public var gop: Int?

  /// As far as segments allow.
  public init() {}

  /// The most frames from one key frame to the next: those asked for, or the longest of a segment.
  func groupLength(at rate: FrameRate) -> Int { gop ?? KeyFrameSpacing(at: rate).longest }
}

/// A limit of the mean bit rate, an option of codecs that can keep one.
public struct BitRateOption: ParameterGroup {
  @Parameter(
    "The mean bit rate that the file stays below, in Mb/s; as the quality needs unless given.", .range(0.05...1000))
  public var bitRate: Double?

  /// No limit.
  public init() {}

  /// The buffer of a decoder that each segment is encoded for, as x264 and x265 take it; empty without a `bitRate`.
  ///
  /// It holds half a second and begins half full, and is filled at 0.85 of the rate, so that segments of a second or more
  /// stay below the rate in the mean.
  var rateLimit: String {
    guard let bitRate else { return "" }
    let kilobits = max(1, Int((bitRate * 850).rounded()))
    return ":vbv-maxrate=\(kilobits):vbv-bufsize=\(max(1, kilobits / 2)):vbv-init=0.5"
  }
}
