import StageKit

/// Options that codecs share.
public enum CodecOptions {
  public static let gop = Parameter.integer(
    "gop", "Frames from one key frame to the next; two seconds' unless given.", in: 1...100_000
  ).optional

  /// The group length that options ask for: two seconds, to the nearest frame, unless given.
  static func groupLength(_ options: Parameters, at rate: FrameRate) -> Int {
    options[gop] ?? defaultGroupLength(at: rate)
  }

  /// Two seconds, to the nearest frame.
  public static func defaultGroupLength(at rate: FrameRate) -> Int {
    max(1, Int((2 * rate.framesPerSecond).rounded()))
  }
}
