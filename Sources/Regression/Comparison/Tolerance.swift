import Foundation

/// The differences of pixels that pass.
public enum Tolerance: Hashable, Sendable {
  /// None.
  case exact
  /// Those that eyes do not notice, ΔE₀₀ up to 1, noise around an equal mean up to 5, and edges that moved by less than a
  /// pixel; see `PixelMatch`.
  case antialias
  /// Those that `antialias` accepts, and those that people hardly see: an SSIM of at least 0.995, and at most one in
  /// 2000 pixels beyond `antialias`, none of them by more than ΔE₀₀ 5.
  case perceptual
  /// Those within figures of the user's.
  case limits(Limits)

  /// Figures that all must hold.
  public struct Limits: Hashable, Sendable {
    /// The greatest difference of any channel, from 0 to 255.
    public var channel: Int?
    /// The greatest share of pixels that differ at all, from 0 to 1.
    public var pixels: Double?
    /// The lowest structural similarity, at most 1.
    public var ssim: Double?
  }

  static let minSSIM = 0.995
  static let maxShare = 1.0 / 2000

  /// In frames of encoded files, at most one pixel in this many may differ beyond `antialias`: the losses of encoding
  /// move with the content.
  static let maxLossyShare = 1.0 / 5000

  /// True if a difference passes. Encoded files, `isLossy`, always differ a little: there `channel` and `pixels` count only
  /// pixels beyond `antialias`.
  func accepts(_ difference: PictureDifference, isLossy: Bool = false) -> Bool {
    func share(_ count: Int) -> Double { Double(count) / Double(max(1, difference.pixels)) }
    let beyond = share(difference.beyondAntialias)
    let isAntialiasing = beyond <= (isLossy ? Self.maxLossyShare : 0)
    switch self {
    case .exact: return difference.differing == 0
    case .antialias: return isAntialiasing
    case .perceptual:
      let isSeen = difference.largestDelta > PixelMatch.pixelDelta
      return isAntialiasing || (difference.ssim >= Self.minSSIM && beyond <= Self.maxShare && !isSeen)
    case .limits(let limits):
      let differing = isLossy ? beyond : share(difference.differing)
      return
        (limits.channel.map { isLossy ? isAntialiasing || limits.pixels != nil : difference.largest <= $0 } ?? true)
        && (limits.pixels.map { differing <= max($0, isLossy ? Self.maxLossyShare : 0) } ?? true)
        && (limits.ssim.map { difference.ssim >= $0 } ?? true)
    }
  }
}

extension Tolerance: Codable, CustomStringConvertible {
  /// The valid arguments of `init?(_:)`, for messages.
  public static let expected =
    "exact, antialias, perceptual, or figures such as channel=2,pixels=0.001,ssim=0.99"

  /// Nil where the text is none of `expected`.
  public init?(_ text: String) {
    switch text {
    case "exact": self = .exact
    case "antialias": self = .antialias
    case "perceptual": self = .perceptual
    default:
      var limits = Limits()
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard pair.count == 2, let value = Double(pair[1]) else { return nil }
        switch pair[0] {
        case "channel":
          guard let whole = Int(exactly: value), (0...255).contains(whole) else { return nil }
          limits.channel = whole
        case "pixels":
          guard (0...1).contains(value) else { return nil }
          limits.pixels = value
        case "ssim":
          guard (0...1).contains(value) else { return nil }
          limits.ssim = value
        default: return nil
        }
      }
      self = .limits(limits)
    }
  }

  public var description: String {
    switch self {
    case .exact: "exact"
    case .antialias: "antialias"
    case .perceptual: "perceptual"
    case .limits(let limits):
      [
        limits.channel.map { "channel=\($0)" }, limits.pixels.map { "pixels=\($0)" }, limits.ssim.map { "ssim=\($0)" },
      ].compactMap { $0 }.joined(separator: ",")
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let tolerance = Tolerance(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \(Self.expected), found '\(text)'")
    }
    self = tolerance
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
