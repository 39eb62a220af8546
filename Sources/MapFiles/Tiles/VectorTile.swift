import StageKit

/// A tile of the Mapbox Vector Tile Specification, version 1 or 2.
struct VectorTile {
  /// A feature, in units of its layer's tile: from 0 to `extent`, y downward.
  struct Feature {
    var layer: String
    var extent: Double
    var properties: [GeoJSON.Property] = []
    var points: [Point] = []
    var lines: [[Point]] = []
    /// Outlines, each with its holes; rings are not closed by a point of their own.
    var polygons: [[[Point]]] = []
  }

  private(set) var features: [Feature] = []

  /// Reads a tile that is not compressed. Throws `MapFileError` where it is damaged.
  init(_ bytes: [UInt8]) throws(MapFileError) {
    var message = ProtocolBuffer(bytes[...])
    while !message.isAtEnd {
      if case (3, .bytes(let layer)) = try message.field() { try read(layer: layer) }
    }
  }

  private struct Layer {
    var name: String?
    var extent = 4096.0
    var version: UInt64 = 1
    var keys: [String] = []
    var values: [GeoJSON.Value] = []
    var features: [ArraySlice<UInt8>] = []
  }

  private mutating func read(layer bytes: ArraySlice<UInt8>) throws(MapFileError) {
    var layer = Layer()
    var message = ProtocolBuffer(bytes)
    while !message.isAtEnd {
      switch try message.field() {
      case (1, .bytes(let text)): layer.name = String(decoding: text, as: UTF8.self)
      case (2, .bytes(let feature)): layer.features.append(feature)
      case (3, .bytes(let text)): layer.keys.append(String(decoding: text, as: UTF8.self))
      case (4, .bytes(let value)): layer.values.append(try Self.value(value))
      case (5, .number(let extent)): layer.extent = Double(extent)
      case (15, .number(let version)): layer.version = version
      case (1...5, _), (15, _): throw MapFileError("a layer of a tile is damaged")
      default: break
      }
    }
    guard let name = layer.name else { throw MapFileError("a layer of a tile has no name") }
    guard layer.version <= 2 else {
      throw MapFileError("the layer '\(name)' of a tile has the version \(layer.version)")
    }
    guard layer.extent > 0 else { throw MapFileError("the layer '\(name)' of a tile has no extent") }
    for feature in layer.features { try read(feature: feature, in: layer, name) }
  }

  private static func value(_ bytes: ArraySlice<UInt8>) throws(MapFileError) -> GeoJSON.Value {
    var message = ProtocolBuffer(bytes)
    var result = GeoJSON.Value.null
    while !message.isAtEnd {
      switch try message.field() {
      case (1, .bytes(let text)): result = .string(String(decoding: text, as: UTF8.self))
      case (2, .fixed32(let bits)): result = .number(Double(Float(bitPattern: bits)))
      case (3, .fixed64(let bits)): result = .number(Double(bitPattern: bits))
      case (4, .number(let value)): result = .number(Double(Int64(bitPattern: value)))
      case (5, .number(let value)): result = .number(Double(value))
      case (6, .number(let value)): result = .number(Double(ProtocolBuffer.signed(value)))
      case (7, .number(let value)): result = .bool(value != 0)
      default: break
      }
    }
    return result
  }

  private mutating func read(feature bytes: ArraySlice<UInt8>, in layer: Layer, _ name: String) throws(MapFileError) {
    var feature = Feature(layer: name, extent: layer.extent)
    var type: UInt64 = 0
    var geometry: ArraySlice<UInt8>?
    var message = ProtocolBuffer(bytes)
    while !message.isAtEnd {
      switch try message.field() {
      case (2, .bytes(let tags)):
        var numbers = ProtocolBuffer(tags)
        while !numbers.isAtEnd {
          let key = try numbers.number()
          guard !numbers.isAtEnd else {
            throw MapFileError("a feature of the layer '\(name)' has a key without a value")
          }
          let value = try numbers.number()
          guard key < layer.keys.count, value < layer.values.count else {
            throw MapFileError("a feature of the layer '\(name)' has a key or a value that the layer lacks")
          }
          feature.properties.append(GeoJSON.Property(name: layer.keys[Int(key)], value: layer.values[Int(value)]))
        }
      case (3, .number(let value)): type = value
      case (4, .bytes(let commands)): geometry = commands
      default: break
      }
    }
    guard let geometry else { return }
    let paths = try Self.paths(geometry, areClosed: type == 3, name)
    switch type {
    case 1: feature.points = paths.flatMap(\.points)
    case 2: feature.lines = paths.map(\.points).filter { $0.count >= 2 }
    case 3: feature.polygons = Self.polygons(paths.map(\.points))
    default: return
    }
    features.append(feature)
  }

  private struct Piece { var points: [Point] }

  /// The pieces that the commands 1 (move), 2 (line) and 7 (close) draw, one for each move.
  private static func paths(
    _ commands: ArraySlice<UInt8>, areClosed: Bool, _ name: String
  ) throws(MapFileError) -> [Piece] {
    var numbers = ProtocolBuffer(commands)
    var (x, y) = (Int64(0), Int64(0))
    var result: [Piece] = []
    while !numbers.isAtEnd {
      let command = try numbers.number()
      let (kind, count) = (command & 7, command >> 3)
      switch kind {
      case 1, 2:
        // Each takes two bytes at least.
        guard count <= UInt64(commands.count) else { throw MapFileError("a feature of the layer '\(name)' is cut off") }
        for _ in 0..<count {
          x &+= try numbers.signedNumber()
          y &+= try numbers.signedNumber()
          let point = Point(Double(x), Double(y))
          if kind == 1 {
            result.append(Piece(points: [point]))
          } else {
            guard !result.isEmpty else { throw MapFileError("a feature of the layer '\(name)' begins with a line") }
            result[result.count - 1].points.append(point)
          }
        }
      case 7:
        guard areClosed, count == 1, !result.isEmpty else {
          throw MapFileError("a feature of the layer '\(name)' is closed where it cannot be")
        }
      default: throw MapFileError("a feature of the layer '\(name)' has the command \(kind)")
      }
    }
    return result
  }

  /// Outlines turn clockwise on the tile, and holes, which follow them, the other way.
  private static func polygons(_ rings: [[Point]]) -> [[[Point]]] {
    var result: [[[Point]]] = []
    for ring in rings where ring.count >= 3 {
      var area = 0.0
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { area += (a - ring[0]).cross(b - ring[0]) }
      if area > 0 || (area < 0 && result.isEmpty) {
        result.append([ring])
      } else if area < 0 {
        result[result.count - 1].append(ring)
      }
    }
    return result
  }
}
