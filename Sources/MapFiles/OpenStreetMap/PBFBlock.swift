import StageKit

/// A block of a PBF file: its text, and groups of nodes, ways or relations.
struct PBFBlock {
  /// The identifier of a node, a way or a relation among its like, and its tags as indices into the block's text.
  struct Node {
    var id: Int64
    var place: OSMPlace
    var tags: [(key: Int, value: Int)]
  }

  struct Way {
    var id: Int64
    var nodes: [Int64]
    var tags: [(key: Int, value: Int)]
  }

  struct Relation {
    var id: Int64
    /// Its members that are ways.
    var ways: [Int64]
    var tags: [(key: Int, value: Int)]
  }

  private var texts: [ArraySlice<UInt8>] = []
  private var groups: [ArraySlice<UInt8>] = []
  private var granularity: Int64 = 100
  private var (latitudeOffset, longitudeOffset) = (Int64(0), Int64(0))

  init(_ bytes: [UInt8]) throws {
    var message = ProtocolBuffer(bytes[...])
    while !message.isAtEnd {
      switch try message.field() {
      case (1, .bytes(let table)):
        var message = ProtocolBuffer(table)
        while !message.isAtEnd { if case (1, .bytes(let text)) = try message.field() { texts.append(text) } }
      case (2, .bytes(let group)): groups.append(group)
      case (17, .number(let value)): granularity = Int64(truncatingIfNeeded: value)
      case (19, .number(let value)): latitudeOffset = Int64(truncatingIfNeeded: value)
      case (20, .number(let value)): longitudeOffset = Int64(truncatingIfNeeded: value)
      default: break
      }
    }
  }

  /// The tags that indices name, in their order.
  func properties(_ tags: [(key: Int, value: Int)]) throws -> [GeoJSON.Property] {
    try tags.map { tag in
      guard texts.indices.contains(tag.key), texts.indices.contains(tag.value) else {
        throw MapFileError("it is damaged: a tag has no text")
      }
      return GeoJSON.Property(
        name: String(decoding: texts[tag.key], as: UTF8.self),
        value: .string(String(decoding: texts[tag.value], as: UTF8.self)))
    }
  }

  /// The kinds of objects in the groups, found without reading the objects.
  func kinds() throws -> PBFFile.Kinds {
    var result: PBFFile.Kinds = []
    for group in groups {
      var message = ProtocolBuffer(group)
      guard !message.isAtEnd else { continue }
      switch try message.field().number {
      case 1, 2: result.insert(.nodes)
      case 3: result.insert(.ways)
      case 4: result.insert(.relations)
      default: break
      }
    }
    return result
  }

  private func place(_ latitude: Int64, _ longitude: Int64) -> OSMPlace {
    func units(_ value: Int64, _ offset: Int64) -> Int32 { Int32(clamping: (offset &+ granularity &* value) / 100) }
    return OSMPlace(longitude: units(longitude, longitudeOffset), latitude: units(latitude, latitudeOffset))
  }

  func forEachNode(_ body: (Node) throws -> Void) throws {
    for group in groups {
      var message = ProtocolBuffer(group)
      while !message.isAtEnd {
        switch try message.field() {
        case (1, .bytes(let node)): try body(try self.node(node))
        case (2, .bytes(let nodes)): try read(dense: nodes, body)
        default: break
        }
      }
    }
  }

  private func node(_ bytes: ArraySlice<UInt8>) throws -> Node {
    var (id, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
    var tags = TagReader()
    var message = ProtocolBuffer(bytes)
    while !message.isAtEnd {
      switch try message.field() {
      case (1, .number(let value)): id = ProtocolBuffer.signed(value)
      case (8, .number(let value)): latitude = ProtocolBuffer.signed(value)
      case (9, .number(let value)): longitude = ProtocolBuffer.signed(value)
      case (let field, .bytes(let numbers)): tags.add(field, numbers)
      default: break
      }
    }
    return Node(id: id, place: place(latitude, longitude), tags: try tags.pairs())
  }

  /// Nodes by columns; each number is the difference from the one before.
  private func read(dense bytes: ArraySlice<UInt8>, _ body: (Node) throws -> Void) throws {
    var columns = [ArraySlice<UInt8>](repeating: [], count: 11)
    var message = ProtocolBuffer(bytes)
    while !message.isAtEnd {
      if case (let field, .bytes(let column)) = try message.field(), columns.indices.contains(field) {
        columns[field] = column
      }
    }
    var (idColumn, latitudeColumn) = (ProtocolBuffer(columns[1]), ProtocolBuffer(columns[8]))
    var (longitudeColumn, tagColumn) = (ProtocolBuffer(columns[9]), ProtocolBuffer(columns[10]))
    var (id, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
    while !idColumn.isAtEnd {
      id &+= try idColumn.signedNumber()
      latitude &+= try latitudeColumn.signedNumber()
      longitude &+= try longitudeColumn.signedNumber()
      var pairs: [(key: Int, value: Int)] = []
      while !tagColumn.isAtEnd {
        let key = try tagColumn.number()
        if key == 0 { break }
        pairs.append((Int(clamping: key), Int(clamping: try tagColumn.number())))
      }
      try body(Node(id: id, place: place(latitude, longitude), tags: pairs))
    }
  }

  func forEachWay(_ body: (Way) throws -> Void) throws {
    try forEach(3) { bytes in
      var way = Way(id: 0, nodes: [], tags: [])
      var tags = TagReader()
      var message = ProtocolBuffer(bytes)
      while !message.isAtEnd {
        switch try message.field() {
        case (1, .number(let value)): way.id = Int64(bitPattern: value)
        case (8, .bytes(let numbers)): way.nodes = try Self.differences(numbers)
        case (let field, .bytes(let numbers)): tags.add(field, numbers)
        default: break
        }
      }
      way.tags = try tags.pairs()
      try body(way)
    }
  }

  func forEachRelation(_ body: (Relation) throws -> Void) throws {
    try forEach(4) { bytes in
      var relation = Relation(id: 0, ways: [], tags: [])
      var (members, kinds) = ([Int64](), [UInt64]())
      var tags = TagReader()
      var message = ProtocolBuffer(bytes)
      while !message.isAtEnd {
        switch try message.field() {
        case (1, .number(let value)): relation.id = Int64(bitPattern: value)
        case (9, .bytes(let numbers)): members = try Self.differences(numbers)
        case (10, .bytes(let numbers)):
          var numbers = ProtocolBuffer(numbers)
          while !numbers.isAtEnd { kinds.append(try numbers.number()) }
        case (let field, .bytes(let numbers)): tags.add(field, numbers)
        default: break
        }
      }
      relation.ways = zip(members, kinds).filter { $0.1 == 1 }.map(\.0)
      relation.tags = try tags.pairs()
      try body(relation)
    }
  }

  private func forEach(_ kind: Int, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    for group in groups {
      var message = ProtocolBuffer(group)
      while !message.isAtEnd {
        guard case (let field, .bytes(let bytes)) = try message.field() else { continue }
        guard field == kind else { break }
        try body(bytes)
      }
    }
  }

  private static func differences(_ bytes: ArraySlice<UInt8>) throws -> [Int64] {
    var numbers = ProtocolBuffer(bytes)
    var (result, sum) = ([Int64](), Int64(0))
    while !numbers.isAtEnd {
      sum &+= try numbers.signedNumber()
      result.append(sum)
    }
    return result
  }
}

/// A place in units of 10⁻⁷ degrees, as OpenStreetMap keeps them.
struct OSMPlace: Hashable {
  var longitude: Int32
  var latitude: Int32

  var coordinate: Coordinate { Coordinate(longitude: Double(longitude) / 1e7, latitude: Double(latitude) / 1e7) }
}

/// The fields 2 and 3 of a node, a way or a relation: keys and values as indices.
private struct TagReader {
  private var keys: ArraySlice<UInt8> = []
  private var values: ArraySlice<UInt8> = []

  mutating func add(_ field: Int, _ bytes: ArraySlice<UInt8>) {
    if field == 2 { keys = bytes }
    if field == 3 { values = bytes }
  }

  func pairs() throws -> [(key: Int, value: Int)] {
    var (keys, values) = (ProtocolBuffer(keys), ProtocolBuffer(values))
    var result: [(key: Int, value: Int)] = []
    while !keys.isAtEnd {
      result.append((Int(clamping: try keys.number()), Int(clamping: try values.number())))
    }
    return result
  }
}
