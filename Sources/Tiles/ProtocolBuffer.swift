/// The fields of a message in Protocol Buffers' wire format, one after the other.
struct ProtocolBuffer {
  /// What a field has.
  enum Value {
    case number(UInt64)
    case fixed32(UInt32)
    case fixed64(UInt64)
    /// Text, bytes, a message, or packed numbers.
    case bytes(ArraySlice<UInt8>)
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  /// The next field; throws `TileError` where the message is damaged.
  mutating func field() throws(TileError) -> (number: Int, value: Value) {
    let key = try number()
    let value: Value
    switch key & 7 {
    case 0: value = .number(try number())
    case 1: value = .fixed64(try fixed(8))
    case 2:
      let count = try number()
      guard count <= UInt64(bytes.endIndex - place) else { throw TileError("a tile is cut off") }
      defer { place += Int(count) }
      value = .bytes(bytes[place..<place + Int(count)])
    case 5: value = .fixed32(UInt32(truncatingIfNeeded: try fixed(4)))
    default: throw TileError("a tile is damaged: a field is of the kind \(key & 7)")
    }
    guard key >> 3 > 0 else { throw TileError("a tile is damaged: a field has no number") }
    return (Int(clamping: key >> 3), value)
  }

  /// A number of 7 bits a byte, the lowest first.
  mutating func number() throws(TileError) -> UInt64 {
    var (result, shift) = (UInt64(0), UInt64(0))
    while place < bytes.endIndex, shift < 64 {
      let byte = bytes[place]
      place += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    throw TileError("a tile is cut off within a number")
  }

  private mutating func fixed(_ count: Int) throws(TileError) -> UInt64 {
    guard count <= bytes.endIndex - place else { throw TileError("a tile is cut off") }
    defer { place += count }
    return (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }
}

/// Why a file of map tiles, or a tile, cannot be read.
public struct TileError: Error, Equatable, CustomStringConvertible {
  public let description: String
  public let hint: String?

  init(_ description: String, hint: String? = nil) {
    self.description = description
    self.hint = hint
  }
}
