import Coding
import Formats
import MediaBase
import Testing

@testable import Video

@Suite("Segments")
struct SegmentTests {
  @Test("Equal frames give equal bytes")
  func equalFramesGiveEqualBytes() throws {
    let first = try segment(0..<10, settings())
    #expect(try segment(0..<10, settings()) == first)
  }

  @Test("Encoders of equal settings agree on parameter sets", arguments: H264.Preset.allCases)
  func encodersAgreeOnParameterSets(preset: H264.Preset) throws {
    let settings = try settings(preset: preset)
    let long = try segment(0..<10, settings)
    let short = try segment(40..<41, settings)
    #expect(long.parameterSets == short.parameterSets)
    #expect(long.reorderDelay == short.reorderDelay)
  }

  @Test("Packets hold every frame, and only multiples of the distance are keys", arguments: [1, 2, 3, 4, 5, 17])
  func packetsHoldEveryFrame(count: Int) throws {
    let segment = try segment(0..<count, settings(gop: 4))
    #expect(segment.packets.map(\.frame).sorted() == Array(0..<count))
    #expect(segment.packets.filter(\.isKey).map(\.frame) == Array(stride(from: 0, to: count, by: 4)))
  }

  @Test("A packet carries no remarks of the encoder about itself")
  func packetCarriesNoRemarks() throws {
    for packet in try segment(0..<3, settings()).packets {
      #expect(!String(decoding: packet.data, as: UTF8.self).contains("x264"))
    }
    #expect(try SegmentEncoder.remark(settings()).contains("threads=4 lookahead_threads=1 sliced_threads=0"))
  }

  private func bytes(_ segment: EncodedSegment) -> [UInt8] {
    var writer = BinaryWriter()
    writer.write(segment)
    return writer.bytes
  }

  private func read(_ bytes: [UInt8]) throws -> EncodedSegment {
    var reader = BinaryReader(bytes)
    let segment = try EncodedSegment(from: &reader)
    if !reader.isAtEnd { throw BinaryError() }
    return segment
  }

  @Test("Bytes written are read back as the same segment")
  func bytesAreReadBack() throws {
    let segment = try segment(0..<10, settings())
    #expect(try read(bytes(segment)) == segment)
  }

  @Test("A segment's bytes with any part missing or added are refused")
  func damagedBytesAreRefused() throws {
    let bytes = try bytes(segment(0..<2, settings()))
    for count in [0, 7, 8, 15, 16, 40, bytes.count - 1] {
      #expect(throws: BinaryError.self) { try read(Array(bytes.prefix(count))) }
    }
    #expect(throws: BinaryError.self) { try read(bytes + [0]) }
  }

  @Test("Packets that miss, repeat or misplace a frame make no segment")
  func misplacedPacketsMakeNoSegment() throws {
    let sets: [UInt8] = [1]
    func packet(_ frame: Int, isKey: Bool = false) -> Packet { Packet(frame: frame, isKey: isKey, data: [0]) }
    let key = packet(0, isKey: true)
    #expect(throws: Never.self) {
      try EncodedSegment(packets: [key, packet(2), packet(1)], parameterSets: sets, reorderDelay: 1)
    }
    for packets in [[], [packet(0)], [key, key], [key, packet(2)], [key, packet(-1)], [key, packet(2), packet(1)]] {
      #expect(throws: MediaError.self) { try EncodedSegment(packets: packets, parameterSets: sets, reorderDelay: 0) }
    }
  }

  @Test("Planes of a wrong size and use after the end are refused")
  func misuseIsRefused() throws {
    let encoder = try SegmentEncoder(settings())
    #expect(
      failure { try encoder.encode(movingPicture(0, width: 64)) }.contains("64 × 64 pixels in yuv420p, not 96 × 64"))
    #expect(throws: MediaError.self) { try encoder.encode(FramePlanes(.yuv420p8, width: 2, height: 2)) }
    #expect(failure { _ = try encoder.finish() }.contains("it is empty"))
    try encoder.encode(movingPicture(0))
    _ = try encoder.finish()
    #expect(throws: MediaError.self) { try encoder.encode(movingPicture(1)) }
    #expect(throws: MediaError.self) { try encoder.finish() }
  }
}
