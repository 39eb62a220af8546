import Formats

/// The rule that places the key frames of a video, and so the starts of its segments.
public enum KeyFrameRule: Hashable, Sendable {
  /// A key frame every that many frames, at least 1.
  case every(Int)
  /// Key frames where the picture changes so much that nobody sees that it is encoded anew.
  case unseen(KeyFrameSpacing)
}

/// The visibility of a key frame: in 1/1000, the factor by which the change of decoded frames there is expected to
/// exceed that of the drawn ones.
public struct CutVisibility: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A key frame is wanted, however visible it is.
  public static let forced = CutVisibility(rawValue: 0)
  /// Decoded frames change as the drawn ones do.
  public static let none = CutVisibility(rawValue: 1000)
  /// The visibility if nothing is known.
  public static let most = CutVisibility(rawValue: 1_000_000)
  /// The most that nobody sees; see `Documentation/Encoding.md`.
  private static let limit = CutVisibility(rawValue: 1280)

  public var isUnseen: Bool { self <= .limit }

  public static func < (a: CutVisibility, b: CutVisibility) -> Bool { a.rawValue < b.rawValue }
}
