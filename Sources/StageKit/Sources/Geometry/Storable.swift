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

extension Path: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(verbs.map(\.rawValue))
    writer.write(points)
  }

  public init(from reader: inout BinaryReader) throws(BinaryFault) {
    var verbs: [Verb] = []
    var pointCount = 0
    for byte in try reader.byteArray() {
      guard let verb = Verb(rawValue: byte), !verbs.isEmpty || verb == .move else { throw BinaryFault() }
      pointCount += verb.pointCount
      verbs.append(verb)
    }
    let points = try reader.points()
    guard points.count == pointCount else { throw BinaryFault() }
    self.init(verbs: verbs, points: points)
  }
}
