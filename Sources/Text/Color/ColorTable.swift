import CText
import StageKit

/// The font table COLR of version 1: a graph of paints for each glyph. Neither HarfBuzz 6 nor Debian's FreeType reads it.
///
/// Source: OpenType 1.9, COLR. Variations are left out: a variable paint takes its default. What lies beyond the table
/// reads as 0, which is no paint.
struct ColorTable {
  /// Two's complement and fixed point, most significant byte first.
  private let bytes: [UInt8]

  /// Nil where the font has no such table.
  init?(_ face: OpaquePointer) {
    let blob = hb_face_reference_table(face, tag("COLR"))
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    bytes = UnsafeRawBufferPointer(start: data, count: Int(length)).map { $0 }
    guard unsigned16(0) >= 1, unsigned32(14) > 0 else { return nil }
  }

  /// The offset of a glyph's paint; nil if it has none.
  func paint(of glyph: UInt32) -> Int? {
    let list = unsigned32(14)
    var range = 0..<min(unsigned32(list), bytes.count / 6)
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      let record = list + 4 + middle * 6
      let found = unsigned16(record)
      if found == Int(glyph) { return list + unsigned32(record + 2) }
      range = found < Int(glyph) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The offsets of the paints of consecutive layers.
  func layers(from first: Int, count: Int) -> [Int] {
    let list = unsigned32(18)
    guard list > 0, first + count <= unsigned32(list) else { return [] }
    return (first..<first + count).map { list + unsigned32(list + 4 + $0 * 4) }
  }

  func byte(_ offset: Int) -> Int { bytes.indices.contains(offset) ? Int(bytes[offset]) : 0 }
  func unsigned16(_ offset: Int) -> Int { byte(offset) << 8 | byte(offset + 1) }
  func unsigned24(_ offset: Int) -> Int { unsigned16(offset) << 8 | byte(offset + 2) }
  func unsigned32(_ offset: Int) -> Int { unsigned16(offset) << 16 | unsigned16(offset + 2) }
  func signed16(_ offset: Int) -> Double { Double(Int16(truncatingIfNeeded: unsigned16(offset))) }
  /// 2 bits before the point and 14 behind it.
  func fraction(_ offset: Int) -> Double { signed16(offset) / 16384 }
  /// 16 bits before the point and 16 bits after it.
  func fixed(_ offset: Int) -> Double { Double(Int32(truncatingIfNeeded: unsigned32(offset))) / 65536 }
  func point(_ offset: Int) -> Point { Point(signed16(offset), signed16(offset + 2)) }
}
