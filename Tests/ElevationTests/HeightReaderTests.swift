import StageKit
import Testing

@testable import Elevation

@Suite("Heights are read from GeoTIFF files and tiles")
struct HeightReaderTests {
  private func shorts(_ values: [Int16]) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private var file: TIFFFile { TIFFFile(width: 3, height: 2, cells: shorts([1, 2, 3, -4, -32768, 600])) }

  @Test("A file in degrees has its cells between its corners, and none where heights are unknown")
  func degrees() throws {
    var file = file
    file.void = "-32768"
    let grid = try HeightGrid(geoTIFF: file.bytes)
    #expect((grid.columns, grid.rows) == (3, 2))
    #expect(grid.heights.map { $0.isNaN ? nil : $0 } == [1, 2, 3, -4, nil, 600])
    #expect(grid.units == .degrees)
    #expect(grid.origin == Point(7.25, 43.875))
    #expect(grid.height(at: Coordinate(longitude: 7.25, latitude: 43.875)) == 1)
    #expect(grid.height(at: Coordinate(longitude: 8.25, latitude: 43.625)) == 600)
  }

  @Test("Coordinates may be those of cells' centers")
  func centers() throws {
    var file = file
    file.keys += [1025, 0, 1, 2]
    #expect(try HeightGrid(geoTIFF: file.bytes).origin == Point(7, 44))
  }

  @Test("A tie point may be any cell")
  func tiePoint() throws {
    var file = file
    file.tie = [2, 1, 0, 8, 43.75, 0]
    #expect(try HeightGrid(geoTIFF: file.bytes).origin == Point(7.25, 43.875))
  }

  @Test("Numbers are of 8, 16, 32 and 64 bits, whole or not")
  func numbers() throws {
    func grid(_ cells: [UInt8], bits: Int, format: Int) throws -> [Float] {
      try HeightGrid(geoTIFF: TIFFFile(width: 2, height: 1, cells: cells, bits: bits, format: format).bytes).heights
    }
    #expect(try grid([7, 0xFF], bits: 8, format: 1) == [7, 255])
    #expect(try grid([7, 0xFF], bits: 8, format: 2) == [7, -1])
    #expect(try grid([1, 1, 0xFF, 0x10], bits: 16, format: 1) == [257, 4351])
    #expect(try grid([1, 1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], bits: 32, format: 2) == [257, -1])
    let floats = [Float(1.5), -2.25].flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
    }
    #expect(try grid(floats, bits: 32, format: 3) == [1.5, -2.25])
    let doubles = [1.5, -2.25].flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
    #expect(try grid(doubles, bits: 64, format: 3) == [1.5, -2.25])
  }

  @Test("Web Mercator is understood, and other projections are named")
  func projections() throws {
    var file = file
    file.keys += [3072, 0, 1, 3857]
    #expect(try HeightGrid(geoTIFF: file.bytes).units == .webMercator)
    file.keys[7] = 32632
    #expect(
      throws: HeightsError(
        "it is in the projection EPSG:32632", hint: "Bring it to degrees: gdalwarp -t_srs EPSG:4326.")
    ) {
      try HeightGrid(geoTIFF: file.bytes)
    }
  }

  @Test("A file without a place, with tags of wrong types, or with colors is an error")
  func refused() {
    var nowhere = file
    nowhere.scale = nil
    var wrong = file
    wrong.typeOfScale = 3
    var colors = TIFFFile(width: 1, height: 2, cells: shorts([1, 2, 3, 4, 5, 6]))
    colors.samples = 3
    for file in [nowhere, wrong, colors] { #expect(throws: HeightsError.self) { try HeightGrid(geoTIFF: file.bytes) } }
  }

  @Test("Files that are cut off or damaged anywhere are read or refused")
  func damaged() {
    let whole = file.bytes
    // The last key says the projection.
    for count in 0..<whole.count - 8 {
      #expect(throws: HeightsError.self) {
        try HeightGrid(geoTIFF: Array(whole[..<count])) { if $0 > 1 << 20 { throw HeightsError("too large") } }
      }
    }
    var random = SeededNumbers(seed: 5)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<1 + Int(random.unit() * 4) {
        bytes[Int(random.unit() * Double(bytes.count))] = UInt8(random.unit() * 255)
      }
      _ = try? HeightGrid(geoTIFF: bytes) { if $0 > 1 << 20 { throw HeightsError("too large") } }
    }
  }

  @Test("A tile's colors say heights, and its name where it lies")
  func tiles() throws {
    func grid(_ name: String, _ pixel: [UInt8], _ encoding: HeightEncoding) throws -> HeightGrid {
      let image = try #require(Image(width: 2, height: 2, premultiplied: [pixel, pixel, pixel, pixel].flatMap { $0 }))
      return try HeightGrid(tile: image, name: name, encoding: encoding)
    }
    let sea = try grid("terrarium/1/0/1.png", [128, 0, 0, 255], .terrarium)
    #expect(sea.heights == [0, 0, 0, 0])
    #expect(try grid("a-1-1-0.png", [128, 100, 64, 255], .terrarium).heights[0] == 100.25)
    #expect(try grid("a-1-1-0.png", [1, 134, 160, 255], .mapbox).heights[0] == 0)
    #expect(try grid("a-1-1-0.png", [0, 0, 0, 0], .mapbox).heights[0].isNaN)
    // The world's southwest quarter, whose cells are an eighth of the world's side from its border.
    let half = Double.pi * 6_378_137
    #expect(abs(sea.origin.x + half * 0.75) < 1e-6 && abs(sea.origin.y + half * 0.25) < 1e-6)
    #expect(abs(sea.place(of: Coordinate(longitude: -180, latitude: 0)).x + 0.5) < 1e-9)
    #expect(abs(sea.place(of: Coordinate(longitude: -90, latitude: -85.051_128_779_806_59)).y - 1.5) < 1e-9)
    for name in ["tile.png", "a-1-2-0.png", "25-0-0.png"] {
      #expect(throws: HeightsError.self) { try grid(name, [128, 0, 0, 255], .terrarium) }
    }
  }

  @Test("A square degree has its rows on its edges, and its corner in its name")
  func squareDegree() throws {
    // Three rows of three heights, from the northwest; the last one is unknown.
    let heights: [Int16] = [1, 2, 3, 4, 300, -6, 7, 8, .min]
    let bytes = heights.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let grid = try HeightGrid(squareDegree: bytes, name: "maps/S02W003.hgt")
    #expect(grid.heights.prefix(8) == [1, 2, 3, 4, 300, -6, 7, 8] && grid.heights[8].isNaN)
    #expect(grid.origin == Point(-3, -1) && grid.step == Size(0.5, 0.5))
    #expect(grid.height(at: Coordinate(longitude: -2.5, latitude: -1.5)) == 300)
    #expect(throws: HeightsError.self) { try HeightGrid(squareDegree: bytes, name: "heights.hgt") }
    #expect(throws: HeightsError.self) { try HeightGrid(squareDegree: Array(bytes.dropLast(2)), name: "N01E001.hgt") }
    #expect(throws: HeightsError.self) { try HeightGrid(squareDegree: [], name: "N01E001.hgt") }
  }

  @Test("Heights in feet or with a scale become meters, and unknown units are named")
  func units() throws {
    var file = file
    file.keys += [4099, 0, 1, 9002]
    #expect(try HeightGrid(geoTIFF: file.bytes).heights[1] == 2 * Float(0.3048))
    file.keys[7] = 9003
    #expect(abs(try HeightGrid(geoTIFF: file.bytes).heights[5] - 600 * 1200 / 3937) < 1e-4)
    file.keys[7] = 9001
    #expect(try HeightGrid(geoTIFF: file.bytes).heights[5] == 600)
    file.keys[7] = 9093
    #expect(throws: HeightsError("its heights are in the unit EPSG:9093", hint: "Convert them to meters.")) {
      try HeightGrid(geoTIFF: file.bytes)
    }
    file.keys[7] = 9001
    file.metadata = """
      <GDALMetadata><Item name="OFFSET" sample="0" role="offset">100</Item>
      <Item name="SCALE" sample="0" role="scale">0.5</Item></GDALMetadata>
      """
    #expect(try HeightGrid(geoTIFF: file.bytes).heights[5] == 400)
    file.keys.removeLast(4)
    func type(_ unit: String) -> String {
      "<GDALMetadata><Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">\(unit)</Item></GDALMetadata>"
    }
    for (unit, height) in [("m", 600), ("metre", 600), ("ft", 600 * Float(0.3048)), ("km", 600_000)] {
      file.metadata = type(unit)
      let found = try HeightGrid(geoTIFF: file.bytes).heights[5]
      #expect(unit == "km" ? found.isNaN : found == height)
    }
    file.metadata = type("furlong")
    #expect(throws: HeightsError("its heights are in an unknown unit", hint: "Convert them to meters.")) {
      try HeightGrid(geoTIFF: file.bytes)
    }
  }
}
