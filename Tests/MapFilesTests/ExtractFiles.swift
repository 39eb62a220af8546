import TestSupport

/// Writes files of OpenStreetMap's PBF format, without compression.
struct ExtractFile {
  struct Node {
    var id: Int
    var longitude: Double
    var latitude: Double
    var tags: [(String, String)] = []
  }

  struct Way {
    var id: Int
    var nodes: [Int]
    var tags: [(String, String)] = []
  }

  struct Relation {
    var id: Int
    var ways: [Int]
    var tags: [(String, String)] = []
  }

  var nodes: [Node] = []
  var ways: [Way] = []
  var relations: [Relation] = []
  /// True if nodes are written by columns.
  var isDense = true
  var requires = ["OsmSchema-V0.6", "DenseNodes"]
  /// West, east, north, south.
  var bounds: [Double]?

  var bytes: [UInt8] {
    var header = MessageWriter()
    if let bounds {
      var box = MessageWriter()
      for (side, value) in bounds.enumerated() {
        box.add(side + 1, number: MessageWriter.zigzag(Int((value * 1e9).rounded())))
      }
      header.add(1, bytes: box.bytes)
    }
    for feature in requires { header.add(4, bytes: Array(feature.utf8)) }
    return Self.blob("OSMHeader", header.bytes) + Self.blob("OSMData", nodeBlock) + Self.blob("OSMData", wayBlock)
      + Self.blob("OSMData", relationBlock)
  }

  private static func blob(_ type: String, _ data: [UInt8]) -> [UInt8] {
    var blob = MessageWriter()
    blob.add(1, bytes: data)
    var header = MessageWriter()
    header.add(1, bytes: Array(type.utf8))
    header.add(3, number: UInt64(blob.bytes.count))
    let count = header.bytes.count
    return [0, 0, UInt8(count >> 8), UInt8(count & 255)] + header.bytes + blob.bytes
  }

  /// The texts of a block, the first of which is empty.
  private struct Texts {
    var list = [""]

    mutating func index(_ text: String) -> UInt64 {
      if let index = list.firstIndex(of: text) { return UInt64(index) }
      list.append(text)
      return UInt64(list.count - 1)
    }

    func block(_ group: [UInt8]) -> [UInt8] {
      var table = MessageWriter()
      for text in list { table.add(1, bytes: Array(text.utf8)) }
      var block = MessageWriter()
      block.add(1, bytes: table.bytes)
      block.add(2, bytes: group)
      return block.bytes
    }
  }

  private static func differences(_ values: [Int]) -> [UInt64] {
    zip(values, [0] + values).map { MessageWriter.zigzag($0.0 - $0.1) }
  }

  private static func units(_ degrees: Double) -> Int { Int((degrees * 1e7).rounded()) }

  private var nodeBlock: [UInt8] {
    var (texts, group) = (Texts(), MessageWriter())
    if isDense {
      var dense = MessageWriter()
      dense.add(1, numbers: Self.differences(nodes.map(\.id)))
      dense.add(8, numbers: Self.differences(nodes.map { Self.units($0.latitude) }))
      dense.add(9, numbers: Self.differences(nodes.map { Self.units($0.longitude) }))
      dense.add(10, numbers: nodes.flatMap { $0.tags.flatMap { [texts.index($0.0), texts.index($0.1)] } + [0] })
      group.add(2, bytes: dense.bytes)
    } else {
      for node in nodes {
        var message = MessageWriter()
        message.add(1, number: MessageWriter.zigzag(node.id))
        message.add(2, numbers: node.tags.map { texts.index($0.0) })
        message.add(3, numbers: node.tags.map { texts.index($0.1) })
        message.add(8, number: MessageWriter.zigzag(Self.units(node.latitude)))
        message.add(9, number: MessageWriter.zigzag(Self.units(node.longitude)))
        group.add(1, bytes: message.bytes)
      }
    }
    return texts.block(group.bytes)
  }

  private var wayBlock: [UInt8] {
    var (texts, group) = (Texts(), MessageWriter())
    for way in ways {
      var message = MessageWriter()
      message.add(1, number: UInt64(way.id))
      message.add(2, numbers: way.tags.map { texts.index($0.0) })
      message.add(3, numbers: way.tags.map { texts.index($0.1) })
      message.add(8, numbers: Self.differences(way.nodes))
      group.add(3, bytes: message.bytes)
    }
    return texts.block(group.bytes)
  }

  private var relationBlock: [UInt8] {
    var (texts, group) = (Texts(), MessageWriter())
    for relation in relations {
      var message = MessageWriter()
      message.add(1, number: UInt64(relation.id))
      message.add(2, numbers: relation.tags.map { texts.index($0.0) })
      message.add(3, numbers: relation.tags.map { texts.index($0.1) })
      message.add(8, numbers: relation.ways.map { _ in 0 })
      message.add(9, numbers: Self.differences(relation.ways))
      message.add(10, numbers: relation.ways.map { _ in 1 })
      group.add(4, bytes: message.bytes)
    }
    return texts.block(group.bytes)
  }
}
