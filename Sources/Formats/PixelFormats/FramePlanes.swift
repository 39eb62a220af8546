/// One frame in a pixel format, as encoders take it and decoders return it.
///
/// Pictures for viewing and drawing are `Image`s.
public struct FramePlanes: Hashable, Sendable {
  public let format: PixelFormat
  /// In pixels, as is `height`.
  public let width: Int
  public let height: Int
  /// The format's planes, one after the other.
  public private(set) var bytes: [UInt8]

  /// A frame of zeros. Its sides must be above 0 and divide into whole samples.
  public init(_ format: PixelFormat, width: Int, height: Int) {
    precondition(width > 0 && height > 0 && format.divides(width: width, height: height), "sides of whole samples")
    self.format = format
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: 0, count: format.byteCount(width: width, height: height))
  }

  /// Nil unless the sides are from 1 to 65536 and divide into whole samples, and the number of bytes fits.
  public init?(_ format: PixelFormat, width: Int, height: Int, bytes: [UInt8]) {
    guard (1...65536).contains(width), (1...65536).contains(height), format.divides(width: width, height: height),
      bytes.count == format.byteCount(width: width, height: height)
    else { return nil }
    self.format = format
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Changes bytes in place; their count must stay the same.
  public mutating func withBytes(_ change: (inout [UInt8]) -> Void) {
    let count = bytes.count
    change(&bytes)
    precondition(bytes.count == count, "a frame's size stays")
  }

  /// A plane's range of the bytes.
  public func range(ofPlane index: Int) -> Range<Int> { format.range(ofPlane: index, width: width, height: height) }

  /// The bytes of a plane.
  public func plane(_ index: Int) -> ArraySlice<UInt8> { bytes[range(ofPlane: index)] }

  /// The samples of a component of a plane, by its place in each pixel.
  public func samples(ofPlane index: Int, at offset: Int = 0) -> [Int] {
    let (plane, size) = (plane(index), format.bytesPerSample)
    let starts = stride(
      from: plane.startIndex + offset * size, to: plane.endIndex, by: format.planes[index].components.count * size)
    if size == 1 { return starts.map { Int(plane[$0]) } }
    let (upper, lower) = format.isBigEndian ? (0, 1) : (1, 0)
    return starts.map { Int(plane[$0 + upper]) << 8 | Int(plane[$0 + lower]) }
  }

  /// The length of a row of a plane, in bytes.
  public func rowBytes(ofPlane index: Int) -> Int { format.rowBytes(ofPlane: index, width: width) }
}
