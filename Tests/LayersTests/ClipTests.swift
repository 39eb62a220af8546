import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("A layer's clip")
struct ClipTests {
  private let layers = [square(Rect(x: 20, y: 20, width: 40, height: 20))]

  private func clip(_ parameters: String, at seconds: Double = 0) throws -> Path? {
    groups(try draw(make(LayerGroup.self, "{ \"clip\": \(parameters) }"), at: seconds, layers: layers)).first?.clip?
      .path
  }

  @Test("It is the box, unless it says otherwise")
  func box() throws {
    #expect(try clip("{}") == .rect(Rect(x: 20, y: 20, width: 40, height: 20)))
  }

  @Test("An inset, radii and a size change the rectangle")
  func rectangle() throws {
    let inside = Rect(x: 22, y: 22, width: 36, height: 16)
    #expect(try clip(#"{ "inset": 2, "radius": 3 }"#) == .roundedRect(inside, radius: 3))
    #expect(
      try clip(#"{ "radii": [1, 2, 3, 4] }"#)
        == .roundedRect(
          Rect(x: 20, y: 20, width: 40, height: 20),
          radii: CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4)))
    #expect(try clip(#"{ "size": [10, 8] }"#) == .rect(Rect(x: 35, y: 26, width: 10, height: 8)))
    #expect(try clip(#"{ "size": [10, 8], "center": [9, 8] }"#) == .rect(Rect(x: 4, y: 4, width: 10, height: 8)))
  }

  @Test("Keyframes move it")
  func moving() throws {
    let growing = #"{ "inset": { "keyframes": [{ "at": 0, "value": 10 }, { "at": 1, "value": 0 }] } }"#
    #expect(try clip(growing, at: 0.5) == .rect(Rect(x: 25, y: 25, width: 30, height: 10)))
  }

  @Test("A path takes the place of a rectangle and of none other")
  func path() throws {
    #expect(try clip(#"{ "path": "M0 0H9V9Z" }"#) == SVGPath.parse("M0 0H9V9Z").path)
    #expect(throws: StageError("'path' and 'size' exclude each other", parameter: "clip.path")) {
      try make(LayerGroup.self, #"{ "clip": { "path": "M0 0H9", "size": [1, 2] } }"#)
    }
  }
}
