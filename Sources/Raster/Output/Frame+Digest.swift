import Coding
import Geometry

extension Frame: Digestible {
  /// Of the size and all pixels.
  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(bytes: pixels.span)
  }
}
