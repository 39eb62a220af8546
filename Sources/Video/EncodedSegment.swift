/// One frame as the codec wrote it.
public struct Packet: Hashable, Sendable {
  /// The frame's place in its segment, from 0, in the order of showing.
  public let frame: Int
  /// Whether decoding can start here: nothing from here on refers to anything before.
  public let isKey: Bool
  /// In H.264's byte stream format: start codes between units.
  public let data: [UInt8]

  public init(frame: Int, isKey: Bool, data: [UInt8]) {
    self.frame = frame
    self.isKey = isKey
    self.data = data
  }
}

/// Some frames, encoded so that they can be decoded alone and joined with others of equal settings.
///
/// Two segments of a single frame should not follow one another: H.264 asks that neighboring key frames carry different
/// identifiers, and each encoder starts with the same. Decoders that read movie files do not mind.
public struct EncodedSegment: Hashable, Sendable {
  /// In the order of decoding: packet `i` is decoded at frame time `i − reorderDelay`, counted from the segment's start.
  public let packets: [Packet]
  /// The stream's parameter sets, kept once for a whole movie; equal settings give equal ones.
  public let parameterSets: [UInt8]
  /// How many frames decoding runs ahead of showing, as the codec declares it; the same for all that joins.
  public let reorderDelay: Int

  public var frameCount: Int { packets.count }

  /// The size of all packets, in bytes.
  public var byteCount: Int { packets.reduce(0) { $0 + $1.data.count } }

  /// Throws unless the packets hold every frame from 0 exactly once, begin with frame 0 as a key frame, and none is
  /// shown before it is decoded.
  public init(packets: [Packet], parameterSets: [UInt8], reorderDelay: Int) throws(VideoError) {
    var seen = [Bool](repeating: false, count: packets.count)
    var fault: String?
    if packets.first?.isKey != true || packets.first?.frame != 0 { fault = "it does not begin with a key frame" }
    if !(0...16).contains(reorderDelay) { fault = "a reorder delay of \(reorderDelay) frames" }
    if parameterSets.isEmpty { fault = "it has no parameter sets" }
    for (index, packet) in packets.enumerated() where fault == nil {
      if !seen.indices.contains(packet.frame) || seen[packet.frame] {
        fault = "packet \(index) of \(packets.count) holds frame \(packet.frame)"
      } else if packet.frame < index - reorderDelay {
        fault = "frame \(packet.frame) would be shown before it is decoded"
      } else {
        seen[packet.frame] = true
      }
    }
    if let fault { throw VideoError("use an encoded segment", reason: fault) }
    self.packets = packets
    self.parameterSets = parameterSets
    self.reorderDelay = reorderDelay
  }
}
