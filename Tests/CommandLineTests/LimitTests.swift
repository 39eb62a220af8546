import Foundation
import Graphics
import TestSupport
import Testing
import Video

@Suite("Limits", .waitsForProcesses)
struct LimitTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(size: Int = 64, duration: String = "1", path: String = "M0 0H9V9Z") throws {
    try folder.write(
      """
      {"canvas": {"size": [\(size), \(size)], "fps": 30, "duration": \(duration)},
       "stages": [{"id": "s", "stage": "shape", "parameters": {"path": "\(path)", "fill": "white"}}],
       "outputs": [{"file": "a.mp4", "preset": "ultrafast"}]}
      """, to: "a.json")
  }

  @Test(
    "A limit is reported with the option that raises it, and holds until it is raised",
    arguments: [
      (64, "2000", "M0 0H9V9Z", "frames=59999", "2000 seconds are more than 59999 frames", "frames=60000"),
      (64, "90", "M0 0H9V9Z", "seconds=89", "90 is above 89 seconds", "seconds=90"),
      (64, "1", "M0 0H9V9Z", "pixels=4095", "64 × 64 pixels are more than 4095", "pixels=4096"),
      (64, "1", "M0 0H9V9Z", "path-points=2", "the path has 3 points, more than 2", "path-points=3"),
    ])
  func raising(
    _ size: Int, _ duration: String, _ path: String, _ low: String, _ message: String, _ high: String
  ) throws {
    try write(size: size, duration: duration, path: path)
    let refused = try run(["validate", "a.json", "--limit", low], in: folder.url)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("\(message). Raise the limit: --limit \(high)."))
    #expect(try run(["validate", "a.json", "--limit", high], in: folder.url).code == 0)
  }

  @Test("A picture's file may be as large as the limit says")
  func fileBytes() throws {
    try folder.write(#"{"type": "LineString", "coordinates": [[0, 0], [0.01, 0.01]]}"#, to: "r.geojson")
    try folder.write(
      """
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2}, "stages": [
       {"id": "c", "stage": "camera-rotation", "parameters": {"map": {"none": {}}}},
       {"id": "r", "stage": "polyline-sweep", "inputs": {"camera": "c.camera"}, "parameters": {"route": "r.geojson"}}]}
      """, to: "a.json")
    let refused = try run(["validate", "a.json", "--limit=file-bytes=60"], in: folder.url)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("'r.geojson' has 61 bytes, more than 60. Raise the limit: --limit file-bytes=61."))
    #expect(try run(["validate", "a.json", "--limit=file-bytes=61"], in: folder.url).code == 0)
  }

  @Test("Files of tiles, of which parts are read, may be of any size")
  func tileBytes() throws {
    try folder.write("no tiles", to: "t.pmtiles")
    try folder.write(
      """
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2}, "stages": [
       {"id": "c", "stage": "camera-rotation", "parameters": {"map": {"tiles": {"file": "t.pmtiles"}}}}]}
      """, to: "a.json")
    let refused = try run(["validate", "a.json", "--limit=file-bytes=2"], in: folder.url)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("t.pmtiles: it is neither PMTiles nor MBTiles"))
  }

  @Test("What all jobs draw together has a limit of its own: those beyond it are refused, those before it are rendered")
  func totalPixels() throws {
    try write()
    let text = try String(contentsOfFile: folder.file("a.json"), encoding: .utf8)
    try folder.write(text.replacing("a.mp4", with: "b.mp4"), to: "b.json")
    let both = 2 * 64 * 64 * 30
    let refused = try run(["run", "a.json", "b.json", "--limit", "total-pixels=\(both - 1)"], in: folder.url)
    #expect(refused.code == 2)
    #expect(
      refused.errors.contains(
        "b.json: all jobs together draw \(both) pixels, more than \(both - 1). Render fewer jobs at once, or raise the "
          + "limit: --limit total-pixels=\(both)."))
    #expect(folder.names(below: "out") == ["a.mp4"])
    #expect(try run(["validate", "a.json", "b.json", "--limit", "total-pixels=\(both)"], in: folder.url).code == 0)
  }

  @Test("Unknown limits and values out of range are bad usage")
  func usage() throws {
    try write()
    for limit in ["farmes=3", "frames", "frames=0", "frames=99999999999", "frames=x"] {
      let outcome = try run(["validate", "a.json", "--limit", limit], in: folder.url)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("--limit \(limit): expected "))
    }
  }

  @Test("A job that needs more memory than it may take fails with the place and the figures; others are rendered")
  func memory() throws {
    try write(size: 4096, duration: "0.2")
    try folder.write(
      try String(contentsOf: folder.url.appendingPathComponent("a.json"), encoding: .utf8)
        .replacing("a.mp4", with: "b.mp4").replacing("[4096, 4096]", with: "[64, 64]"), to: "b.json")
    let refused = try run(["run", "a.json", "b.json", "--max-memory", "250MB"], in: folder.url)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("a.json: the encoder needs "), "\(refused.errors)")
    #expect(refused.errors.contains(" MiB that are in use, more than the 238 MiB that the run may take"))
    #expect(folder.names(below: "out") == ["b.mp4"])
  }

  @Test("With less memory fewer workers render at once, which changes no byte")
  func workers() throws {
    try write(size: 1024, duration: "5")
    #expect(try run(["run", "a.json", "--workers", "3", "--output", "many"], in: folder.url).code == 0)
    let few = try run(["run", "a.json", "--workers", "3", "--no-cache", "--max-memory=250MB"], in: folder.url)
    #expect(few.code == 0, "\(few.errors)")
    let files = try ["many", "out"].map { try Data(contentsOf: folder.url.appendingPathComponent("\($0)/a.mp4")) }
    #expect(files[0] == files[1])
  }

  @Test("Pictures that memory does not suffice for are not decoded")
  func memoryOfPictures() throws {
    let image = try #require(
      Image(width: 5000, height: 3000, premultiplied: [UInt8](repeating: 255, count: 60_000_000)))
    for name in ["p", "q"] { try writePNG(image, to: folder.url.appendingPathComponent("\(name).png").path) }
    let stages = ["p", "q"].map {
      #"{"id": "\#($0)", "stage": "picture", "parameters": {"file": "\#($0).png", "width": 9, "height": 9}}"#
    }
    try folder.write(
      """
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.1}, "stages": [\(stages.joined(separator: ","))],
       "outputs": [{"file": "a.mp4"}]}
      """, to: "a.json")
    let refused = try run(["run", "a.json", "--no-cache", "--max-memory=150MB"], in: folder.url)
    #expect(refused.code == 2)
    // Each takes 12 bytes a pixel while it is decoded, and little once it is as small as it is shown.
    #expect(refused.errors.contains("p.png: the picture needs 172 MiB of memory besides "), "\(refused.errors)")
    #expect(refused.errors.contains("Make it smaller, or allow more with --max-memory."))
    #expect(try run(["run", "a.json", "--no-cache", "--max-memory=275MB"], in: folder.url).code == 0)
  }

  @Test("A file whose contents do not fit into memory is reported")
  func memoryOfFiles() throws {
    try folder.write("", to: "m.geojson")
    try FileHandle(forWritingTo: folder.url.appendingPathComponent("m.geojson")).truncate(atOffset: 150 << 20)
    try folder.write(
      """
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.1}, "stages": [{"id": "c", "stage": "camera-rotation",
       "parameters": {"map": {"geojson": {"file": "m.geojson", "style": "light"}}}}], "outputs": [{"file": "a.mp4"}]}
      """, to: "a.json")
    let refused = try run(["run", "a.json", "--no-cache", "--max-memory=105MB"], in: folder.url)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("m.geojson: the file needs 150 MiB of memory besides "), "\(refused.errors)")
    #expect(refused.errors.contains("Make it smaller, or allow more with --max-memory."))
  }
}
