import Foundation
import StageKit
import TestSupport
import Testing

@testable import MapFiles

@Suite("Extracts of OpenStreetMap")
struct OSMExtractTests {
  /// A square of four nodes with a lower left corner and a side, as nodes and a closed list of their numbers.
  private func square(_ id: Int, _ x: Double, _ y: Double, _ side: Double) -> (nodes: [ExtractFile.Node], ring: [Int]) {
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    let nodes = corners.enumerated().map {
      ExtractFile.Node(id: id + $0.offset, longitude: $0.element.0, latitude: $0.element.1)
    }
    return (nodes, [id, id + 1, id + 2, id + 3, id])
  }

  private func map(
    _ file: ExtractFile, around center: Coordinate? = Coordinate(longitude: 10, latitude: 0), reach: Double = 2000
  ) throws -> GeoJSON.FeatureCollection { try map(file.bytes, around: center, reach: reach) }

  private func map(
    _ bytes: [UInt8], around center: Coordinate?, reach: Double
  ) throws -> GeoJSON.FeatureCollection {
    let folder = try TemporaryFolder()
    let path = folder.file("a.osm.pbf")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try MapFile.features(ofFile: path, around: center, reach: reach)
  }

  @Test("Nodes with tags are points, ways are lines or areas", arguments: [true, false])
  func kinds(isDense: Bool) throws {
    let house = square(10, 10.001, 0.001, 0.0005)
    var file = ExtractFile(isDense: isDense)
    file.nodes = [
      .init(id: 1, longitude: 10, latitude: 0, tags: [("name", "Café"), ("amenity", "cafe")]),
      .init(id: 2, longitude: 10.002, latitude: -0.001),
    ]
    file.nodes += house.nodes
    file.ways = [
      .init(id: 5, nodes: [1, 2], tags: [("highway", "residential")]),
      .init(id: 6, nodes: house.ring, tags: [("building", "yes")]),
      .init(id: 7, nodes: house.ring, tags: [("highway", "service")]),
    ]
    let features = try map(file).features
    #expect(features.count == 4)
    #expect(features[0].geometry == .point(Coordinate(longitude: 10, latitude: 0)))
    #expect(features[0]["name"] == .string("Café"))
    #expect(
      features[1].geometry
        == .lineString([Coordinate(longitude: 10, latitude: 0), Coordinate(longitude: 10.002, latitude: -0.001)]))
    guard case .polygon(let rings)? = features[2].geometry, case .lineString? = features[3].geometry else {
      throw MapFileError("no area or line")
    }
    #expect(rings[0].first == rings[0].last && rings[0].count == 5)
  }

  @Test("An area of several ways has its outline joined, and holes within it")
  func multipolygon() throws {
    let (outer, inner, far) = (
      square(10, 10, 0, 0.01), square(20, 10.004, 0.004, 0.002), square(30, 10.1, 0.1, 0.001)
    )
    var file = ExtractFile()
    file.nodes = outer.nodes + inner.nodes + far.nodes
    file.ways = [
      .init(id: 1, nodes: [10, 11, 12]), .init(id: 2, nodes: [10, 13, 12]), .init(id: 3, nodes: inner.ring),
      .init(id: 4, nodes: far.ring),
    ]
    file.relations = [.init(id: 9, ways: [1, 2, 3, 4], tags: [("type", "multipolygon"), ("natural", "water")])]
    // A relation that lacks a way is left out: what is left may be a hole.
    file.relations.append(.init(id: 10, ways: [3, 5], tags: [("type", "multipolygon"), ("natural", "wood")]))
    file.relations.append(.init(id: 11, ways: [3, 1], tags: [("type", "multipolygon"), ("natural", "wood")]))
    let areas = try map(file).features.filter { $0["type"] != nil }
    #expect(areas.count == 1)
    guard case .multiPolygon(let polygons)? = areas.first?.geometry else { throw MapFileError("no area") }
    #expect(polygons.map(\.count) == [2])
    #expect(polygons[0].map(\.count) == [5, 5])
    #expect(polygons[0][1][0].longitude == 10.004)
  }

  @Test("An area that reaches out of the part is whole, and one whose nodes are missing is left out")
  func reachesOut() throws {
    let park = square(10, 10, 0, 0.5)
    var file = ExtractFile()
    file.nodes = park.nodes + [.init(id: 1, longitude: 10.001, latitude: 0)]
    file.ways = [
      .init(id: 1, nodes: [10, 11, 12]), .init(id: 2, nodes: [12, 13, 10]),
      .init(id: 3, nodes: [1, 77, 78, 1], tags: [("leisure", "park")]),
    ]
    file.relations = [.init(id: 9, ways: [1, 2], tags: [("type", "multipolygon"), ("leisure", "park")])]
    let features = try map(file).features
    guard features.count == 1, case .multiPolygon(let polygons)? = features.last?.geometry else {
      throw MapFileError("\(features.count) features")
    }
    #expect(polygons[0][0].map(\.longitude).max() == 10.5)
  }

  @Test("Only what lies in the part is taken, and a file says what it covers where nothing does")
  func nothing() throws {
    var file = ExtractFile(bounds: [9, 11, 1, -1])
    file.nodes = [.init(id: 1, longitude: 10, latitude: 0, tags: [("name", "A")])]
    for bounds in [file.bounds, nil] {
      file.bounds = bounds
      #expect(try map(file, around: nil).features.count == 1)
    }
    file.bounds = [9, 11, 1, -1]
    let error = #expect(throws: MapFileError.self) { try map(file, around: Coordinate(longitude: 50, latitude: 50)) }
    #expect(error?.description == "it has nothing where the camera looks")
    #expect(error?.hint == "It covers 9.0, -1.0 to 11.0, 1.0.")
    #expect(try map(file).attribution == "© OpenStreetMap contributors")
  }

  @Test("A coast across the part has the sea to its right")
  func sea() throws {
    var file = ExtractFile()
    file.nodes = [
      .init(id: 1, longitude: 10, latitude: -0.1), .init(id: 2, longitude: 10, latitude: 0),
      .init(id: 3, longitude: 10, latitude: 0.1),
    ]
    file.ways = [.init(id: 1, nodes: [1, 2, 3], tags: [("natural", "coastline")])]
    let features = try map(file).features
    guard case .multiPolygon(let sea)? = features.first?.geometry else { throw MapFileError("no sea") }
    #expect(features[0]["natural"] == .string("water"))
    #expect(sea.count == 1 && sea[0][0].allSatisfy { $0.longitude >= 10 })
    #expect(abs((sea[0][0].map(\.longitude).max() ?? 0) - 10.018) < 1e-3)
  }

  @Test("A part across the antimeridian has both sides")
  func antimeridian() throws {
    var file = ExtractFile()
    file.nodes = [
      .init(id: 1, longitude: 179.99, latitude: 0, tags: [("name", "West")]),
      .init(id: 2, longitude: -179.99, latitude: 0, tags: [("name", "East")]),
      .init(id: 3, longitude: 0, latitude: 0, tags: [("name", "Far")]),
    ]
    for longitude in [179.999, -179.999] {
      let names = try map(file, around: Coordinate(longitude: longitude, latitude: 0)).features.map { $0["name"] }
      #expect(names == [.string("West"), .string("East")])
    }
  }

  @Test("What is not read says so")
  func refused() throws {
    var file = ExtractFile()
    file.requires.append("HistoricalInformation")
    let error = #expect(throws: MapFileError.self) { try map(file) }
    #expect(error?.description == "it has 'HistoricalInformation', which is not read")
  }

  @Test("Files that are cut off or damaged anywhere are read or refused")
  func damaged() throws {
    let outer = square(10, 10, 0, 0.01)
    var file = ExtractFile(bounds: [9, 11, 1, -1])
    file.nodes = outer.nodes + [.init(id: 1, longitude: 10, latitude: 0, tags: [("name", "A")])]
    file.ways = [
      .init(id: 1, nodes: [10, 11, 12], tags: [("natural", "coastline")]), .init(id: 2, nodes: [12, 13, 10]),
    ]
    file.relations = [.init(id: 9, ways: [1, 2], tags: [("type", "multipolygon"), ("leisure", "park")])]
    let whole = file.bytes
    var random = SeededNumbers(seed: 5)
    for round in 0..<600 {
      var bytes = whole
      if round.isMultiple(of: 3) {
        bytes = Array(bytes[..<Int(random.unit() * Double(bytes.count))])
      } else {
        for _ in 0..<3 { bytes[Int(random.unit() * Double(bytes.count))] = UInt8(random.unit() * 255) }
      }
      _ = try? map(bytes, around: Coordinate(longitude: 10, latitude: 0), reach: 2000)
    }
  }
}

/// Figures that libosmium gives for extracts that lie beside the project where it is developed.
@Suite("Extracts beside the project")
struct SharedExtractTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/data/osm").standardizedFileURL.path

  @Test(
    "They have as many areas of each kind as another program finds",
    .enabled(if: FileManager.default.fileExists(atPath: folder)),
    arguments: [
      ("monaco", ["building": 1207, "building:part": 15, "height": 38, "building:levels": 109, "landuse": 22]),
      ("vaduz-triesen", ["building": 6550, "building:part": 143, "height": 53, "landuse": 994]),
      ("berlin-siegessaeule", ["building": 5, "building:part": 118, "height": 119, "landuse": 9, "leisure": 4]),
    ])
  func areas(name: String, counts: [String: Int]) throws {
    let map = try MapFile.features(ofFile: "\(Self.folder)/\(name).osm.pbf", around: nil, reach: 100_000)
    let areas = map.features.filter { feature in
      switch feature.geometry {
      case .polygon?, .multiPolygon?: true
      default: false
      }
    }
    for (key, count) in counts { #expect(areas.count { $0[key] != nil } == count, "\(key)") }
  }
}
