/// Which differences of pixels pass.
public enum Tolerance: String, Codable, Hashable, Sendable, CaseIterable {
  /// None.
  case exact
  /// Those that pixelmatch does not count: colors within a threshold of 0.1, and differences in anti-aliasing.
  case antialias
  /// Those that `antialias` accepts, and those that people hardly see: an SSIM of at least 0.995, and at most one in
  /// 2000 pixels beyond `antialias`.
  case perceptual

  static let minSSIM = 0.995
  static let maxShare = 1.0 / 2000

  /// Of frames out of encoded files, at most one pixel in this many may differ beyond `antialias`: the losses of encoding
  /// move with what is encoded.
  static let maxLossyShare = 1.0 / 5000

  /// Whether a difference passes. Encoded files, `isLossy`, always differ a little.
  func accepts(_ difference: PictureDifference, isLossy: Bool = false) -> Bool {
    let share = Double(difference.beyondAntialias) / Double(max(1, difference.pixels))
    let isAntialiasing = share <= (isLossy ? Self.maxLossyShare : 0)
    return switch self {
    case .exact: difference.differing == 0
    case .antialias: isAntialiasing
    case .perceptual: isAntialiasing || (difference.ssim >= Self.minSSIM && share <= Self.maxShare)
    }
  }
}
