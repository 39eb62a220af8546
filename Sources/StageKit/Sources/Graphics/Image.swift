import Coding
import Geometry

/// A picture: rows from the top, each `width` pixels of 4 bytes: red, green, blue, alpha; sRGB, premultiplied.
///
/// The pixels and the digest are shared, not copied, when an image is.
public struct Image: Hashable, Sendable, Digestible {
  private final class Storage: Sendable {
    let pixels: [UInt8]
    let digest: Digest

    init(width: Int, height: Int, pixels: [UInt8]) {
      self.pixels = pixels
      var hasher = DigestHasher()
      hasher.combine(width)
      hasher.combine(height)
      hasher.combine(bytes: pixels)
      digest = hasher.finalize()
    }
  }

  public let width: Int
  public let height: Int
  private let storage: Storage

  /// Nil unless both sides are above 0 and there are `width × height × 4` bytes.
  public init?(width: Int, height: Int, premultiplied pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    storage = Storage(width: width, height: height, pixels: pixels)
  }

  public var pixels: [UInt8] { storage.pixels }

  /// Computed once, when the image is made.
  public var digest: Digest { storage.digest }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(storage.digest) }

  public static func == (a: Image, b: Image) -> Bool {
    a.storage === b.storage
      || (a.digest == b.digest && a.width == b.width && a.height == b.height && a.pixels == b.pixels)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }
}
