import Foundation
import TestSupport
import Testing
import Video

@Suite("Edges of layers, through the program")
struct LayerEdgeTests {
  private static let (width, height) = (80, 48)

  /// The red of each pixel at an instant.
  private func reds(_ stages: String, _ background: String, at seconds: Double, in folder: TemporaryFolder) throws
    -> [Int]
  {
    let job = """
      { "canvas": { "size": [\(Self.width), \(Self.height)], "fps": 30, "duration": 3, "background": "\(background)" },
        "stages": [\(stages)], "outputs": [{ "file": "a.mkv" }] }
      """
    try folder.write(job, to: "a.json")
    let outcome = try run(["still", "a.json", "--at", "\(seconds)", "-o", "a.png", "--force"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let pixels = try readPicture(at: folder.file("a.png")).pixels
    return stride(from: 0, to: pixels.count, by: 4).map { Int(pixels[$0]) }
  }

  @Test("Scenes that push one another out join without a line", arguments: ["left", "up"])
  func push(direction: String) throws {
    let folder = try TemporaryFolder()
    func scene(_ id: String) -> String {
      """
      { "id": "\(id)", "stage": "group", "duration": 1.5, "stages": [
        { "id": "\(id)s", "stage": "backdrop", "parameters": { "paint": "#FFFFFF" } }] }
      """
    }
    let stages = """
      { "id": "s", "stage": "sequence", "parameters": {
        "transition": { "style": "push", "direction": "\(direction)", "duration": 1, "curve": "linear" } },
        "stages": [\(scene("a")), \(scene("b"))] }
      """
    for seconds in [0.7, 0.8333, 1.0667] {
      #expect(try reds(stages, "#000000", at: seconds, in: folder).allSatisfy { $0 == 255 }, "\(seconds)")
    }
  }

  @Test("A wipe ends without a shadow that appears at once", arguments: ["wipe-right", "iris"])
  func shadow(enter: String) throws {
    let folder = try TemporaryFolder()
    let stages = """
      { "id": "a", "stage": "shape", "enter": { "style": "\(enter)", "duration": 1, "curve": "linear" }, "parameters": {
        "rect": { "size": [30, 20], "radius": 4 }, "fill": "#FFFFFF", "shadow": {
          "blur": 12, "offset": [0, 6], "color": "#000000" } } }
      """
    let before = try reds(stages, "#F0F0F0", at: 29.0 / 30, in: folder)
    let after = try reds(stages, "#F0F0F0", at: 1.2, in: folder)
    let difference = zip(before, after).map { abs($0 - $1) }.max() ?? 255
    #expect(difference <= 12)
  }

  @Test("An iris opens about the middle of a layer, wherever its shadow falls")
  func iris() throws {
    let folder = try TemporaryFolder()
    let stages = """
      { "id": "a", "stage": "shape", "enter": { "style": "iris", "duration": 1, "curve": "linear" }, "parameters": {
        "rect": { "size": [60, 40] }, "fill": "#FFFFFF", "shadow": { "blur": 0, "offset": [0, 30], "color": "#000000" } } }
      """
    let shown = try reds(stages, "#808080", at: 0.2, in: folder)
    let rows = (0..<Self.height).filter { shown[$0 * Self.width + Self.width / 2] == 255 }
    #expect(rows.count > 4 && rows.count < 40)
    #expect((rows.first ?? 0) + (rows.last ?? 0) == Self.height - 1)
  }

  @Test("A shadow under glass lies beside it, as strong as that of an opaque shape")
  func glass() throws {
    let folder = try TemporaryFolder()
    func card(_ fill: String, _ effects: String) -> String {
      """
      { "id": "a", "stage": "shape", "parameters": { "rect": { "size": [40, 24] }, "fill": "\(fill)", "shadow": {
        "blur": 10, "offset": [0, 4], "color": "#000000" }\(effects) } }
      """
    }
    let glass = try reds(
      card("#FFFFFF33", ", \"effects\": [{ \"backdropBlur\": { \"radius\": 4 } }]"), "#FFFFFF", at: 0, in: folder)
    let opaque = try reds(card("#FFFFFF", ""), "#FFFFFF", at: 0, in: folder)
    #expect(zip(glass, opaque).allSatisfy { abs($0 - $1) <= 1 })
    // Without glass the shadow is seen through it.
    let plain = try reds(card("#FFFFFF33", ""), "#FFFFFF", at: 0, in: folder)
    #expect(plain[Self.height / 2 * Self.width + Self.width / 2] < 240)
  }
}
