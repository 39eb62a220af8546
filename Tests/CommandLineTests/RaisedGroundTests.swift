import Foundation
import StageKit
import TestSupport
import Testing
import Video

@Suite("Maps on ground that rises", .waitsForProcesses)
struct RaisedGroundTests {
  private let folder: TemporaryFolder

  /// A Terrarium tile around 0.022° E 0.022° N, about 4.9 km wide: a cone of 1200 m in its middle.
  init() throws {
    folder = try TemporaryFolder()
    var pixels: [UInt8] = []
    for row in 0..<128 {
      for column in 0..<128 {
        let way = Point(Double(column) - 63.5, Double(row) - 63.5).length
        let height = max(1200 - 40 * way, 0) + 32_768
        pixels += [
          UInt8(Int(height) / 256), UInt8(Int(height) % 256), UInt8(height.truncatingRemainder(dividingBy: 1) * 256),
          255,
        ]
      }
    }
    try writePNG(
      try #require(Image(width: 128, height: 128, premultiplied: pixels)), to: folder.file("13-4096-4095.png"))
    try folder.write(
      """
      { "type": "FeatureCollection", "bbox": [-0.02, -0.02, 0.06, 0.06], "features": [
        { "type": "Feature", "properties": { "highway": "primary" },
          "geometry": { "type": "LineString", "coordinates": [[0, 0.022], [0.044, 0.022]] } },
        { "type": "Feature", "properties": { "landuse": "forest" },
          "geometry": { "type": "Polygon", "coordinates": [[[0.01, 0.01], [0.03, 0.01], [0.03, 0.02], [0.01, 0.02], [0.01, 0.01]]] } },
        { "type": "Feature", "properties": { "building": "yes", "height": "60" },
          "geometry": { "type": "Polygon", "coordinates": [[[0.02, 0.015], [0.022, 0.015], [0.022, 0.017], [0.02, 0.017], [0.02, 0.015]]] } }
      ] }
      """, to: "map.geojson")
  }

  private func write(
    _ elevation: String, camera: String = #""start": { "distance": 6000, "pitch": 75 }"#, _ stages: String = ""
  ) throws {
    try folder.write(
      """
      { "canvas": { "size": [96, 96], "fps": 10, "duration": 0.3 },
        "stages": [ { "id": "c", "stage": "camera-rotation", "parameters": {
          "map": { "geojson": { "file": "map.geojson", "style": "light",
            "elevation": \(elevation) } },
          "center": [0.02197, 0.02197], \(camera), "haze": { "opacity": 0 } } }\(stages) ],
        "outputs": [ { "file": "a.mp4" } ] }
      """, to: "a.json")
  }

  private func still() throws -> Image {
    let outcome = try run(["still", "a.json", "--frame", "0", "-o", "a.png"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try readPicture(at: folder.file("a.png"))
  }

  @Test("Wrong keys are refused with their place, by every command")
  func refused() throws {
    let faults: [(String, String)] = [
      (#"{ "file": "13-4096-4095.png", "ground": "hilly" }"#, "ground"),
      (#"{ "file": "13-4096-4095.png", "ground": true }"#, "ground"),
      (#"{ "file": "13-4096-4095.png", "ground": "raised", "depth": true }"#, "depth"),
      (#"{ "file": "13-4096-4095.png", "ground": "raised", "exaggeration": -1 }"#, "exaggeration"),
      (#"{ "file": "heights.png", "ground": "raised" }"#, "does not say which tile it is"),
      (#"{ "ground": "raised" }"#, "file"),
    ]
    try FileManager.default.copyItem(atPath: folder.file("13-4096-4095.png"), toPath: folder.file("heights.png"))
    for (elevation, message) in faults {
      try write(elevation)
      for command in [["validate"], ["still"], ["run", "--no-cache"]] {
        let outcome = try run([command[0], "a.json"] + command.dropFirst(), in: folder.url)
        let text = outcome.output + outcome.errors
        #expect(outcome.code == 2 && text.contains(message) && text.contains("a.json:4:"), "\(command): \(text)")
      }
    }
  }

  @Test("Any number of workers gives the same bytes")
  func workers() throws {
    try write(
      #"{ "file": "13-4096-4095.png", "ground": "raised" }"#,
      camera: #""start": { "distance": 6000, "pitch": 70 }, "moves": [ { "to": { "heading": 30 }, "duration": 0.3 } ]"#)
    var files: [Data] = []
    for workers in 1...3 {
      let outcome = try run(["run", "a.json", "-o", ".", "--no-cache", "-w", "\(workers)"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      files.append(try Data(contentsOf: folder.url.appendingPathComponent("a.mp4")))
    }
    #expect(files[0] == files[1] && files[1] == files[2])
  }

  @Test("A mountain stands above the horizon of the level map")
  func mountain() throws {
    try write(#"{ "file": "13-4096-4095.png", "strength": 0 }"#)
    let flat = try still()
    try write(#"{ "file": "13-4096-4095.png", "ground": "raised", "strength": 0, "exaggeration": 0 }"#)
    let level = try still()
    try write(#"{ "file": "13-4096-4095.png", "ground": "raised", "strength": 0 }"#)
    let raised = try still()
    func difference(_ a: Image, _ b: Image) -> Double {
      let sum = zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      return Double(sum) / Double(a.pixels.count)
    }
    #expect(difference(flat, level) < 1)
    #expect(difference(flat, raised) > 2)
  }

  @Test("Slopes are shaded beyond the border of the map, too")
  func beyondBorder() throws {
    try folder.write(
      """
      { "type": "FeatureCollection", "bbox": [0.02, 0.02, 0.024, 0.024], "features": [
        { "type": "Feature", "properties": { "highway": "primary" },
          "geometry": { "type": "LineString", "coordinates": [[0.02, 0.022], [0.024, 0.022]] } } ] }
      """, to: "map.geojson")
    try write(
      #"{ "file": "13-4096-4095.png", "ground": "raised" }"#, camera: #""start": { "distance": 6000, "pitch": 0 }"#)
    let frame = try still()
    // 600 m west and east of the top, toward the sun and away from it.
    let (west, east) = (frame.pixels[(48 * 96 + 33) * 4], frame.pixels[(48 * 96 + 63) * 4])
    #expect(Int(west) > Int(east) + 20)
  }

  @Test("A route lies on the ground: seen from above, what is higher is farther from the middle")
  func route() throws {
    let line =
      #", { "id": "line", "stage": "polyline-sweep", "inputs": { "camera": "c.camera" }, "parameters": { "route": [[0.02197, 0.02197], [0.03, 0.02197]], "duration": 0.2, "trail": 1 } }"#
    func head(_ elevation: String) throws -> [Double] {
      try write(elevation, camera: #""start": { "distance": 6000, "pitch": 0 }"#, line)
      let outcome = try run(["trace", "a.json"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let columns = Trace(outcome.output).columns
      let name = try #require(columns.keys.first { $0.hasPrefix("line.head") && $0.hasSuffix("x") })
      return try #require(columns[name]).compactMap(\.self)
    }
    let flat = try head(#"{ "file": "13-4096-4095.png" }"#)
    let raised = try head(#"{ "file": "13-4096-4095.png", "ground": "raised" }"#)
    #expect(flat.count == raised.count && flat.count >= 3)
    // The ground falls from the middle, so that all else is farther away and looks nearer to the middle.
    #expect(zip(flat, raised).dropFirst().allSatisfy { $0 - 48 > $1 - 48 && $1 > 48 })
  }
}
