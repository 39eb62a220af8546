import Foundation
import StageKit
import TestSupport
import Testing
import Video

@Suite("Maps of vector tiles", .waitsForProcesses)
struct TileTests {
  private let folder: TemporaryFolder

  /// The world as land in zooms 0 and 1, and as water in the northwestern tile of zoom 2, whose neighbors are missing.
  init() throws {
    folder = try TemporaryFolder()
    let land = TileFiles.area(layer: "earth")
    let water = TileFiles.area(layer: "water")
    // The numbers of tiles along the Hilbert curve: 0; 1 to 4; 5 is the first of zoom 2.
    let tiles = (0...4).map { (id: UInt64($0), bytes: land) } + [(id: UInt64(5), bytes: water)]
    try Data(TileFiles.pmTiles(tiles, zooms: 0...2)).write(to: URL(fileURLWithPath: folder.file("world.pmtiles")))
  }

  private func write(_ map: String, start: String, end: String) throws {
    try folder.write(
      """
      { "canvas": { "size": [256, 256], "fps": 10, "duration": 1 },
        "stages": [ { "id": "c", "stage": "camera-rotation", "parameters": {
          "map": { "tiles": { "file": "world.pmtiles", \(map)
            "style": "none", "edge": 0, "rules": [
              { "match": "layer=earth", "fill": "#00FF00", "order": 1 },
              { "match": "layer=water", "fill": "#0000FF", "order": 2 } ] } },
          "center": [-135, 75], "start": \(start), "moves": [ { "to": \(end), "duration": 0.9 } ] } } ],
        "outputs": [ { "file": "a.mp4" } ] }
      """, to: "a.json")
  }

  private func color(_ frame: Int, _ x: Double, _ y: Double) throws -> [UInt8] {
    let outcome = try run(["still", "a.json", "--frame", "\(frame)", "-o", "a.png", "--force"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let picture = try readPicture(at: folder.file("a.png"))
    let at = (Int(y * Double(picture.height)) * picture.width + Int(x * Double(picture.width))) * 4
    return Array(picture.pixels[at..<at + 3])
  }

  @Test("All frames show the tiles that the nearest one needs, and the parts of coarser ones where these are missing")
  func wholeWay() throws {
    try write("", start: #"{ "zoomLevel": 0.5, "pitch": 0 }"#, end: #"{ "zoomLevel": 3 }"#)
    #expect(try color(0, 0.5, 0.5) == [0, 0, 255])
    #expect(try color(0, 0.5, 0.95) == [0, 255, 0])
    #expect(try color(9, 0.5, 0.5) == [0, 0, 255])
  }

  @Test("A film from afar has coarse tiles alone")
  func afar() throws {
    try write("", start: #"{ "zoomLevel": 0.5, "pitch": 0 }"#, end: #"{ "zoomLevel": 0.55 }"#)
    #expect(try color(0, 0.5, 0.5) == [0, 255, 0])
  }

  @Test("With a reach, the map is a square of one zoom")
  func reach() throws {
    try write(#""reach": 1000000,"#, start: #"{ "zoomLevel": 3, "pitch": 0 }"#, end: #"{ "zoomLevel": 3 }"#)
    #expect(try color(0, 0.5, 0.5) == [0, 0, 255])
  }
}
