import Foundation
import StageKit
import TestSupport
import Testing
import Video

@Suite("Pictures of the ground", .waitsForProcesses)
struct ImageryTests {
  private let folder: TemporaryFolder

  /// Tiles of 4 × 4 pixels: the world in gray, and its northern quarters in red and blue; the southern ones are missing.
  init() throws {
    folder = try TemporaryFolder()
    let tiles: [(name: String, color: [UInt8])] = [
      ("0/0/0", [128, 128, 128]), ("1/0/0", [255, 0, 0]), ("1/1/0", [0, 0, 255]),
    ]
    for (name, color) in tiles {
      let url = folder.url.appendingPathComponent("tiles/\(name).png")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let pixels = [[UInt8]](repeating: color + [255], count: 16).flatMap { $0 }
      try writePNG(try #require(Image(width: 4, height: 4, premultiplied: pixels)), to: url.path)
    }
  }

  private func write(_ imagery: String) throws {
    try folder.write(
      """
      { "canvas": { "size": [64, 64], "fps": 10, "duration": 0.2 },
        "stages": [ { "id": "c", "stage": "camera-rotation", "parameters": {
          "map": { "imagery": \(imagery) }, "center": [0, 0], "start": { "zoomLevel": 0, "pitch": 0 },
          "moves": [ { "to": { "heading": 0 }, "duration": 0.1 } ] } } ],
        "outputs": [ { "file": "a.mp4" } ] }
      """, to: "a.json")
  }

  /// The picture at a share of its sides.
  private func colors(_ places: [(x: Double, y: Double)]) throws -> [[UInt8]] {
    let outcome = try run(["still", "a.json", "--frame", "0", "-o", "a.png"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let picture = try readPicture(at: folder.file("a.png"))
    return places.map { place in
      let at = (Int(place.y * Double(picture.height)) * picture.width + Int(place.x * Double(picture.width))) * 4
      return Array(picture.pixels[at..<at + 3])
    }
  }

  @Test("Tiles lie where web maps have them, and a coarser one fills in for those that are missing")
  func tiles() throws {
    try write(#"{ "file": "tiles/1/0/0.png" }"#)
    let found = try colors([(0.45, 0.45), (0.55, 0.45), (0.45, 0.55), (0.55, 0.55)])
    #expect(found == [[255, 0, 0], [0, 0, 255], [128, 128, 128], [128, 128, 128]])
  }

  @Test("A single picture lies between its corners")
  func single() throws {
    try write(##"{ "file": "tiles/1/0/0.png", "bounds": [[0, 0], [90, 80]], "opacity": 1, "style": "light" }"##)
    let found = try colors([(0.55, 0.45), (0.45, 0.45), (0.55, 0.55)])
    #expect(found[0] == [255, 0, 0])
    #expect(found[1] != [255, 0, 0] && found[1] == found[2])
  }

  @Test("Tiles that let through what is below them meet without a seam, and one that is missing is not drawn twice")
  func translucent() throws {
    for name in ["0/0/0", "1/0/0", "1/1/0", "1/0/1"] {
      let url = folder.url.appendingPathComponent("tiles/\(name).png")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let pixels = [[UInt8]](repeating: [0, 0, 0, 128], count: 16).flatMap { $0 }
      try writePNG(try #require(Image(width: 4, height: 4, premultiplied: pixels)), to: url.path)
    }
    try write(#"{ "file": "tiles/1/0/0.png", "style": "light" }"#)
    let places = (0..<32).flatMap { y in (0..<32).map { x in (x: Double(x) / 32, y: Double(y) / 32) } }
    let all = Set(try colors(places))
    #expect(all.count == 1, "\(all)")
    // Half of the style's background, which is nearly white.
    #expect((100..<130).contains(all.first?[0] ?? 0))
  }

  @Test("What is no imagery is refused with its place, by every command")
  func refused() throws {
    let faults: [(String, String)] = [
      (#"{ "file": "tiles.png" }"#, "does not end with the zoom, column and row of a tile"),
      (#"{ "file": "tiles/1/0/0.png", "bounds": [[0, 10], [10, 0]] }"#, "the southwestern one first"),
      (#"{ "file": "tiles/1/0/0.png", "projection": "equirectangular" }"#, "no effect without 'bounds'"),
      (#"{ "file": "empty.pmtiles" }"#, "it is empty"),
    ]
    try folder.write("", to: "empty.pmtiles")
    try FileManager.default.copyItem(atPath: folder.file("tiles/0/0/0.png"), toPath: folder.file("tiles.png"))
    for (imagery, message) in faults {
      try write(imagery)
      for command in [["validate"], ["still"], ["run", "--no-cache"]] {
        let outcome = try run([command[0], "a.json"] + command.dropFirst(), in: folder.url)
        let text = outcome.output + outcome.errors
        #expect(outcome.code == 2 && text.contains(message) && text.contains("a.json:3:"), "\(command): \(text)")
      }
    }
  }
}
