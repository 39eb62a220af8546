import Coding

extension Path: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(verbs.map(\.rawValue))
    writer.write(points)
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    var verbs: [Verb] = []
    var pointCount = 0
    for byte in try reader.byteArray() {
      guard let verb = Verb(rawValue: byte), !verbs.isEmpty || verb == .move else { throw BinaryError() }
      pointCount += verb.pointCount
      verbs.append(verb)
    }
    let points = try reader.points()
    guard points.count == pointCount else { throw BinaryError() }
    self.init(verbs: verbs, points: points)
  }
}
