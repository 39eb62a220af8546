import Geography
import Geometry
import Testing

@Suite("GeoJSON")
struct GeoJSONTests {
  private func geometry(_ type: String, _ coordinates: String) throws -> GeoJSON.Geometry? {
    let text = #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
    return try GeoJSON.parse(Array(text.utf8)).features[0].geometry
  }

  private func c(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(longitude: longitude, latitude: latitude)
  }

  @Test("Every kind of geometry reads")
  func geometriesRead() throws {
    #expect(try geometry("Point", "[100.0, 0.5]") == .point(c(100, 0.5)))
    #expect(try geometry("MultiPoint", "[[1,2,99],[3,4]]") == .multiPoint([c(1, 2), c(3, 4)]))
    #expect(try geometry("LineString", "[[1,2],[3,4]]") == .lineString([c(1, 2), c(3, 4)]))
    #expect(
      try geometry("MultiLineString", "[[[1,2],[3,4]],[[5,6],[7,8,9,10]]]")
        == .multiLineString([[c(1, 2), c(3, 4)], [c(5, 6), c(7, 8)]]))
    let ring = [c(0, 0), c(1, 0), c(1, 1), c(0, 0)]
    #expect(try geometry("Polygon", "[[[0,0],[1,0],[1,1],[0,0]]]") == .polygon([ring]))
    #expect(try geometry("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]]]") == .multiPolygon([[ring]]))
    for type in ["Point", "LineString", "Polygon", "MultiPolygon"] { #expect(try geometry(type, "[]") == nil) }
  }

  @Test("A collection's members, properties and ids read in order; foreign members are passed over")
  func featuresRead() throws {
    let text = #"""
      {"foreign": [{"deep": [1, "\"]}"]}, null], "type": "FeatureCollection", "attribution": "© Öffentlich",
       "bbox": [-10, -20, 0, 10.5, 20, 9],
       "features": [
         {"type": "Feature", "id": 7, "properties": {"name": "A\u00e9\ud83d\ude00\n", "n": -1.5e3, "on": true,
           "off": false, "none": null, "tags": [1, {"a": "]"}]}, "geometry": {"coordinates": [7, 43], "type": "Point"}},
         {"geometry": null, "id": "x", "properties": null, "type": "Feature"},
         {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": [
           {"type": "Point", "coordinates": [1, 2]}, {"type": "GeometryCollection", "geometries": []}]}}
       ]}
      """#
    let collection = try GeoJSON.parse([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(collection.attribution == "© Öffentlich")
    #expect(collection.boundingBox == GeoJSON.BoundingBox(southWest: c(-10, -20), northEast: c(10.5, 20)))
    #expect(collection.features.count == 3)
    let first = collection.features[0]
    #expect(first.id == .number(7) && first.geometry == .point(c(7, 43)))
    #expect(
      first.properties.map(\.value) == [
        .string("Aé😀\n"), .number(-1500), .bool(true), .bool(false), .null, .nested(#"[1, {"a": "]"}]"#),
      ])
    #expect(first["n"]?.number == -1500 && first["name"]?.string == "Aé😀\n" && first["absent"] == nil)
    #expect(collection.features[1] == GeoJSON.Feature(geometry: nil, id: .string("x")))
    #expect(collection.features[2].geometry == .collection([.point(c(1, 2)), .collection([])]))
  }

  @Test(
    "Numbers are rounded correctly",
    arguments: [
      "0", "-0.0", "1e22", "1E-22", "0.1", "7.4187697", "-122.454834", "123456789012345678", "9007199254740993",
      "0.000000000000000000000001", "2.2250738585072014e-308", "4.9e-324", "1.7976931348623157e308", "1e-400",
      "0.3000000000000000444089209850062616169452667236328125", "100000000000000000000000000000e-29",
    ])
  func numbersAreRoundedCorrectly(text: String) throws {
    let document = #"{"type":"Feature","geometry":null,"properties":{"n":\#(text)}}"#
    let value = try GeoJSON.parse(Array(document.utf8)).features[0]["n"]?.number
    #expect(value?.bitPattern == Double(text)?.bitPattern)
  }

  @Test("Hostile nesting ends in an error, not in an exhausted stack")
  func nestingIsLimited() {
    for opening in ["[", #"{"a":"#, #"{"type":"GeometryCollection","geometries":["#] {
      let text = #"{"x":"# + String(repeating: opening, count: 100_000)
      #expect(throws: GeoJSONError.self) { try GeoJSON.parse(Array(text.utf8)) }
    }
    let collections = String(repeating: #"{"geometries":["#, count: 60) + String(repeating: "]}", count: 60)
    #expect(throws: GeoJSONError.self) { try GeoJSON.parse(Array(collections.utf8)) }
  }

  @Test("A text cut off anywhere is refused")
  func truncationIsRefused() throws {
    let text =
      #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1e0],[0,0]]]},"id":"\u00e9"}"#
    let bytes = Array(text.utf8)
    #expect(try GeoJSON.parse(bytes).features.count == 1)
    for count in 0..<bytes.count {
      #expect(throws: GeoJSONError.self) { try GeoJSON.parse(Array(bytes.prefix(count))) }
    }
  }
}
