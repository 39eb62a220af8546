extension PictureTraits {
  /// A picture's width and height in pixels.
  public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    /// A width and a height in pixels.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The size of what is turned upright from an orientation, as EXIF numbers it.
    func upright(_ orientation: Int) -> PixelSize {
      (5...8).contains(orientation) ? PixelSize(width: height, height: width) : self
    }

    /// The size after both sides were halved a number of times, rounded up, as JPEG decoders do.
    func halved(_ count: Int) -> PixelSize {
      func side(_ whole: Int) -> Int { (whole + (1 << count) - 1) >> count }
      return PixelSize(width: side(width), height: side(height))
    }

    /// The number of halvings, at most the 3 of JPEG decoders, after which there are no more than `area` pixels.
    func halvings(to area: Int) -> Int {
      (0..<3).first { halved($0).width * halved($0).height <= area } ?? 3
    }
  }

  /// The size of a PNG, JPEG or WebP picture as it lies in its file; nil where the bytes do not say it.
  static func size(of file: PictureChunks<[UInt8]>) -> PixelSize? {
    func number(_ place: Int, _ count: Int, isBigEndian: Bool = true) -> Int? {
      file.number(at: place, bytes: count, isBigEndian: isBigEndian)
    }
    func size(_ width: Int?, _ height: Int?) -> PixelSize? {
      guard let width, let height, width > 0, height > 0 else { return nil }
      return PixelSize(width: width, height: height)
    }
    for chunk in file.chunks {
      let start = chunk.range.lowerBound
      switch chunk.name {
      case "IHDR": return size(number(start, 4), number(start + 4, 4))
      // Frames of JPEG (ITU-T T.81, B.2.2).
      case "C0", "C1", "C2", "C3", "C5", "C6", "C7", "C9", "CA", "CB", "CD", "CE", "CF":
        return size(number(start + 3, 2), number(start + 1, 2))
      // The canvas, less 1.
      case "VP8X":
        return size(
          number(start + 4, 3, isBigEndian: false).map { $0 + 1 },
          number(start + 7, 3, isBigEndian: false).map { $0 + 1 })
      // After the frame's tag and its start code (RFC 6386, 9.1).
      case "VP8 ":
        return size(
          number(start + 6, 2, isBigEndian: false).map { $0 & 0x3FFF },
          number(start + 8, 2, isBigEndian: false).map { $0 & 0x3FFF })
      // 14 bits each after a byte, less 1 (RFC 9649, 3.4).
      case "VP8L":
        let bits = number(start + 1, 4, isBigEndian: false)
        return size(bits.map { ($0 & 0x3FFF) + 1 }, bits.map { ($0 >> 14 & 0x3FFF) + 1 })
      default: continue
      }
    }
    return nil
  }
}
