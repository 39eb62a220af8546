import Foundation
import StageKit
import TestSupport
import Testing

@testable import MapFiles

@Suite("Vector tiles")
struct VectorTileTests {
  @Test("A tile has points, lines and areas with their tags, in units of its layer")
  func shapes() throws {
    let features = try VectorTile(TileFiles.tile).features
    #expect(features.map(\.layer) == ["roads", "roads", "roads"])
    #expect(features[0].points == [Point(25, 75)])
    #expect(features[1].lines == [[Point(0, 0), Point(100, 0)], [Point(50, 50), Point(50, 60), Point(40, 60)]])
    #expect(features[2].polygons.map(\.count) == [2])
    #expect(features[2].polygons[0][1][0] == Point(20, 20))
    #expect(
      features.map(\.properties) == [
        [GeoJSON.Property(name: "kind", value: .string("path"))], [GeoJSON.Property(name: "kind", value: .number(-7))],
        [GeoJSON.Property(name: "kind", value: .string("path"))],
      ])
  }

  @Test("Tiles that are cut off or damaged anywhere are read or refused")
  func damaged() {
    let whole = TileFiles.tile
    for count in 0..<whole.count { _ = try? VectorTile(Array(whole[..<count])) }
    var random = SeededNumbers(seed: 3)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<3 { bytes[Int(random.unit() * Double(bytes.count))] = UInt8(random.unit() * 255) }
      _ = try? VectorTile(bytes)
    }
  }

  /// From the PMTiles specification's own tests.
  @Test(
    "Tiles are numbered along Hilbert curves",
    arguments: [
      (0, 0, 0, 0 as UInt64), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (12, 3423, 1763, 19_078_479),
    ])
  func hilbert(zoom: Int, column: Int, row: Int, id: UInt64) {
    #expect(PMTilesArchive.id(of: TilePlace(zoom: zoom, column: column, row: row)) == id)
  }

  @Test("Every tile of a zoom has a number of its own")
  func hilbertIsComplete() {
    let ids = (0..<64).flatMap { row in (0..<64).map { PMTilesArchive.id(of: TilePlace(zoom: 6, column: $0, row: row)) }
    }
    #expect(Set(ids).count == 4096)
    #expect(ids.min() == 1365 && ids.max() == 5460)
  }

  @Test("A tile's corners are Web Mercator's")
  func corners() {
    let world = TilePlace(zoom: 0, column: 0, row: 0)
    #expect(abs(world.coordinate(.zero).latitude - 85.051_128_779_8) < 1e-9)
    #expect(world.coordinate(.zero).longitude == -180)
    let tile = TilePlace(Coordinate(longitude: 7.42, latitude: 43.73), zoom: 12)
    #expect((tile.column, tile.row) == (2132, 1493))
    #expect(TilePlace(tile.coordinate(Point(0.5, 0.5)), zoom: 12) == tile)
  }
}

@Suite("Files of map tiles")
struct MapFileTests {
  private func withFile<Value>(_ name: String, _ bytes: [UInt8]? = nil, _ body: (String) throws -> Value) throws
    -> Value
  {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.file(name))
    if let bytes { try Data(bytes).write(to: file) }
    return try body(file.path)
  }

  /// The second tile of zoom 1 in the first row: the northeast.
  private static let northeast = PMTilesArchive.id(of: TilePlace(zoom: 1, column: 1, row: 0))

  private func check(_ map: GeoJSON.FeatureCollection) throws {
    #expect(map.attribution == "© Somebody")
    #expect(map.features.count == 3)
    #expect(map.features[0]["layer"] == .string("roads") && map.features[0]["kind"] == .string("path"))
    guard case .multiPoint(let points)? = map.features[0].geometry else { throw MapFileError("no point") }
    #expect(points[0].longitude == 45)
    // Three quarters of the way from the world's top to the equator.
    let world = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
    let expected = world.coordinate(Point(0, -Double.pi * WebMercatorPlane.earthRadius / 4)).latitude
    #expect(abs(points[0].latitude - expected) < 1e-9)
    guard case .multiPolygon(let areas)? = map.features[2].geometry else { throw MapFileError("no area") }
    #expect(areas[0].map(\.count) == [5, 5])
  }

  @Test("Tiles that are pictures are given by their place, and each kind of tile names the map for it")
  func pictures() throws {
    let picture: [UInt8] = [1, 2, 3]
    let bytes = TileFiles.pmTiles([(0, picture), (Self.northeast, [4])], zooms: 0...1, type: 2)
    try withFile("a.pmtiles", bytes) { path in
      let tiles = try TileFile(path: path, of: .pictures)
      #expect(tiles.zooms == 0...1 && tiles.attribution == "© Somebody")
      #expect(try tiles.bytes(zoom: 0, column: 0, row: 0) == picture)
      #expect(try tiles.bytes(zoom: 1, column: 1, row: 0) == [4])
      #expect(try tiles.bytes(zoom: 1, column: 0, row: 0) == nil)
      let error = #expect(throws: MapFileError.self) {
        try MapFile.features(ofFile: path, around: inTheNortheast, reach: 1000)
      }
      #expect(error?.description == "its tiles are pictures")
    }
    try withFile("a.mbtiles") { path in
      TileFiles.writeMBTiles(path, tile: picture, zoom: 1, column: 1, row: 1, format: "png")
      let tiles = try TileFile(path: path, of: .pictures)
      #expect(try tiles.bytes(zoom: 1, column: 1, row: 0) == picture)
    }
    try withFile("a.pmtiles", TileFiles.pmTiles([(0, TileFiles.tile)], zooms: 0...0)) { path in
      let error = #expect(throws: MapFileError.self) { try TileFile(path: path, of: .pictures) }
      #expect(error?.description == "its tiles are vectors")
    }
  }

  private let inTheNortheast = Coordinate(longitude: 90, latitude: 40)

  @Test("The features of a PMTiles file's part")
  func pmTiles() throws {
    let bytes = TileFiles.pmTiles([(0, TileFiles.tile), (Self.northeast, TileFiles.tile)], zooms: 0...1)
    try withFile("a.pmtiles", bytes) { path in
      try check(try MapFile.features(ofFile: path, around: inTheNortheast, reach: 1000))
    }
    try withFile("a.pmtiles", TileFiles.pmTiles([(Self.northeast, TileFiles.tile)], zooms: 1...1)) { path in
      let error = #expect(throws: MapFileError.self) {
        try MapFile.features(ofFile: path, around: Coordinate(longitude: -90, latitude: 40), reach: 1000)
      }
      #expect(error?.description == "it has no tiles where the camera looks")
      #expect(error?.hint == "It covers -180.0, -85.0 to 180.0, 85.0.")
    }
  }

  @Test("The features of an MBTiles file's part")
  func mbTiles() throws {
    try withFile("a.mbtiles") { path in
      TileFiles.writeMBTiles(path, tile: TileFiles.tile, zoom: 1, column: 1, row: 1)
      try check(try MapFile.features(ofFile: path, around: inTheNortheast, reach: 1000))
    }
  }

  @Test("Where a part needs too many tiles, or has none, a lower zoom is taken", arguments: [1000.0, 15_000_000])
  func lowerZoom(reach: Double) throws {
    let bytes = TileFiles.pmTiles([(0, TileFiles.tile)], zooms: 0...14)
    try withFile("a.pmtiles", bytes) { path in
      let map = try MapFile.features(ofFile: path, around: inTheNortheast, reach: reach)
      #expect(map.features.count == 3)
    }
  }

  @Test("Files that are cut off or damaged anywhere are read or refused")
  func damaged() throws {
    let whole = TileFiles.pmTiles([(0, TileFiles.tile), (Self.northeast, TileFiles.tile)], zooms: 0...1)
    var random = SeededNumbers(seed: 8)
    for round in 0..<400 {
      var bytes = whole
      if round.isMultiple(of: 2) {
        bytes = Array(bytes[..<Int(random.unit() * Double(bytes.count))])
      } else {
        for _ in 0..<3 { bytes[Int(random.unit() * Double(bytes.count))] = UInt8(random.unit() * 255) }
      }
      try withFile("a.pmtiles", bytes) { _ = try? MapFile.features(ofFile: $0, around: inTheNortheast, reach: 1000) }
    }
  }

  @Test(
    "What is no file of vector tiles is an error that says so",
    arguments: [
      ([UInt8](), "it is empty"), (Array("hello".utf8), "it is neither PMTiles, MBTiles, nor PBF of OpenStreetMap"),
      (TileFiles.pmTiles([], zooms: 0...0, version: 4), "it has version 4 of PMTiles; 3 is read"),
    ])
  func refused(bytes: [UInt8], message: String) throws {
    try withFile("a.pmtiles", bytes) { path in
      let error = #expect(throws: MapFileError.self) {
        try MapFile.features(ofFile: path, around: inTheNortheast, reach: 9)
      }
      #expect(error?.description == message)
    }
  }

  private static let realFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/data").standardizedFileURL

  @Test(
    "Real files have the features that other programs find",
    .enabled(if: FileManager.default.fileExists(atPath: realFolder.path)),
    arguments: [
      ("monaco-protomaps.pmtiles", ["buildings": 1395, "roads": 2716, "pois": 604, "landuse": 211, "water": 79]),
      (
        "monaco-openmaptiles.mbtiles",
        ["building": 1314, "transportation": 2552, "transportation_name": 767, "poi": 624]
      ),
    ])
  func realFiles(name: String, counts: [String: Int]) throws {
    let path = Self.realFolder.appendingPathComponent("tiles/\(name)").path
    let map = try MapFile.features(ofFile: path, around: nil, reach: 20_000)
    // Lines that a tile's border has cut to one point are left out.
    for (layer, count) in counts {
      let found = map.features.count { $0["layer"] == .string(layer) }
      #expect((count - 2...count).contains(found), "\(layer)")
    }
  }

  @Test(
    "Real tiles are read, or refused where the specification's tests say so",
    .enabled(if: FileManager.default.fileExists(atPath: realFolder.path)),
    arguments: [
      ("009", true), ("017", true), ("018", true), ("019", true), ("021", true), ("022", true), ("038", true),
      ("049", true),
      ("053", true), ("056", true), ("007", false), ("014", false), ("040", false), ("042", false), ("044", false),
      ("045", false), ("047", false),
      ("051", false), ("058", false), ("061", false),
    ])
  func realTiles(name: String, isValid: Bool) throws {
    let bytes = Array(try Data(contentsOf: Self.realFolder.appendingPathComponent("mvt/\(name).mvt")))
    if isValid { _ = try VectorTile(bytes) } else { #expect(throws: MapFileError.self) { try VectorTile(bytes) } }
  }
}
