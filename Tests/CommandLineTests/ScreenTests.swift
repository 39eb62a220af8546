import Foundation
import StageKit
import TestSupport
import Testing
import Video

@Suite("Screens of devices under shutters", .waitsForProcesses)
struct ScreenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A frame of a film that shows a phone of another, on whose screen a square moves.
  private func picture(outer: String, phone: String, square: String) throws -> Image {
    try folder.write(
      """
      { "canvas": { "size": [120, 160], "fps": 30, "duration": 1, "background": "#102030" },
        "stages": [ { "id": "phone", "stage": "device"\(phone), "stages": [
          { "id": "square", "stage": "shape"\(square), "parameters": {
            "rect": { "size": [20, 20] }, "fill": "#FFFFFF",
            "offset": { "keyframes": [ { "at": 0, "value": [-90, 0] }, { "at": 1, "value": [90, 0] } ] } } } ] } ],
        "outputs": [ { "file": "inner.mp4" } ] }
      """, to: "inner.json")
    try folder.write(
      """
      { "canvas": { "size": [120, 160], "fps": 30, "duration": 1 },
        "stages": [ { "id": "whole", "stage": "group"\(outer), "stages": [
          { "id": "film", "stage": "job", "parameters": { "file": "inner.json" } } ] } ],
        "outputs": [ { "file": "outer.mp4" } ] }
      """, to: "outer.json")
    let outcome = try run(["still", "outer.json", "--frame", "15", "-o", "a.png", "--force"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try readPicture(at: folder.file("a.png"))
  }

  private let open = #", "shutter": 180"#

  @Test("A shutter over a phone, or over a film that shows it, leaves what its screen shows as it is")
  func held() throws {
    let sharp = try picture(outer: "", phone: "", square: "")
    #expect(try picture(outer: "", phone: open, square: "") == sharp)
    #expect(try picture(outer: open, phone: "", square: "") == sharp)
  }

  @Test("A stage on a screen has its own shutter, whatever is open around it")
  func own() throws {
    let blurred = try picture(outer: "", phone: "", square: open)
    #expect(try picture(outer: "", phone: "", square: "") != blurred)
    #expect(try picture(outer: "", phone: open, square: open) == blurred)
    #expect(try picture(outer: open, phone: "", square: open) == blurred)
  }
}
