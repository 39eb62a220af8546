import Coding

extension BinaryWriter {
  /// Writes the count of the points, then two numbers for each.
  public mutating func write(_ points: [Point]) {
    write(points.count)
    for point in points {
      write(point.x)
      write(point.y)
    }
  }
}

extension BinaryReader {
  /// Reads what `write(_:)` wrote.
  public mutating func points() throws(BinaryError) -> [Point] {
    let count = try count(of: 16)
    let numbers = try doubles(count * 2)
    return (0..<count).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) }
  }
}
