import Foundation
import TestSupport
import Testing
import Video

@Suite("Ways, springs, shared elements, rooms and type, through the program")
struct MotionDesignTests {
  private func job(_ stages: String, duration: Double = 2) -> String {
    """
    {"name": "a", "canvas": {"size": [200, 100], "fps": 10, "duration": \(duration), "background": "black"}, "stages": [\(stages)]}
    """
  }

  private func outcome(_ command: [String], _ stages: String, duration: Double = 2, in folder: TemporaryFolder) throws
    -> Outcome
  {
    try job(stages, duration: duration).write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
    return try run(command, in: folder.url)
  }

  /// The numbers that `trace` prints of a job, by column.
  private func trace(_ stages: String, duration: Double = 2) throws -> [String: [Double]] {
    let outcome = try outcome(["trace", "a.json"], stages, duration: duration, in: try TemporaryFolder())
    #expect(outcome.code == 0, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return Dictionary(
      uniqueKeysWithValues: (rows.first ?? []).enumerated().map { index, name in
        (String(name), rows.dropFirst().map { Double($0[index]) ?? .nan })
      })
  }

  /// The picture of a job at a time.
  private func picture(_ stages: String, at seconds: Double) throws -> StillPicture {
    let folder = try TemporaryFolder()
    let outcome = try outcome(["still", "a.json", "--at", "\(seconds)", "-o", "a.png"], stages, in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try StillPicture(folder.file("a.png"))
  }

  private struct StillPicture {
    private let pixels: [UInt8]
    private let width: Int

    init(_ path: String) throws {
      let picture = try readPicture(at: path)
      (pixels, width) = (picture.pixels, picture.width)
    }

    subscript(x: Int, y: Int) -> [UInt8] { Array(pixels[((y * width + x) * 4)...].prefix(3)) }
  }

  @Test("Letters change along an axis one after the other, each as wide as it is there")
  func lettersAlongAnAxis() throws {
    func width(_ axis: String, _ seconds: Double, _ more: String = "") throws -> Double {
      let values = try trace(
        """
        {"id": "a", "stage": "caption", "parameters": {"text": "HHHH", "size": 20, \(more)
          "axis": {"axis": "wght", "value": {"mode": "discrete", "keyframes": [{"at": 0, "value": 100}, {"at": 0.1, "value": 900}]}\(axis)}}}
        """)
      return try #require(values["a.width"])[Int((seconds * 10).rounded())]
    }
    let (thin, black) = (try width("", 0), try width("", 0.1))
    #expect(black > thin + 1)
    let byLetter = #", "by": "letter", "stagger": 0.2"#
    // A quarter of the text at a time: at 0.1, 0.3, 0.5 and 0.7 s.
    for (seconds, count) in [(0, 0), (0.1, 1), (0.2, 1), (0.3, 2), (0.5, 3), (0.7, 4), (1.5, 4)] {
      #expect(abs(try width(byLetter, seconds) - thin - (black - thin) * Double(count) / 4) < 1e-3, "\(seconds)")
    }
    // All at once are what they are without it.
    #expect(try width(#", "by": "line""#, 0.1) == black)
    let folder = try TemporaryFolder()
    let broken = try outcome(
      ["validate", "a.json"],
      """
      {"id": "a", "stage": "caption", "parameters": {"text": "iiii iiii iiii iiii", "size": 20, "width": 95,
        "axis": {"axis": "wght", "by": "letter", "value": {"keyframes": [{"at": 0, "value": 100}, {"at": 1, "value": 900}]}}}}
      """, in: folder)
    #expect(
      broken.code == 2 && broken.errors.contains("axis.by") && broken.errors.contains("break elsewhere"),
      "\(broken.errors)")
  }

  @Test("Text fills a shape on the canvas, moves with it, and is warned of where it is too long")
  func textInAShape() throws {
    func stage(_ text: String, _ more: String) -> String {
      """
      {"id": "a", "stage": "caption", "parameters": {"text": "\(text)", "size": 10,
        "inside": "M 20 10 L 60 10 L 60 90 L 20 90 Z"\(more)}}
      """
    }
    let values = try trace(stage("I I I I", ""))
    #expect(values["a.width"]?.first == 40 && values["a.height"]?.first == 80)
    #expect(values["a.position.x"]?.first == 40 && values["a.position.y"]?.first == 50)
    let moved = try trace(stage("I I I I", #", "position": [140, 50]"#))
    #expect(moved["a.position.x"]?.first == 140)
    let folder = try TemporaryFolder()
    let long = String(repeating: "Twelve ", count: 40)
    let warned = try outcome(["validate", "a.json"], stage(long, ""), in: folder)
    #expect(
      warned.code == 0 && warned.errors.contains("the text does not fit into its shape; it is cut"), "\(warned.errors)")
    for (more, expected) in [
      (#", "width": 20"#, "width: does not go with 'inside'"),
      (#", "height": 20"#, "height: does not go with 'inside'"),
      (#", "path": {"data": "M0 0L90 0"}"#, "path: text is on a path, or inside of a shape"),
    ] {
      let wrong = try outcome(["validate", "a.json"], stage("I", more), in: folder)
      #expect(wrong.code == 2 && wrong.errors.contains(expected), "\(wrong.errors)")
    }
  }

  @Test("A point goes on the curve of its handles, and springs take over the speed of one that is interrupted")
  func ways() throws {
    let values = try trace(
      """
      {"id": "arc", "stage": "shape", "parameters": {"circle": {"radius": 3}, "fill": "white", "position": {"keyframes": [
        {"at": 0, "value": [100, 0], "out": [0, 55.228475]}, {"at": 1, "value": [0, 100], "in": [55.228475, 0]}]}}},
      {"id": "pulled", "stage": "shape", "parameters": {"circle": {"radius": 3}, "fill": "white", "position": {"mode": "springs",
        "keyframes": [{"at": 0, "value": [0, 0]}, {"at": 0.1, "value": [100, 0], "curve": "spring"},
          {"at": 0.2, "value": [0, 0], "curve": "spring"}]}}}
      """)
    let (x, y) = (try #require(values["arc.position.x"]), try #require(values["arc.position.y"]))
    for index in 0...10 {
      let angle = Double(index) / 10 * .pi / 2
      #expect(abs(x[index] - 100 * cos(angle)) < 0.05 && abs(y[index] - 100 * sin(angle)) < 0.05)
    }
    let pulled = try #require(values["pulled.position.x"])
    // It is on its way to 100 and goes on in that direction after the goal has moved back.
    #expect(pulled[2] > 20 && pulled[3] > pulled[2] && abs(pulled[19]) < 1)
  }

  @Test("A stage that a spring pulls stays behind its parent and comes to where it would be without one")
  func followThrough() throws {
    let values = try trace(
      """
      {"id": "lead", "stage": "shape", "parameters": {"rect": {"size": [20, 20]}, "fill": "white",
        "position": {"keyframes": [{"at": 0, "value": [20, 50]}, {"at": 1, "value": [120, 50]}]}}},
      {"id": "child", "stage": "shape", "parent": {"of": "lead", "spring": "apple-smooth"},
        "parameters": {"circle": {"radius": 3}, "fill": "white"}},
      {"id": "grandchild", "stage": "shape", "parent": {"of": "child", "spring": "apple-smooth"},
        "parameters": {"circle": {"radius": 3}, "fill": "white"}}
      """, duration: 5)
    let lead = try #require(values["lead.position.x"])
    let child = try #require(values["child.position.x"])
    let grandchild = try #require(values["grandchild.position.x"])
    #expect(child[0] == 20 && grandchild[0] == 20)
    // A critically damped spring of a period of 0.5 s comes to lie 0.5 s / π behind what goes at even speed.
    #expect(abs(lead[9] - child[9] - 100 * 0.5 / .pi) < 0.5)
    #expect(child[5] > grandchild[5] && abs(child[49] - 120) < 0.01 && abs(grandchild[49] - 120) < 0.01)
  }

  private let scenes = """
    {"id": "film", "stage": "sequence", "parameters": {"transition": {"style": "dissolve", "duration": 1, "curve": "linear"}}, "stages": [
      {"id": "one", "stage": "group", "duration": 1.1, "stages": [
        {"id": "small", "stage": "shape", "shared": "card", "parameters": {
          "rect": {"size": [20, 20]}, "fill": "#FF0000", "position": [40, 50]}}]},
      {"id": "two", "stage": "group", "parameters": {"position": [100, 50], "scale": 2, "anchor": [0.5, 0.5]}, "stages": [
        {"id": "large", "stage": "shape", "shared": "card", "parameters": {
          "rect": {"size": [30, 30]}, "fill": "#FF0000", "position": [30, 20]}}]}]}
    """

  @Test("What two scenes share goes from the one place and size to the other, as one")
  func shared() throws {
    // Half way between a square of 20 around (40, 50) and one of 60 around (100, 50), to which its group moves it.
    let middle = try picture(scenes, at: 0.6)
    #expect(middle[70, 50] == [255, 0, 0] && middle[51, 31] == [255, 0, 0] && middle[88, 68] == [255, 0, 0])
    #expect(middle[48, 50] == [0, 0, 0] && middle[92, 50] == [0, 0, 0] && middle[70, 28] == [0, 0, 0])
    let (before, after) = (try picture(scenes, at: 0), try picture(scenes, at: 1.5))
    #expect(before[31, 41] == [255, 0, 0] && before[29, 50] == [0, 0, 0])
    #expect(after[71, 21] == [255, 0, 0] && after[69, 50] == [0, 0, 0])
  }

  @Test("A name that no neighboring scene shares, or outside of scenes, is an error with its place, at each door")
  func sharedErrors() throws {
    let circle = #""parameters": {"circle": {"radius": 3}, "fill": "white"}"#
    let stages = """
      {"id": "alone", "stage": "shape", "shared": "x", \(circle)},
      {"id": "film", "stage": "sequence", "stages": [
        {"id": "one", "stage": "shape", "duration": 1, "shared": "y", \(circle)}, {"id": "two", "stage": "shape", \(circle)}]},
      {"id": "tail", "stage": "shape", "parent": {"of": "alone", "spring": "ease-in"}, \(circle)},
      {"id": "dot", "stage": "shape", "parameters": {"circle": {"radius": 3}, "fill": "white", "scale": {"keyframes": [
        {"at": 0, "value": 1, "out": [1, 0]}, {"at": 1, "value": 2}]}, "position": {"mode": "springs", "keyframes": [
        {"at": 0, "value": [1, 0], "curve": "ease-in"}, {"at": 1, "value": [2, 3]}]}}}
      """
    let folder = try TemporaryFolder()
    for command in [["validate", "a.json"], ["still", "a.json", "-o", "a.png"], ["run", "a.json"]] {
      let outcome = try outcome(command, stages, in: folder)
      #expect(outcome.code == 2)
      for text in [
        "stages[2].parent: its 'spring' is no spring", "stages[3].parameters.scale.keyframes[0].out: is for points",
        "stages[3].parameters.position.keyframes[0].curve: expected a spring",
      ] {
        #expect(outcome.errors.contains(text), "\(text)\n\(outcome.errors)")
      }
    }
    let readable = stages.components(separatedBy: ",\n{\"id\": \"tail\"")[0]
    let outcome = try outcome(["validate", "a.json"], readable, in: folder)
    for text in [
      "stages[0].shared: stage 'alone' is in no scene",
      "stages[1].stages[0].shared: no neighboring scene of 'film' has an element 'y'",
    ] {
      #expect(outcome.errors.contains(text), "\(text)\n\(outcome.errors)")
    }
  }

  @Test("A rectangle grows into the room of its row, and a group with a plate, too")
  func rooms() throws {
    let still = try picture(
      """
      {"id": "row", "stage": "group", "parameters": {"layout": {"row": {"size": [180, 40], "gap": 10, "grow": [0, 1, 1], "stretch": true}}}, "stages": [
        {"id": "a", "stage": "shape", "parameters": {"circle": {"radius": 10}, "fill": "#FF0000"}},
        {"id": "b", "stage": "shape", "parameters": {"rect": {"size": [10, 10]}, "fill": "#00FF00"}},
        {"id": "c", "stage": "group", "parameters": {"plate": {"paint": "#0000FF", "radius": 0, "padding": [5, 5]}}, "stages": [
          {"id": "d", "stage": "shape", "parameters": {"rect": {"size": [0, 4]}, "fill": "#FFFFFF"}}]}]}
      """, at: 0)
    // 180 less 20 and two gaps leaves 140, of which 20 are theirs.
    #expect(still[20, 50] == [255, 0, 0])
    #expect(still[41, 31] == [0, 255, 0] && still[108, 68] == [0, 255, 0] && still[111, 50] == [0, 0, 0])
    #expect(still[121, 31] == [0, 0, 255] && still[188, 68] == [0, 0, 255])
  }

  @Test("Lines outside and inside of an outline meet its fill without a seam")
  func strokes() throws {
    func still(_ align: String, fill: String) throws -> StillPicture {
      try picture(
        """
        {"id": "a", "stage": "shape", "parameters": {"rect": {"size": [60.5, 40.5]}, "fill": "\(fill)",
          "stroke": {"paint": "#FF0000", "width": 8, "align": "\(align)"}, "position": [100, 50]}}
        """, at: 0)
    }
    for fill in ["#FF0000", "#FF000080"] {
      let outside = try still("outside", fill: fill)
      // The edge lies at 69.75, in the middle of a pixel.
      #expect(outside[63, 50] == [255, 0, 0] && outside[60, 50] == [0, 0, 0])
      #expect(outside[69, 50][0] > (fill.count > 7 ? 180 : 254))
      let inside = try still("inside", fill: fill)
      #expect(inside[74, 50] == [255, 0, 0] && inside[68, 50] == [0, 0, 0])
    }
  }

  @Test("A feature and an axis that a font lacks are warnings, and a weight by its axis is none")
  func fontSettings() throws {
    let folder = try TemporaryFolder()
    let outcome = try outcome(
      ["validate", "a.json"],
      """
      {"id": "t", "stage": "caption", "parameters": {"text": "1", "size": 20, "features": ["tnum", "ss31"],
        "axes": [{"axis": "wght", "value": 850}, {"axis": "wdth", "value": 80}]}}
      """, in: folder)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.contains("'Inter' has no feature 'ss31'.")
        && outcome.errors.contains("'Inter' has no axis 'wdth'."))
    #expect(!outcome.errors.contains("tnum") && !outcome.errors.contains("weight"))
    let wrong = try self.outcome(
      ["validate", "a.json"],
      #"{"id": "t", "stage": "caption", "parameters": {"text": "1", "features": ["tn"]}}"#,
      in: folder)
    #expect(wrong.code == 2 && wrong.errors.contains("features[0]: 'tn' is no OpenType feature"), "\(wrong.errors)")
  }

  @Test(
    "An element that grows from nothing in its scene comes from the other scene at once, and others do not see it on its way"
  )
  func sharedWithEnter() throws {
    let growing = scenes.replacing(
      #""id": "large", "stage": "shape","#, with: #""id": "large", "stage": "shape", "enter": "pop","#)
    let first = try picture(growing, at: 0.1)
    #expect(first[40, 50] == [255, 0, 0])
    let copied =
      scenes
      + #", {"id": "copy", "stage": "copy", "inputs": {"drawing": "small.drawing"}, "parameters": {"offset": [0, 40]}}"#
    let middle = try picture(copied, at: 0.6)
    #expect(middle[31, 82] == [255, 0, 0] && middle[28, 90] == [0, 0, 0])
  }

  @Test("A room comes before the size that a layout gives itself")
  func imposedRooms() throws {
    let still = try picture(
      """
      {"id": "row", "stage": "group", "parameters": {"layout": {"row": {"size": [180, 40], "grow": [1]}}}, "stages": [
        {"id": "inner", "stage": "group", "parameters": {"layout": {"row": {"size": [20, 40], "grow": [1]}}}, "stages": [
          {"id": "bar", "stage": "shape", "parameters": {"rect": {"size": [10, 20]}, "fill": "#FF0000"}}]}]}
      """, at: 0)
    #expect(still[12, 50] == [255, 0, 0] && still[187, 50] == [255, 0, 0])
  }

  @Test("In a loop a spring goes on from the end at the start, also after whole turns and with little damping")
  func loopingSprings() throws {
    let folder = try TemporaryFolder()
    try """
    {"name": "a", "loop": true, "canvas": {"size": [200, 200], "fps": 30, "duration": 2, "background": "black"}, "stages": [
      {"id": "lead", "stage": "shape", "parameters": {"circle": {"radius": 9}, "fill": "white",
        "rotation": {"keyframes": [{"at": 0, "value": 0}, {"at": 2, "value": 360}]}}},
      {"id": "tail", "stage": "shape", "parent": {"of": "lead", "spring": "spring(1, 40, 0.1)"},
        "parameters": {"circle": {"radius": 4}, "fill": "white", "offset": [60, 0]}}]}
    """.write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
    let outcome = try run(["validate", "a.json"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test("A line outside of letters that are seen through leaves them free")
  func openLetters() throws {
    let still = try picture(
      """
      {"id": "t", "stage": "caption", "ignoreLayoutChecks": true, "parameters": {"text": "I", "size": 90, "weight": 900, "color": "transparent",
        "stroke": {"paint": "#FF0000", "width": 6, "align": "outside"}}}
      """, at: 0)
    #expect(still[100, 50] == [0, 0, 0])
    #expect((80..<120).contains { still[$0, 50] == [255, 0, 0] })
  }

  @Test("Settings of a Lottie file are named where the job has them")
  func lottieSettings() throws {
    let folder = try TemporaryFolder()
    try #"{"v": "5.9.0", "w": 20, "h": 20, "fr": 10, "ip": 0, "op": 10, "layers": []}"#.write(
      toFile: folder.file("l.json"), atomically: true, encoding: .utf8)
    let unknown = try outcome(
      ["validate", "a.json"], #"{"id": "l", "stage": "lottie", "parameters": {"file": "l.json", "set": {"x": "red"}}}"#,
      in: folder)
    #expect(unknown.code == 2 && unknown.errors.contains("stages[0].parameters.set:"), "\(unknown.errors)")
    let plain = try outcome(
      ["validate", "a.json"], #"{"id": "l", "stage": "lottie", "parameters": {"file": "l.json", "animation": "x"}}"#,
      in: folder)
    #expect(plain.code == 2 && plain.errors.contains("stages[0].parameters.animation:"), "\(plain.errors)")
  }
}
