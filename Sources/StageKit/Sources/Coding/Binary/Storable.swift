/// A value that can be written as bytes and read back as it was, bit by bit.
public protocol Storable: Sendable {
  /// Writes everything that the value consists of.
  func write(to writer: inout BinaryWriter)

  /// Reads what `write` wrote, in the same order.
  init(from reader: inout BinaryReader) throws(BinaryError)
}

extension Digest: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(high)
    writer.write(low)
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    self.init(high: try reader.word(), low: try reader.word())
  }
}

/// Bytes are not what a value was written as.
public struct BinaryError: Error, Sendable {
  /// A fault that says no more.
  public init() {}
}
