/// Puts values one after the other as bytes, the lowest first, for `BinaryReader` to read in the same order.
public struct BinaryWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// A writer that has written nothing.
  public init() {}

  /// A writer of a file that begins with a signature; `sealed()` ends it.
  ///
  /// - Parameters:
  ///   - signature: The bytes that the file begins with, in UTF-8.
  ///   - capacity: The size of the file, in bytes, if it is known.
  public init(signature: String, capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
    bytes += signature.utf8
  }

  /// The bytes written so far and their digest, by which `BinaryReader.init(sealed:signature:)` finds any damage.
  public consuming func sealed() -> [UInt8] {
    write(Digest { $0.combine(bytes: bytes) })
    return bytes
  }

  /// Takes eight bytes.
  public mutating func write(_ value: UInt64) {
    for shift in stride(from: 0 as UInt64, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// Takes eight bytes.
  public mutating func write(_ value: Int) { write(UInt64(bitPattern: Int64(value))) }

  /// Takes eight bytes: the bits as they are, those of negative zero too.
  public mutating func write(_ value: Double) { write(value.bitPattern) }

  /// Takes one byte.
  public mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Takes the count and the bytes.
  public mutating func write(_ values: [UInt8]) {
    write(values.count)
    bytes += values
  }

  /// Takes the count and the text's bytes in UTF-8.
  public mutating func write(_ text: String) { write(Array(text.utf8)) }

  /// Takes what the value writes.
  public mutating func write(_ value: some Storable) { value.write(to: &self) }
}
