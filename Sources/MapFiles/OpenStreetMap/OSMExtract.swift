import StageKit

/// The part of a PBF file that a map shows.
///
/// The file is read several times, and kept are only the things that have to do with the part: nodes within it and as far
/// around it again, ways with any of them, areas made of such ways, and all nodes of these. An area that encloses all of
/// that, without a node in it, is not found.
struct OSMExtract {
  private struct Way {
    var nodes: [Int64]
    /// Nil for a way that only areas need.
    var properties: [GeoJSON.Property]?
  }

  private let file: PBFFile
  private let area: MapArea
  /// The part in the units of places, and the part with what is around it.
  private let inner: OSMBox
  private let outer: OSMBox

  private var kinds: [PBFFile.Kinds] = []
  private var places: [Int64: OSMPlace] = [:]
  private var points: [GeoJSON.Feature] = []
  private var ways: [Int64: Way] = [:]
  /// The ids of the ways, in the order of the file.
  private var order: [Int64] = []
  private var areas: [(ways: [Int64], properties: [GeoJSON.Property])] = []

  init(_ file: PBFFile, around center: Coordinate?, reach: Double) throws {
    self.file = file
    area = try MapArea(
      around: center, reach: reach, within: try file.bounds ?? (center == nil ? file.nodeBounds() : nil))
    inner = OSMBox(area.box)
    outer = inner.grown
    try readNodes()
    try readWays()
    try readAreas()
    try completeWays()
    try completeNodes()
  }

  /// Nodes with tags as points, ways as lines or areas, and multipolygons; the sea from its coastlines.
  func features() throws -> GeoJSON.FeatureCollection {
    var result = points
    for id in order {
      guard let way = ways[id], let properties = way.properties, !properties.isEmpty else { continue }
      let line = way.nodes.compactMap { places[$0] }
      guard line.count > 1, inner.touches(line) else { continue }
      let isClosed = way.nodes.first == way.nodes.last
      if isClosed, line.count < way.nodes.count { continue }
      let isArea = isClosed && line.count > 3 && OSMAreaTags.describeArea(properties)
      let coordinates = line.map(\.coordinate)
      result.append(
        GeoJSON.Feature(geometry: isArea ? .polygon([coordinates]) : .lineString(coordinates), properties: properties))
    }
    for area in areas {
      // An outline that lacks a part may be a hole's.
      let outlines = area.ways.compactMap { ways[$0]?.nodes }
      guard outlines.count == area.ways.count, let rings = OSMRings.closed(outlines),
        rings.allSatisfy({ $0.count > 3 && $0.allSatisfy { places[$0] != nil } })
      else { continue }
      let polygons = OSMRings.polygons(rings.map { $0.compactMap { places[$0] } }).filter { inner.touches($0[0]) }
      guard !polygons.isEmpty else { continue }
      result.append(
        GeoJSON.Feature(
          geometry: .multiPolygon(polygons.map { $0.map { $0.map(\.coordinate) } }), properties: area.properties))
    }
    guard !result.isEmpty else { throw area.nothing("it has nothing where the camera looks") }
    if let sea = sea() { result.insert(sea, at: 0) }
    return GeoJSON.FeatureCollection(
      features: result, boundingBox: area.box, attribution: "© OpenStreetMap contributors")
  }

  private func sea() -> GeoJSON.Feature? {
    let coast = order.compactMap { id -> [OSMPlace]? in
      guard let way = ways[id], way.properties?.contains(Self.coastline) == true else { return nil }
      return way.nodes.compactMap { places[$0] }
    }
    let polygons = Coastline(coast).sea(in: inner)
    return polygons.isEmpty
      ? nil
      : GeoJSON.Feature(
        geometry: .multiPolygon(polygons.map { $0.map { $0.map(\.coordinate) } }),
        properties: [GeoJSON.Property(name: "natural", value: .string("water"))])
  }

  private static let coastline = GeoJSON.Property(name: "natural", value: .string("coastline"))

  // MARK: Reading

  private mutating func readNodes() throws {
    for index in 0..<file.count {
      let block = try file.block(index)
      kinds.append(try block.kinds())
      guard kinds[index].contains(.nodes) else { continue }
      try block.forEachNode { node in
        guard outer.contains(node.place) else { return }
        places[node.id] = node.place
        guard !node.tags.isEmpty, inner.contains(node.place) else { return }
        points.append(
          GeoJSON.Feature(geometry: .point(node.place.coordinate), properties: try block.properties(node.tags)))
      }
    }
  }

  private mutating func readWays() throws {
    try forEachBlock(.ways) { extract, block in
      try block.forEachWay { way in
        guard way.nodes.contains(where: { extract.places[$0] != nil }) else { return }
        extract.add(way.id, Way(nodes: way.nodes, properties: try block.properties(way.tags)))
      }
    }
  }

  private mutating func add(_ id: Int64, _ way: Way) {
    if ways.updateValue(way, forKey: id) == nil { order.append(id) }
  }

  private mutating func readAreas() throws {
    let type = GeoJSON.Property(name: "type", value: .string("multipolygon"))
    try forEachBlock(.relations) { extract, block in
      try block.forEachRelation { relation in
        guard relation.ways.contains(where: { extract.ways[$0] != nil }) else { return }
        let properties = try block.properties(relation.tags)
        guard properties.contains(type) else { return }
        extract.areas.append((relation.ways, properties))
      }
    }
  }

  /// Adds the ways of areas that have no node near by.
  private mutating func completeWays() throws {
    let missing = Set(areas.flatMap(\.ways).filter { ways[$0] == nil })
    guard !missing.isEmpty else { return }
    try forEachBlock(.ways) { extract, block in
      try block.forEachWay { way in
        if missing.contains(way.id) { extract.add(way.id, Way(nodes: way.nodes, properties: nil)) }
      }
    }
  }

  /// Adds the places of nodes that lie far away.
  private mutating func completeNodes() throws {
    var missing: Set<Int64> = []
    for way in ways.values { for node in way.nodes where places[node] == nil { missing.insert(node) } }
    guard !missing.isEmpty else { return }
    try forEachBlock(.nodes) { extract, block in
      try block.forEachNode { node in
        if missing.contains(node.id) { extract.places[node.id] = node.place }
      }
    }
  }

  private mutating func forEachBlock(
    _ kind: PBFFile.Kinds, _ body: (inout OSMExtract, PBFBlock) throws -> Void
  ) throws {
    for index in kinds.indices where kinds[index].contains(kind) { try body(&self, try file.block(index)) }
  }
}

/// A rectangle in the units of places.
struct OSMBox: Hashable {
  var (west, south, east, north): (Int64, Int64, Int64, Int64)

  init(_ box: GeoJSON.BoundingBox) {
    func units(_ degrees: Double) -> Int64 { Int64((degrees * 1e7).rounded()) }
    (west, south) = (units(box.southWest.longitude), units(box.southWest.latitude))
    (east, north) = (units(box.northEast.longitude), units(box.northEast.latitude))
    // Across the antimeridian the east lies one turn on.
    if east < west { east += Self.turn }
  }

  private static let turn: Int64 = 3_600_000_000

  /// As much larger again to each side.
  var grown: OSMBox {
    var result = self
    result.west -= east - west
    result.east += east - west
    result.south -= north - south
    result.north += north - south
    return result
  }

  func contains(_ place: OSMPlace) -> Bool {
    let (x, y) = (Int64(place.longitude), Int64(place.latitude))
    return south <= y && y <= north && ((west <= x && x <= east) || (west <= x + Self.turn && x + Self.turn <= east))
  }

  /// True if the rectangle around places meets this one.
  func touches(_ line: [OSMPlace]) -> Bool {
    let (xs, ys) = (line.lazy.map { Int64($0.longitude) }, line.lazy.map { Int64($0.latitude) })
    guard let left = xs.min(), let right = xs.max(), let low = ys.min(), let high = ys.max() else { return false }
    return low <= north && high >= south
      && ((left <= east && right >= west) || (left + Self.turn <= east && right + Self.turn >= west))
  }
}
