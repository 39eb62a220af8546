/// Reads what `BinaryWriter` wrote; whatever the bytes are, it throws or gives values.
public struct BinaryReader: Sendable {
  private let bytes: [UInt8]
  private let end: Int
  private var position = 0

  /// Reads from the first byte on.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  /// Reads what lies between the signature and the digest of `BinaryWriter.sealed()`; throws if any byte was changed,
  /// added or lost.
  public init(sealed bytes: [UInt8], signature: String) throws(BinaryError) {
    guard bytes.count >= signature.utf8.count + 16, bytes.starts(with: signature.utf8) else { throw BinaryError() }
    self.bytes = bytes
    end = bytes.count - 16
    var trailer = BinaryReader(Array(bytes.suffix(16)))
    let digest = Digest { $0.combine(bytes: bytes.span.extracting(droppingLast: 16)) }
    guard try Digest(from: &trailer) == digest else { throw BinaryError() }
    position = signature.utf8.count
  }

  /// True if every byte was read.
  public var isAtEnd: Bool { position == end }

  /// Eight bytes.
  public mutating func word() throws(BinaryError) -> UInt64 {
    guard end - position >= 8 else { throw BinaryError() }
    defer { position += 8 }
    return bytes.span.bytes.littleEndianWord(at: position)
  }

  /// A whole number.
  public mutating func integer() throws(BinaryError) -> Int { Int(truncatingIfNeeded: try word()) }

  /// A number with the bits that were written.
  public mutating func double() throws(BinaryError) -> Double { Double(bitPattern: try word()) }

  /// A flag.
  public mutating func bool() throws(BinaryError) -> Bool {
    guard position < end, bytes[position] <= 1 else { throw BinaryError() }
    defer { position += 1 }
    return bytes[position] == 1
  }

  /// Bytes with their count.
  public mutating func byteArray() throws(BinaryError) -> [UInt8] {
    let count = try count(of: 1)
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Reads a value as it was written.
  public mutating func value<Value: Storable>(_: Value.Type = Value.self) throws(BinaryError) -> Value {
    try Value(from: &self)
  }

  /// A text; what is not UTF-8 is a fault.
  public mutating func string() throws(BinaryError) -> String {
    guard let text = String(validating: try byteArray(), as: UTF8.self) else { throw BinaryError() }
    return text
  }

  /// Numbers without a count.
  public mutating func doubles(_ count: Int) throws(BinaryError) -> [Double] {
    guard count >= 0, count <= (end - position) / 8 else { throw BinaryError() }
    let start = position
    position += count * 8
    let raw = bytes.span.bytes
    return (0..<count).map { Double(bitPattern: raw.littleEndianWord(at: start + $0 * 8)) }
  }

  /// Reads the number of the elements that follow, each of at least `size` bytes, so that no wrong count can ask for
  /// much memory.
  public mutating func count(of size: Int) throws(BinaryError) -> Int {
    let count = try integer()
    guard count >= 0, count <= (end - position) / max(1, size) else { throw BinaryError() }
    return count
  }
}

extension RawSpan {
  /// Eight bytes, which must all lie within.
  fileprivate func littleEndianWord(at offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
