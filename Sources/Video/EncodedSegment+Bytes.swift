import Coding
import Geometry

extension EncodedSegment {
  private static let signature = Array("pipeseg1".utf8)

  /// The segment as a file holds it, with a digest at its end by which damage is found; little-endian.
  public func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount + packets.count * 16 + parameterSets.count + 64)
    func append(_ value: UInt64) {
      for shift in stride(from: 0 as UInt64, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    bytes += Self.signature
    append(UInt64(reorderDelay))
    append(UInt64(parameterSets.count))
    bytes += parameterSets
    append(UInt64(packets.count))
    for packet in packets {
      append(UInt64(packet.frame) << 1 | (packet.isKey ? 1 : 0))
      append(UInt64(packet.data.count))
      bytes += packet.data
    }
    let digest = Digest { $0.combine(wordsOf: bytes.span) }
    append(digest.high)
    append(digest.low)
    return bytes
  }

  /// Reads what `bytes()` wrote; throws if a byte of it is missing, added or changed.
  public init(bytes: [UInt8]) throws(VideoError) {
    func damaged(_ reason: String) -> VideoError { VideoError("read an encoded segment", reason: reason) }
    var reader = ByteReader(bytes: bytes, end: bytes.count - 16)
    guard let signature = reader.bytes(UInt64(Self.signature.count)), signature == Self.signature else {
      throw damaged("it does not begin as one")
    }
    let digest = Digest { $0.combine(wordsOf: bytes.span.extracting(droppingLast: 16)) }
    var trailer = ByteReader(bytes: bytes, position: bytes.count - 16, end: bytes.count)
    guard trailer.integer() == digest.high, trailer.integer() == digest.low else {
      throw damaged("its digest does not match")
    }
    let truncated = damaged("it ends early")
    guard let delay = reader.integer(), let setsCount = reader.integer(), let sets = reader.bytes(setsCount),
      let count = reader.integer(), delay <= 16
    else { throw truncated }
    var packets: [Packet] = []
    for _ in 0..<min(count, UInt64(bytes.count)) {
      guard let word = reader.integer(), let size = reader.integer(), let data = reader.bytes(size) else {
        throw truncated
      }
      packets.append(Packet(frame: Int(word >> 1), isKey: word & 1 != 0, data: data))
    }
    guard UInt64(packets.count) == count, reader.isAtEnd else { throw truncated }
    try self.init(packets: packets, parameterSets: sets, reorderDelay: Int(delay))
  }
}

/// Takes little-endian integers and byte strings from a buffer, never from beyond `end`.
private struct ByteReader {
  let bytes: [UInt8]
  var position = 0
  let end: Int

  init(bytes: [UInt8], position: Int = 0, end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
  }

  var isAtEnd: Bool { position == end }

  mutating func integer() -> UInt64? {
    guard end - position >= 8 else { return nil }
    defer { position += 8 }
    return (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64($1 * 8) }
  }

  mutating func bytes(_ count: UInt64) -> [UInt8]? {
    guard end >= position, count <= UInt64(end - position) else { return nil }
    defer { position += Int(count) }
    return Array(bytes[position..<position + Int(count)])
  }
}
