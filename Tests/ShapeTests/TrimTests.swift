import Shape
import StageKit
import StageTesting
import Testing

@Suite("Trimmed strokes")
struct TrimTests {
  private func line(_ outline: String, _ trim: String, at seconds: Double = 0) throws -> Path {
    let stage = try make(Shape.self, "{ \"path\": \"\(outline)\", \"stroke\": {}, \"trim\": { \(trim) } }")
    guard case .stroke(let path, _, _, _)? = flat(try draw(stage, at: seconds)).first else { return .empty }
    return path
  }

  @Test("Start and end are fractions of the length of all subpaths")
  func fractions() throws {
    let path = try line("M0 0H10M0 5H30", #""start": 0.125, "end": 0.75"#)
    #expect(path.points == [Point(5, 0), Point(10, 0), Point(0, 5), Point(20, 5)])
    #expect(PathMeasure(path).length == 25)
  }

  @Test("Ends the wrong way round change places")
  func swapped() throws {
    #expect(try line("M0 0H10", #""start": 0.75, "end": 0.25"#).points == [Point(2.5, 0), Point(7.5, 0)])
  }

  @Test("An offset moves the stroke past the outline's end to its start", arguments: [0.5, -0.5, 3.5])
  func offset(_ offset: Double) throws {
    let path = try line("M0 0H10", "\"start\": 0.25, \"end\": 0.75, \"offset\": \(offset)")
    #expect(path.points == [Point(7.5, 0), Point(10, 0), Point(0, 0), Point(2.5, 0)])
  }

  @Test("On a closed outline a stroke across the seam is one piece")
  func seam() throws {
    let path = try line("M0 0H10V10H0Z", #""start": 0, "end": 0.5, "offset": 0.75"#)
    #expect(path.verbs == [.move, .line, .line])
    #expect(path.points == [Point(0, 10), Point(0, 0), Point(10, 0)])
  }

  @Test("Everything is the outline itself, nothing is nothing")
  func extremes() throws {
    #expect(try line("M0 0H10V10Z", #""end": 1"#).verbs == [.move, .line, .line, .close])
    #expect(try line("M0 0H10V10Z", #""start": 0.3, "end": 0.3"#).isEmpty)
    #expect(
      try line("M0 0H10V10Z", #""end": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 1, "value": 1 }] }"#).isEmpty)
  }

  @Test("The tip is where the stroke ends, with the way it runs")
  func tip() throws {
    let stage = try make(
      Shape.self,
      #"""
      { "path": "M0 0H10V10", "stroke": {}, "position": [100, 50], "rotation": 90,
        "trim": { "end": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 1, "value": 1 }] } } }
      """#)
    func tip(_ seconds: Double) throws -> (point: Point, angle: Double) {
      let values = try stage.frame(at: StageTime(seconds: seconds), Inputs()).values
      return (
        try #require(values["tip"].flatMap { Point($0) }), try #require(values["tipAngle"].flatMap { Double($0) })
      )
    }
    // A quarter turn about the box's middle (5, 5), which is at (100, 50).
    #expect(try tip(0.25).point.distance(to: Point(105, 50)) < 1e-9)
    #expect(try tip(0.25).angle == 90)
    #expect(try tip(1).point.distance(to: Point(95, 55)) < 1e-9)
    #expect(try tip(1).angle == 180)
  }

  @Test("A gradient along the path runs over what is stroked")
  func along() throws {
    let stage = try make(
      Shape.self,
      #"""
      { "path": "M0 0H10", "stroke": { "paint": { "along": { "stops": ["red", "blue"] } } }, "trim": { "end": 0.5 } }
      """#)
    guard case .stroke(_, _, let paint, _)? = flat(try draw(stage)).first else {
      Issue.record("no stroke")
      return
    }
    let stops = [GradientStop(0, Color(1, 0, 0)), GradientStop(1, Color(0, 0, 1))]
    #expect(paint == .alongPath(start: 0, end: 5, stops: stops))
  }

  @Test("A trim without a stroke is a fault")
  func trimWithoutStroke() {
    #expect(throws: StageError("there is no stroke to trim", parameter: "trim")) {
      try make(Shape.self, #"{ "path": "M0 0H9", "fill": "white", "trim": { "end": 0.5 } }"#)
    }
  }
}
