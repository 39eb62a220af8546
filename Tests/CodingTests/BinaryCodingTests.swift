import Coding
import Geometry
import Testing

@Suite("Values as bytes")
struct BinaryCodingTests {
  private static let doubles: [Double] = [
    0, -0.0, 1.5, -.infinity, .leastNonzeroMagnitude, Double(nan: 0x1234, signaling: false),
  ]

  @Test("Values are read back bit by bit, in order, to the last byte")
  func roundTrip() throws {
    var writer = BinaryWriter()
    for value in Self.doubles { writer.write(value) }
    writer.write(-7)
    writer.write(true)
    writer.write("Straße\0")
    writer.write([1, 2, 255] as [UInt8])
    writer.write([Point(-0.0, 3), Point(1, .infinity)])
    var reader = BinaryReader(writer.bytes)
    for value in Self.doubles { #expect(try reader.double().bitPattern == value.bitPattern) }
    #expect(try reader.integer() == -7)
    #expect(try reader.bool())
    #expect(try reader.string() == "Straße\0")
    #expect(try reader.byteArray() == [1, 2, 255])
    let points = try reader.points()
    #expect(points.map(\.x.bitPattern) == [(-0.0).bitPattern, (1.0).bitPattern])
    #expect(points.map(\.y) == [3, .infinity])
    #expect(reader.isAtEnd)
  }

  @Test("A path is read back as it was")
  func path() throws {
    let path = SVGPath.parse("M0 0 L10 0 Q20 5 10 10 C1 2 3 4 5 6 Z M-0 8 L1 1").path
    var writer = BinaryWriter()
    writer.write(path)
    var reader = BinaryReader(writer.bytes)
    let read = try Path(from: &reader)
    #expect(read == path)
    #expect(read.digest == path.digest)
    #expect(read.points.map(\.x.bitPattern) == path.points.map(\.x.bitPattern))
    #expect(reader.isAtEnd)
  }

  @Test("Bytes that were cut off, or that no path has, are faults")
  func faults() {
    var writer = BinaryWriter()
    writer.write(Path.circle(center: .zero, radius: 4))
    for count in 0..<writer.bytes.count {
      var reader = BinaryReader(Array(writer.bytes.prefix(count)))
      #expect(throws: BinaryError.self) { try Path(from: &reader) }
    }
    for index in [0, 7, 8, 9] {
      var bytes = writer.bytes
      bytes[index] ^= 0x40
      var reader = BinaryReader(bytes)
      #expect(throws: BinaryError.self) { try Path(from: &reader) }
    }
    var flag = BinaryReader([2])
    #expect(throws: BinaryError.self) { try flag.bool() }
    var text = BinaryReader([1, 0, 0, 0, 0, 0, 0, 0, 0xFF])
    #expect(throws: BinaryError.self) { try text.string() }
  }

  @Test("Sealed bytes are read back, and any change, cut or addition is a fault")
  func sealedBytes() throws {
    var writer = BinaryWriter(signature: "sealed 1")
    writer.write("content")
    writer.write(Digest(high: 1, low: 2))
    let bytes = writer.sealed()
    var reader = try BinaryReader(sealed: bytes, signature: "sealed 1")
    #expect(try reader.string() == "content")
    #expect(try Digest(from: &reader) == Digest(high: 1, low: 2))
    #expect(reader.isAtEnd)
    #expect(throws: BinaryError.self) { try reader.word() }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: BinaryError.self) { try BinaryReader(sealed: changed, signature: "sealed 1") }
      #expect(throws: BinaryError.self) {
        try BinaryReader(sealed: Array(bytes.prefix(index)), signature: "sealed 1")
      }
    }
    #expect(throws: BinaryError.self) { try BinaryReader(sealed: bytes + [0], signature: "sealed 1") }
    #expect(throws: BinaryError.self) { try BinaryReader(sealed: bytes, signature: "sealed 2") }
  }

  @Test("Spans, arrays and sequences of the same bytes give one digest", arguments: [0, 1, 7, 8, 9, 64, 67])
  func digest(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
    let digest = Digest { $0.combine(bytes: bytes.span) }
    #expect(Digest { $0.combine(bytes: bytes) } == digest)
    #expect(Digest { $0.combine(bytes: bytes.lazy.map { $0 }) } == digest)
  }
}
