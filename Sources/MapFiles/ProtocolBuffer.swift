/// The fields of a message in Protocol Buffers' wire format, one after the other.
struct ProtocolBuffer {
  /// The value of a field.
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

  /// The next field; throws `MapFileError` where the message is damaged.
  mutating func field() throws(MapFileError) -> (number: Int, value: Value) {
    let key = try number()
    let value: Value
    switch key & 7 {
    case 0: value = .number(try number())
    case 1: value = .fixed64(try fixed(8))
    case 2:
      let count = try number()
      guard count <= UInt64(bytes.endIndex - place) else { throw MapFileError("it is cut off") }
      defer { place += Int(count) }
      value = .bytes(bytes[place..<place + Int(count)])
    case 5: value = .fixed32(UInt32(truncatingIfNeeded: try fixed(4)))
    default: throw MapFileError("it is damaged: a field is of the kind \(key & 7)")
    }
    guard key >> 3 > 0 else { throw MapFileError("it is damaged: a field has no number") }
    return (Int(clamping: key >> 3), value)
  }

  /// A number of 7 bits a byte, the lowest first.
  mutating func number() throws(MapFileError) -> UInt64 {
    var (result, shift) = (UInt64(0), UInt64(0))
    while place < bytes.endIndex, shift < 64 {
      let byte = bytes[place]
      place += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    throw MapFileError("it is cut off within a number")
  }

  /// A number that may be below 0, in zigzag coding.
  mutating func signedNumber() throws(MapFileError) -> Int64 {
    Self.signed(try number())
  }

  static func signed(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }

  private mutating func fixed(_ count: Int) throws(MapFileError) -> UInt64 {
    guard count <= bytes.endIndex - place else { throw MapFileError("it is cut off") }
    defer { place += count }
    return (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }
}
