/// Which differences of pixels are let pass.
public enum Tolerance: String, Codable, Hashable, Sendable, CaseIterable {
  /// None.
  case exact
  /// Those that pixelmatch's measure does not count: colors within a threshold of 0.1, and edges drawn a little otherwise.
  case antialias
  /// Those that people hardly see: an SSIM of at least 0.995, and at most one in 2000 pixels beyond `antialias`.
  case perceptual

  static let leastSSIM = 0.995
  static let greatestShare = 1.0 / 2000

  /// Whether a difference passes.
  func accepts(_ difference: PictureDifference) -> Bool {
    switch self {
    case .exact: difference.differing == 0
    case .antialias: difference.beyondAntialias == 0
    case .perceptual:
      difference.ssim >= Self.leastSSIM
        && Double(difference.beyondAntialias) <= Self.greatestShare * Double(difference.pixels)
    }
  }
}
