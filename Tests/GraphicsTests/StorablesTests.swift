import Coding
import Geometry
import Graphics
import Testing

@Suite("Graphics as bytes")
struct StorablesTests {
  private func roundTrip<Value: Storable>(_ value: Value) throws -> Value {
    var writer = BinaryWriter()
    writer.write(value)
    var reader = BinaryReader(writer.bytes)
    defer { #expect(reader.isAtEnd) }
    return try Value(from: &reader)
  }

  @Test("Colors, pens and images are read back as they were")
  func values() throws {
    let color = Color(0.1, 2, -0.5, 1 / 3)
    #expect(try roundTrip(color) == color)
    let pen = StrokeStyle(
      width: 3.5, cap: .square, join: .bevel, miterLimit: 7, dashes: [1, 2.5], dashOffset: -1,
      order: .transformThenOutline)
    #expect(try roundTrip(pen) == pen)
    #expect(try roundTrip(StrokeStyle()) == StrokeStyle())
    let image = try #require(Image(width: 3, height: 2, premultiplied: (0..<24).map { UInt8($0) }))
    #expect(try roundTrip(image) == image)
  }

  @Test("An image whose sides and pixels do not agree is a fault", arguments: [(2, 2), (1 << 40, 1 << 40), (-3, -2)])
  func wrongSides(_ width: Int, _ height: Int) {
    var writer = BinaryWriter()
    writer.write(width)
    writer.write(height)
    writer.write([UInt8](repeating: 0, count: 24))
    var reader = BinaryReader(writer.bytes)
    #expect(throws: BinaryError.self) { try Image(from: &reader) }
  }
}
