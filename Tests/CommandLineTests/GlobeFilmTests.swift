import Foundation
import TestSupport
import Testing

@Suite("Globes, through the program")
struct GlobeFilmTests {
  private func globe(_ parameters: String) -> String {
    #"{"id": "earth", "stage": "globe", "parameters": {"radius": 40, "longitude": 0, "latitude": 0, "coastWidth": 0\#(parameters)}}"#
  }

  @Test("Land comes from a file; features that are no areas are a warning, and faults are named in the file")
  func land() throws {
    let folder = try TemporaryFolder()
    func still(_ name: String, _ parameters: String) throws -> Outcome {
      try SmallFilm.run(["still", "a.json", "--at", "0", "-o", name], globe(parameters), in: folder)
    }
    let area = #"{"type": "Polygon", "coordinates": [[[-20, -20], [20, -20], [20, 20], [-20, 20], [-20, -20]]]}"#
    let point = #"{"type": "Point", "coordinates": [0, 0]}"#
    func features(_ geometries: [String]) -> String {
      let list = geometries.map { #"{"type": "Feature", "properties": {}, "geometry": \#($0)}"# }
      return #"{"type": "FeatureCollection", "features": [\#(list.joined(separator: ","))]}"#
    }
    try folder.write(features([area]), to: "land.geojson")
    try folder.write(features([area, point]), to: "mixed.geojson")
    try folder.write("{\n  oops", to: "bad.geojson")
    #expect(try still("own.png", "").code == 0)
    #expect(try still("land.png", #", "land": "land.geojson""#).code == 0)
    let mixed = try still("mixed.png", #", "land": "mixed.geojson""#)
    #expect(mixed.code == 0)
    #expect(
      folder.bytes("land.png") == folder.bytes("mixed.png") && folder.bytes("land.png") != folder.bytes("own.png"))
    let warned = try SmallFilm.run(["validate", "a.json"], globe(#", "land": "mixed.geojson""#), in: folder)
    #expect(warned.errors.contains("mixed.geojson: 1 of 2 features have no areas"), "\(warned.errors)")
    let bad = try still("bad.png", #", "land": "bad.geojson""#)
    #expect(bad.code == 2 && bad.errors.contains("bad.geojson:2:"), "\(bad.errors)")
  }

  @Test("Other stages follow the head of its flight")
  func head() throws {
    let values = try SmallFilm.trace(
      globe(#", "flights": [{"from": [-30, 0], "to": [30, 0], "duration": 0.8, "curve": "linear", "height": 0}]"#)
        + #", {"id": "dot", "stage": "shape", "inputs": {"position": "earth.head"}, "parameters": {"circle": {"radius": 2}, "fill": "white"}}"#
    )
    let places = try #require(values["earth.head.x"])
    #expect(zip(places.prefix(8), places.dropFirst()).allSatisfy { $0 < $1 })
  }
}
