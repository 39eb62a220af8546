import Foundation
import TestSupport
import Testing
import Video

@Suite("Pictures beside SVG files, through the program", .waitsForProcesses)
struct SVGLinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
        <image width="20" height="20" href="tile.svg"/>
        <image x="20" width="20" height="20" href="tile.png"/>
      </svg>
      """, to: "art/a.svg")
    try folder.write(
      """
      { "canvas": { "size": [40, 20], "fps": 10, "duration": 0.2, "background": "black" },
        "stages": [{ "id": "p", "stage": "picture", "parameters": { "file": "art/a.svg", "width": 40 } }] }
      """, to: "a.json")
    try paint("lime")
  }

  /// Makes the pictures beside the file, an SVG one and a PNG one, in a color.
  private func paint(_ color: String) throws {
    try folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2" fill="\#(color)"/></svg>"#,
      to: "art/tile.svg")
    try folder.write(
      #"{ "canvas": { "size": [8, 8], "fps": 10, "duration": 0.1, "background": "\#(color)" }, "stages": [] }"#,
      to: "tile.json")
    let made = try run(["still", "tile.json", "--at", "0", "-o", "art/tile.png", "--force"], in: folder.url)
    #expect(made.code == 0, "\(made.errors)")
  }

  /// The colors in the middle of both pictures.
  private func colors() throws -> [[Int]] {
    let outcome = try run(["still", "a.json", "--at", "0", "-o", "a.png", "--force"], in: folder.url)
    #expect(outcome.code == 0 && !outcome.errors.contains("warning"), "\(outcome.errors)")
    let pixels = try readPicture(at: folder.file("a.png")).pixels
    return [10, 30].map { x in (0..<3).map { Int(pixels[(10 * 40 + x) * 4 + $0]) } }
  }

  @Test("Pictures in the file's folder are drawn, and comparisons see when they change")
  func drawn() throws {
    #expect(try colors() == [[0, 255, 0], [0, 255, 0]])
    func regress(_ options: String...) throws -> Int32 {
      try run(["regress", "a.json", "--cache", "cache"] + options, in: folder.url).code
    }
    #expect(try regress("--record", "--scale", "1") == 0)
    #expect(try regress() == 0)
    try paint("red")
    #expect(try colors() == [[255, 0, 0], [255, 0, 0]])
    #expect(try regress() == 3)
  }

  @Test("Those that are not there, or may not be read, are named with their lines")
  func named() throws {
    try FileManager.default.removeItem(atPath: folder.file("art/tile.png"))
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
        <image width="20" height="20" href="tile.png"/>
        <image width="20" height="20" href="/etc/hostname"/>
      </svg>
      """, to: "art/a.svg")
    let outcome = try run(["validate", "a.json"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("art/a.svg:2: the picture 'tile.png' is not drawn: "))
    #expect(outcome.errors.contains("art/a.svg:3: the picture '/etc/hostname' is not drawn: "))
    #expect(outcome.errors.contains("--allow-read '/etc'"))
  }
}
