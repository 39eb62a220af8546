import Shape
import StageKit
import StageTesting
import Testing

@Suite("A shape's outline")
struct OutlineTests {
  private func path(_ outline: String, at seconds: Double = 0) throws -> Path {
    let stage = try make(Shape.self, "{ \(outline), \"fill\": \"white\" }")
    guard case .fill(let path, _, _, _)? = flat(try draw(stage, at: seconds)).first else { return .empty }
    return path
  }

  @Test("Primitives without a place of their own stand in the middle of the canvas")
  func middle() throws {
    #expect(try path(#""rect": { "size": [20, 10] }"#).bounds == Rect(x: 90, y: 45, width: 20, height: 10))
    #expect(try path(#""circle": { "radius": 5 }"#).bounds == Rect(x: 95, y: 45, width: 10, height: 10))
    #expect(
      try path(#""ellipse": { "size": [8, 4], "center": [10, 10] }"#).bounds
        == Rect(x: 6, y: 8, width: 8, height: 4))
  }

  @Test("A rectangle's corners are those of the geometry library")
  func corners() throws {
    let box = Rect(x: 90, y: 45, width: 20, height: 10)
    #expect(try path(#""rect": { "size": [20, 10], "radius": 3 }"#) == .roundedRect(box, radius: 3))
    #expect(
      try path(#""rect": { "size": [20, 10], "radii": [1, 2, 3, 4] }"#)
        == .roundedRect(box, radii: CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4)))
  }

  @Test("A ring begins at the top and runs clockwise")
  func ring() throws {
    let measure = PathMeasure(try path(#""circle": { "radius": 10, "center": [0, 0] }"#))
    let start = try #require(measure.location(at: 0))
    #expect(start.point.distance(to: Point(0, -10)) < 1e-9)
    #expect(start.tangent.distance(to: Point(1, 0)) < 1e-4)
  }

  @Test("A polygon and a star have their corners on circles, the first at the top")
  func polygons() throws {
    let square = try path(#""polygon": { "sides": 4, "radius": 10, "center": [0, 0] }"#)
    for (point, corner) in zip(square.points, [Point(0, -10), Point(10, 0), Point(0, 10), Point(-10, 0)]) {
      #expect(point.distance(to: corner) < 1e-12)
    }
    let star = try path(#""star": { "points": 5, "radius": 10, "innerRadius": 0.5, "center": [0, 0] }"#)
    #expect(star.points.map { ($0.length * 10).rounded() / 10 } == [10, 5, 10, 5, 10, 5, 10, 5, 10, 5])
  }

  @Test("Rounded corners touch their sides and keep their radius")
  func rounding() throws {
    let path = try path(#""polyline": { "points": [[0, 0], [30, 0], [30, 30]], "radius": 10 }"#)
    #expect(path.verbs == [.move, .line, .cubic, .line])
    let p = path.points
    #expect(p[1].distance(to: Point(20, 0)) < 1e-12)
    #expect(p[4].distance(to: Point(30, 10)) < 1e-12)
    let arc = PathMeasure(
      Path {
        $0.move(to: p[1])
        $0.cubic(p[2], p[3], to: p[4])
      })
    for share in [0.25, 0.5, 0.75] {
      let place = try #require(arc.location(at: arc.length * share))
      #expect(abs(place.point.distance(to: Point(20, 10)) - 10) < 0.01)
    }
  }

  @Test("Corners with too little room are rounded as far as there is")
  func tightRounding() throws {
    let path = try path(#""polyline": { "points": [[0, 0], [10, 0], [10, 10]], "radius": 1e6, "closed": true }"#)
    #expect(path.points.allSatisfy { Rect(x: 0, y: 0, width: 10, height: 10).inset(by: -1e-9).contains($0) })
  }

  @Test("A path with keyframes is each of them at its time and a mix between")
  func morph() throws {
    let keys = #""path": { "keyframes": [{ "at": 0, "value": "M0 0H10" }, { "at": 1, "value": "M0 4H20" }] }"#
    #expect(try path(keys, at: 0).points == [Point(0, 0), Point(10, 0)])
    #expect(try path(keys, at: 0.5).points == [Point(0, 2), Point(15, 2)])
    #expect(try path(keys, at: 1).points == [Point(0, 4), Point(20, 4)])
  }

  @Test("A curve that overshoots does not turn a size inside out")
  func overshoot() throws {
    let path = try path(
      #"""
      "circle": { "radius": { "keyframes": [
        { "at": 0, "value": 5, "curve": "cubic-bezier(0.3, 0, 0.6, 3)" }, { "at": 1, "value": 0 }] } }
      """#, at: 0.7)
    #expect(path.isEmpty)
  }

  @Test("A shape needs one outline and a paint, and says so")
  func faults() {
    let outlines = "One of 'path', 'rect', 'ellipse', 'circle', 'line', 'polyline', 'polygon', 'star'."
    #expect(throws: StageError("a shape needs an outline", hint: outlines)) {
      try make(Shape.self, #"{ "fill": "white" }"#)
    }
    #expect(throws: StageError("'path' and 'circle' exclude each other", parameter: "circle")) {
      try make(Shape.self, #"{ "path": "M0 0H9", "circle": { "radius": 1 }, "fill": "white" }"#)
    }
    #expect(throws: StageError("a shape needs a fill or a stroke", hint: "Add \"fill\": \"white\".")) {
      try make(Shape.self, #"{ "path": "M0 0H9" }"#)
    }
    #expect(throws: StageError("expected 4 radii, found 2", parameter: "rect.radii")) {
      try make(Shape.self, #"{ "rect": { "size": [1, 1], "radii": [1, 2] }, "fill": "white" }"#)
    }
  }
}
