/// Writes messages of Protocol Buffers.
public struct MessageWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public static func number(_ value: UInt64) -> [UInt8] {
    var (rest, result) = (value, [UInt8]())
    while rest >= 0x80 {
      result.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return result + [UInt8(rest)]
  }

  public static func zigzag(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value << 1) ^ Int64(value >> 63)) }

  public mutating func add(_ field: Int, number: UInt64) {
    bytes += Self.number(UInt64(field << 3)) + Self.number(number)
  }

  public mutating func add(_ field: Int, bytes more: [UInt8]) {
    bytes += Self.number(UInt64(field << 3 | 2)) + Self.number(UInt64(more.count)) + more
  }

  public mutating func add(_ field: Int, numbers: [UInt64]) { add(field, bytes: numbers.flatMap(Self.number)) }
}

/// Small files of vector tiles.
public enum TileFiles {
  /// One layer "roads" of 100 units with a point, a line of two pieces, and an area with a hole; each has the tag kind.
  public static var tile: [UInt8] {
    func move(_ points: [(Int, Int)]) -> [UInt64] {
      [UInt64(points.count << 3 | 1)] + points.flatMap { [MessageWriter.zigzag($0.0), MessageWriter.zigzag($0.1)] }
    }
    func line(_ points: [(Int, Int)]) -> [UInt64] {
      [UInt64(points.count << 3 | 2)] + points.flatMap { [MessageWriter.zigzag($0.0), MessageWriter.zigzag($0.1)] }
    }
    func feature(_ type: UInt64, _ commands: [UInt64], value: UInt64) -> [UInt8] {
      var message = MessageWriter()
      message.add(2, numbers: [0, value])
      message.add(3, number: type)
      message.add(4, numbers: commands)
      return message.bytes
    }
    var text = MessageWriter()
    text.add(1, bytes: Array("path".utf8))
    var whole = MessageWriter()
    whole.add(6, number: MessageWriter.zigzag(-7))
    var layer = MessageWriter()
    layer.add(15, number: 2)
    layer.add(1, bytes: Array("roads".utf8))
    layer.add(2, bytes: feature(1, move([(25, 75)]), value: 0))
    layer.add(
      2, bytes: feature(2, move([(0, 0)]) + line([(100, 0)]) + move([(-50, 50)]) + line([(0, 10), (-10, 0)]), value: 1))
    let outline = move([(10, 10)]) + line([(80, 0), (0, 80), (-80, 0)]) + [15]
    let hole = move([(10, -70)]) + line([(0, 50), (50, 0), (0, -50)]) + [15]
    layer.add(2, bytes: feature(3, outline + hole, value: 0))
    layer.add(3, bytes: Array("kind".utf8))
    layer.add(4, bytes: text.bytes)
    layer.add(4, bytes: whole.bytes)
    layer.add(5, number: 100)
    var tile = MessageWriter()
    tile.add(3, bytes: layer.bytes)
    return tile.bytes
  }

  /// One layer of 100 units with an area that fills the tile.
  public static func area(layer name: String) -> [UInt8] {
    var feature = MessageWriter()
    feature.add(3, number: 3)
    let corner = MessageWriter.zigzag(100)
    feature.add(4, numbers: [9, 0, 0, 26, corner, 0, 0, corner, MessageWriter.zigzag(-100), 0, 15])
    var layer = MessageWriter()
    layer.add(15, number: 2)
    layer.add(1, bytes: Array(name.utf8))
    layer.add(2, bytes: feature.bytes)
    layer.add(5, number: 100)
    var tile = MessageWriter()
    tile.add(3, bytes: layer.bytes)
    return tile.bytes
  }

  /// A PMTiles file whose tiles are not packed, each with its number.
  public static func pmTiles(
    _ tiles: [(id: UInt64, bytes: [UInt8])], zooms: ClosedRange<Int>, version: UInt8 = 3, type: UInt8 = 1
  )
    -> [UInt8]
  {
    func number(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    var directory = MessageWriter.number(UInt64(tiles.count))
    var last: UInt64 = 0
    for tile in tiles {
      directory += MessageWriter.number(tile.id - last)
      last = tile.id
    }
    for _ in tiles { directory += [1] }
    for tile in tiles { directory += MessageWriter.number(UInt64(tile.bytes.count)) }
    for index in tiles.indices { directory += [index == 0 ? 1 : 0] }
    let metadata = Array(#"{"attribution": "<a href='x'>&copy; Somebody</a>"}"#.utf8)
    let data = tiles.flatMap(\.bytes)
    let (root, more) = (UInt64(127), UInt64(127 + directory.count))
    var header = Array("PMTiles".utf8) + [version]
    header += number(root, 8) + number(UInt64(directory.count), 8) + number(more, 8) + number(UInt64(metadata.count), 8)
    header += number(more + UInt64(metadata.count), 8) + number(0, 8)
    header += number(more + UInt64(metadata.count), 8) + number(UInt64(data.count), 8)
    header += number(UInt64(tiles.count), 8) + number(UInt64(tiles.count), 8) + number(UInt64(tiles.count), 8)
    header += [1, 1, 1, type, UInt8(zooms.lowerBound), UInt8(zooms.upperBound)]
    for degrees in [-180.0, -85, 180, 85] { header += number(UInt64(UInt32(bitPattern: Int32(degrees * 1e7))), 4) }
    header += [UInt8](repeating: 0, count: 127 - header.count)
    return header + directory + metadata + data
  }
}
