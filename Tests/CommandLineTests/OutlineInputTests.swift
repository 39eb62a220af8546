import Foundation
import TestSupport
import Testing
import Video

@Suite("Outlines of shapes that other stages take, through the program")
struct OutlineInputTests {
  private func box(_ more: String, parameters: String = "") -> String {
    #"{"id": "box", "stage": "shape", \#(more) "parameters": {"rect": {"size": [60, 40]}, "fill": "blue"\#(parameters)}}"#
  }

  private let text =
    #"{"id": "text", "stage": "caption", "inputs": {"inside": "box.outline"}, "parameters": {"text": "I I I I", "size": 10}}"#

  @Test("Text fills the outline of a shape as it is at rest")
  func inside() throws {
    let plain = try SmallFilm.trace("\(box("", parameters: #", "position": [50, 60]"#)), \(text)")
    #expect(plain["text.width"]?.first == 60 && plain["text.height"]?.first == 40)
    #expect(plain["text.position.x"]?.first == 50 && plain["text.position.y"]?.first == 60)
    // It comes in, leaves and grows; that is no layout.
    let moved = try SmallFilm.trace(
      """
      \(box(#""enter": "grow", "exit": "slide-left","#,
        parameters: #", "scale": {"keyframes": [{"at": 0, "value": 0.2}, {"at": 0.2, "value": 1.5}]}"#)), \(text)
      """)
    #expect(moved["text.width"] == Array(repeating: 90, count: 10) && moved["text.height"]?.last == 60)
    let placed = try SmallFilm.trace("\(box(#""place": {"at": "bottom-end"},"#)), \(text)")
    #expect(placed["text.position.x"]?.first == 170 && placed["text.position.y"]?.first == 80)
    let grouped = try SmallFilm.trace(
      """
      {"id": "card", "stage": "group", "parameters": {"position": [100, 50], "scale": 2}, "stages": [\(box(""))]}, \(text)
      """)
    #expect(grouped["text.width"]?.first == 120 && grouped["text.height"]?.first == 80)
    let inner = try SmallFilm.trace(
      """
      \(box("")), {"id": "card", "stage": "group", "parameters": {"box": {"size": [10, 10]}, "scale": 2}, "stages": [\(text)]}
      """)
    #expect(inner["text.width"]?.first == 30 && inner["text.height"]?.first == 20)
  }

  @Test("Lines break anew in each frame in which the form of a shape changes, and only then")
  func reflow() throws {
    let folder = try TemporaryFolder()
    /// The rows of pixels with text at each tenth of a second.
    func rows(_ size: String, _ more: String = "") throws -> [Int] {
      let stages = """
        {"id": "box", "stage": "shape", "parameters": {"rect": {"size": \(size)}, "fill": "black"\(more)}},
        {"id": "text", "stage": "caption", "inputs": {"inside": "box.outline"}, "parameters": {"text": "I I I I I I", "size": 10}}
        """
      return try [0, 0.5, 0.9].map { seconds in
        let outcome = try SmallFilm.run(["still", "a.json", "--at", "\(seconds)", "-o", "a.png"], stages, in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let picture = try readPicture(at: folder.file("a.png"))
        return (0..<picture.height).count { y in
          (0..<picture.width).contains { picture.pixels[(y * picture.width + $0) * 4] > 128 }
        }
      }
    }
    let narrow = try rows("[20, 90]")
    let wide = try rows("[80, 90]")
    #expect(narrow[0] > wide[0] && Set(narrow).count == 1 && Set(wide).count == 1)
    let changing = try rows(#"{"keyframes": [{"at": 0, "value": [20, 90]}, {"at": 0.5, "value": [80, 90]}]}"#)
    #expect(changing == [narrow[0], wide[0], wide[0]])
    // Nothing fits where there is no inside.
    #expect(try rows(#"{"keyframes": [{"at": 0, "value": [80, 0]}, {"at": 0.5, "value": [80, 90]}]}"#)[0] == 0)
    // Eighteen points are too few for six lines.
    let cut = try SmallFilm.run(
      ["validate", "a.json"],
      """
      {"id": "box", "stage": "shape", "parameters": {"rect": {"size": {"keyframes": [{"at": 0, "value": [20, 18]}, {"at": 0.5, "value": [80, 90]}]}}, "fill": "black"}},
      {"id": "text", "stage": "caption", "inputs": {"inside": "box.outline"}, "parameters": {"text": "I I I I I I", "size": 10}}
      """, in: folder)
    #expect(
      cut.code == 0 && cut.errors.contains("the text does not fit into its shape")
        && cut.errors.contains(", while the shape changes"), "\(cut.errors)")
    let turned = try rows(
      "[80, 90]", #", "rotation": {"keyframes": [{"at": 0, "value": 90}, {"at": 0.5, "value": 0}]}"#)
    #expect(turned == wide)
    let both = try SmallFilm.run(
      ["validate", "a.json"],
      """
      {"id": "box", "stage": "shape", "parameters": {"circle": {"radius": {"keyframes": [{"at": 0, "value": 20}, {"at": 0.5, "value": 40}]}}, "fill": "red"}},
      {"id": "text", "stage": "caption", "inputs": {"inside": "box.outline"},
        "parameters": {"text": "I I", "size": 10, "axis": {"value": {"keyframes": [{"at": 0, "value": 100}, {"at": 0.5, "value": 900}]}}}}
      """, in: folder)
    #expect(both.code == 0 && both.errors.contains("and so does its axis"), "\(both.errors)")
  }

  @Test("Letters, copies and motion paths go along an outline, and a motion path along one that moves")
  func along() throws {
    let ring =
      #"{"id": "box", "stage": "shape", "parameters": {"circle": {"radius": 30}, "stroke": {"paint": "white", "width": 1}, "position": {"keyframes": [{"at": 0, "value": [50, 50]}, {"at": 1, "value": [150, 50]}]}}}"#
    let values = try SmallFilm.trace(
      """
      \(ring),
      {"id": "way", "stage": "motion-path", "inputs": {"path": "box.outline"}, "parameters": {"progress": 0.25}},
      {"id": "text", "stage": "caption", "inputs": {"path": "box.outline"}, "parameters": {"text": "around", "size": 10}},
      {"id": "dots", "stage": "repeater", "inputs": {"path": "box.outline"}, "parameters": {"count": 8, "arrangement": {"path": {}}},
        "stages": [{"id": "dot", "stage": "shape", "parameters": {"circle": {"radius": 2}, "fill": "white"}}]}
      """)
    // A quarter around, clockwise from the top.
    let (x, y) = (try #require(values["way.position.x"]), try #require(values["way.position.y"]))
    for index in 0..<10 { #expect(abs(x[index] - (80 + Double(index) * 10)) < 0.02 && abs(y[index] - 50) < 0.02) }
    #expect(try #require(values["way.rotation"]).allSatisfy { abs($0 - 90) < 0.1 })
    // At rest it is around 150, as it is in the last frame.
    #expect(abs(try #require(values["text.position.x"])[0] - 140) < 0.1)
    #expect(abs(try #require(values["dots.position.x"])[0] - 140) < 0.1)
  }

  @Test(
    "Paths that are given twice, or not at all, are errors in words",
    arguments: [
      (
        #""id": "t", "stage": "caption", "inputs": {"inside": "box.outline"}, "parameters": {"text": "I", "inside": "M0 0H9V9Z"}"#,
        "parameters.inside: 'inside' is given twice: here, and by the input 'inside'"
      ),
      (
        #""id": "t", "stage": "caption", "inputs": {"inside": "box.outline"}, "parameters": {"text": "I", "width": 20}"#,
        "width: does not go with 'inside'"
      ),
      (
        #""id": "t", "stage": "caption", "inputs": {"path": "box.outline"}, "parameters": {"text": "I", "path": {"data": "M0 0H9"}}"#,
        "path.data: 'data' is given twice: here, and by the input 'path'"
      ),
      (#""id": "t", "stage": "caption", "parameters": {"text": "I", "path": {}}"#, "path.data: there is no path"),
      (
        #""id": "t", "stage": "caption", "inputs": {"path": "box.outline", "inside": "box.outline"}, "parameters": {"text": "I"}"#,
        "text is on a path, or inside of a shape"
      ),
      (
        #""id": "t", "stage": "motion-path", "inputs": {"path": "box.outline"}, "parameters": {"path": "M0 0H9"}"#,
        "parameters.path: 'path' is given twice: here, and by the input 'path'"
      ),
      (#""id": "t", "stage": "motion-path""#, "there is no way"),
      (
        #""id": "t", "stage": "motion-path", "inputs": {"path": "box.position"}"#,
        "input 'path' of stage 't' (motion-path) takes a path"
      ),
    ])
  func faults(stage: String, message: String) throws {
    let found = try SmallFilm.run(["validate", "a.json"], "\(box("")), {\(stage)}", in: try TemporaryFolder())
    #expect(found.code == 2 && found.errors.contains(message), "\(found.errors)")
  }
}
