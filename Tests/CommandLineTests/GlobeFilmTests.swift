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

  @Test(
    "A globe over a map hides it from afar, is gone as the camera comes near, and has its places where the map has them"
  )
  func camera() throws {
    let map = #"""
      {"id": "camera", "stage": "camera-rotation", "parameters": {
        "center": [7.42, 43.74], "map": {"city": {"seed": 3, "style": "light"}}, "start": {"distance": 12000000},
        "moves": [{"to": {"distance": 900, "pitch": 40, "heading": 30}, "duration": 0.9}]}}
      """#
    func stages(_ parameters: String = "") -> String {
      map
        + #", {"id": "earth", "stage": "globe", "inputs": {"camera": "camera.camera"}, "parameters": {"coordinate": [7.42, 43.74]\#(parameters)}}"#
    }
    let values = try SmallFilm.trace(stages())
    let (x, y) = (try #require(values["earth.place.x"]), try #require(values["earth.place.y"]))
    #expect(x.allSatisfy { abs($0 - x[0]) < 1e-6 } && y.allSatisfy { abs($0 - y[0]) < 1e-6 })

    let folder = try TemporaryFolder()
    func still(_ name: String, _ time: Double, _ stages: String) throws -> Data? {
      let outcome = try SmallFilm.run(["still", "a.json", "--at", "\(time)", "-o", name], stages, in: folder)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return folder.bytes(name)
    }
    #expect(try still("far.png", 0, stages()) != still("far-map.png", 0, map))
    #expect(try still("near.png", 0.95, stages()) == still("near-map.png", 0.95, map))
    let refused = try SmallFilm.run(["validate", "a.json"], stages(#", "fadeStart": 1000"#), in: folder)
    #expect(refused.code == 2 && refused.errors.contains("'fadeStart'"), "\(refused.errors)")
    let unconnected = try SmallFilm.run(["validate", "a.json"], globe(#", "fadeStart": 5000000"#), in: folder)
    #expect((unconnected.output + unconnected.errors).contains("fadeStart"), "\(unconnected.errors)")
  }
}
