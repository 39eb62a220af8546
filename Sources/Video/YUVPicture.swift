import Coding
import Geometry

/// A picture as the encoder takes it and the decoder gives it: 8-bit BT.709 in limited range, chroma halved both ways.
///
/// Rows from the top, without padding: `y` has `width × height` bytes, `u` and `v` have a quarter of that each.
public struct YUVPicture: Hashable, Sendable, Digestible {
  public let width: Int
  public let height: Int
  public let y: [UInt8]
  public let u: [UInt8]
  public let v: [UInt8]

  /// Nil unless both sides are even and above 0, and the planes have the sizes that follow.
  public init?(width: Int, height: Int, y: [UInt8], u: [UInt8], v: [UInt8]) {
    guard (2...65536).contains(width), (2...65536).contains(height), width % 2 == 0, height % 2 == 0,
      y.count == width * height, u.count == y.count / 4, v.count == u.count
    else { return nil }
    self.width = width
    self.height = height
    self.y = y
    self.u = u
    self.v = v
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(width)
    hasher.combine(height)
    for plane in [y, u, v] { hasher.combine(wordsOf: plane.span) }
  }
}
