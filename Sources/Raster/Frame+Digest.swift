import Geometry

extension Frame: Digestible {
  /// Of the size and all pixels, eight bytes at a time.
  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(width)
    hasher.combine(height)
    pixels.withUnsafeBytes { bytes in
      let whole = bytes.count & ~7
      for offset in stride(from: 0, to: whole, by: 8) {
        hasher.combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
      hasher.combine(bytes: bytes[whole...])
    }
  }
}
