import Coding
import MediaBase

/// One frame as the codec wrote it.
public struct Packet: Hashable, Sendable {
  /// The frame's number in its segment, from 0, in presentation order.
  public let frame: Int
  /// True if decoding can start here, since no later packet refers to an earlier one.
  public let isKey: Bool
  /// As libav's encoder gives it; of H.264 the byte stream format, with start codes between units.
  public let data: [UInt8]
  /// The frame's alpha, a stream of its own that Matroska stores with each packet (BlockAdditional); empty for none.
  public let alpha: [UInt8]

  public init(frame: Int, isKey: Bool, data: [UInt8], alpha: [UInt8] = []) {
    self.frame = frame
    self.isKey = isKey
    self.data = data
    self.alpha = alpha
  }
}

/// Frames that are encoded so that they can be decoded alone, and joined with others of the same format.
///
/// Two segments of a single frame should not follow one another in H.264, which asks that neighboring key frames carry
/// different identifiers, and each encoder starts with the same. Decoders that read movie files do not mind.
public struct EncodedSegment: Hashable, Sendable {
  /// In the order of decoding: packet `i` is decoded at frame time `i − reorderDelay`, counted from the segment's start.
  public let packets: [Packet]
  /// The stream's parameter sets, which a container holds once for the whole file; equal formats give equal ones.
  public let parameterSets: [UInt8]
  /// The number of frames by which decoding runs ahead of presentation, as the codec declares it; equal for segments
  /// that can be joined.
  public let reorderDelay: Int

  public var frameCount: Int { packets.count }

  /// The size of all packets, in bytes.
  public var byteCount: Int { packets.reduce(0) { $0 + $1.data.count + $1.alpha.count } }

  /// Throws unless the packets hold every frame from 0 exactly once, begin with frame 0 as a key frame, and none is
  /// presented before it is decoded.
  public init(packets: [Packet], parameterSets: [UInt8], reorderDelay: Int) throws(MediaError) {
    if let fault = Self.fault(packets, reorderDelay) { throw MediaError("use an encoded segment", reason: fault) }
    self.packets = packets
    self.parameterSets = parameterSets
    self.reorderDelay = reorderDelay
  }

  private static func fault(_ packets: [Packet], _ reorderDelay: Int) -> String? {
    if packets.first?.isKey != true || packets.first?.frame != 0 { return "it does not begin with a key frame" }
    if !(0...16).contains(reorderDelay) { return "a reorder delay of \(reorderDelay) frames" }
    var seen = [Bool](repeating: false, count: packets.count)
    for (index, packet) in packets.enumerated() {
      if !seen.indices.contains(packet.frame) || seen[packet.frame] {
        return "packet \(index) of \(packets.count) holds frame \(packet.frame)"
      }
      if packet.frame < index - reorderDelay { return "frame \(packet.frame) would be shown before it is decoded" }
      seen[packet.frame] = true
    }
    return nil
  }
}

extension EncodedSegment: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(reorderDelay)
    writer.write(parameterSets)
    writer.write(packets.count)
    for packet in packets {
      writer.write(packet.frame)
      writer.write(packet.isKey)
      writer.write(packet.data)
      writer.write(packet.alpha)
    }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    let reorderDelay = try reader.integer()
    let parameterSets = try reader.byteArray()
    var packets: [Packet] = []
    for _ in 0..<(try reader.count(of: 25)) {
      packets.append(
        Packet(
          frame: try reader.integer(), isKey: try reader.bool(), data: try reader.byteArray(),
          alpha: try reader.byteArray()))
    }
    guard Self.fault(packets, reorderDelay) == nil else { throw BinaryError() }
    self.packets = packets
    self.parameterSets = parameterSets
    self.reorderDelay = reorderDelay
  }
}
