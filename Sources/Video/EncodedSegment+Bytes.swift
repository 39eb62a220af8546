import Coding

extension EncodedSegment {
  private static let signature = "pipeseg1"

  /// The segment as a file holds it, with a digest at its end by which damage is found.
  public func bytes() -> [UInt8] {
    var writer = BinaryWriter(
      signature: Self.signature, capacity: byteCount + packets.count * 16 + parameterSets.count + 64)
    writer.write(reorderDelay)
    writer.write(parameterSets)
    writer.write(packets.count)
    for packet in packets {
      writer.write(UInt64(packet.frame) << 1 | (packet.isKey ? 1 : 0))
      writer.write(packet.data)
    }
    return writer.sealed()
  }

  /// Reads what `bytes()` wrote; throws if a byte of it is missing, added or changed.
  public init(bytes: [UInt8]) throws(VideoError) {
    var packets: [Packet] = []
    let delay: Int
    let sets: [UInt8]
    do throws(BinaryFault) {
      var reader = try BinaryReader(sealed: bytes, signature: Self.signature)
      delay = try reader.integer()
      sets = try reader.byteArray()
      for _ in 0..<(try reader.count(of: 16)) {
        let word = try reader.word()
        packets.append(Packet(frame: Int(word >> 1), isKey: word & 1 != 0, data: try reader.byteArray()))
      }
      guard (0...16).contains(delay), reader.isAtEnd else { throw BinaryFault() }
    } catch {
      throw VideoError("read an encoded segment", reason: "it is damaged")
    }
    try self.init(packets: packets, parameterSets: sets, reorderDelay: delay)
  }
}
