import StageKit

/// Options that codecs share.
public enum CodecOptions {
  /// Bits of a sample.
  public enum Depth: String, CaseIterable, Sendable {
    case eight = "8"
    case ten = "10"
  }

  public static let depth = ParameterKey.choice(
    "depth", "Bits of a sample: with 10, dark gradients show four times the steps.", default: Depth.eight)

  /// 4:2:0 of the depth that options ask for; opaque.
  static func yuv420(_ options: ParameterValues, alpha: Bool) -> PixelFormat? {
    if alpha { return nil }
    return options[depth] == .ten ? .yuv420p10 : .yuv420p8
  }

  public static let gop = ParameterKey.integer(
    "gop", "Frames from one key frame to the next; up to ten seconds', where nobody sees them, unless given.",
    .range(
      1...100_000
    )
  ).optional

  /// Mb/s that a file's mean stays below.
  public static let bitRate = ParameterKey.number(
    "bitRate", "The mean bit rate that the file stays below, in Mb/s; as the quality needs unless given.",
    .range(0.05...1000)
  ).optional

  /// The buffer of a decoder that each segment is encoded for, as x264 and x265 take it; empty without a `bitRate`.
  ///
  /// It holds half a second and begins half full, and is filled at 0.85 of the rate, so that segments of a second or more
  /// stay below the rate in the mean.
  static func rateLimit(_ options: ParameterValues) -> String {
    guard let rate = options[bitRate] else { return "" }
    let kilobits = max(1, Int((rate * 850).rounded()))
    return ":vbv-maxrate=\(kilobits):vbv-bufsize=\(max(1, kilobits / 2)):vbv-init=0.5"
  }

  /// The most frames from one key frame to the next: what options ask for, or the longest of a segment.
  static func groupLength(_ options: ParameterValues, at rate: FrameRate) -> Int {
    options[gop] ?? KeyFrameSpacing(at: rate).longest
  }
}
