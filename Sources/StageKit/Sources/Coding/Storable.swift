/// A value that can be written as bytes and read back as it was, bit by bit.
public protocol Storable: Sendable {
  /// Writes everything that the value consists of.
  func write(to writer: inout BinaryWriter)

  /// Reads what `write` wrote, in the same order.
  init(from reader: inout BinaryReader) throws(BinaryFault)
}

/// Bytes are not what a value was written as.
public struct BinaryFault: Error, Sendable {
  /// A fault that says no more.
  public init() {}
}
