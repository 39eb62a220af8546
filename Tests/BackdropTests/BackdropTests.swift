import Backdrop
import StageKit
import StageTesting
import Testing

@Suite("Backdrop")
struct BackdropTests {
  private let canvas = Rect(x: 0, y: 0, width: 200, height: 100)

  private func fills(_ parameters: String, at seconds: Double = 0) throws -> [(path: Path, paint: Paint)] {
    flat(try draw(make(Backdrop.self, parameters), at: seconds)).compactMap { command in
      if case .fill(let path, _, let paint, _) = command { (path, paint) } else { nil }
    }
  }

  @Test("A paint fills the whole canvas")
  func color() throws {
    let fill = try #require(try fills(##"{ "paint": "#ff0000" }"##).first)
    #expect(fill.path == .rect(canvas))
    #expect(fill.paint == .color(Color(1, 0, 0)))
  }

  @Test("A gradient's coordinates are fractions of the canvas unless they are points")
  func gradients() throws {
    let fractions = try fills(#"{ "paint": { "radial": { "center": [0.25, 1], "stops": ["red", "blue"] } } }"#)
    guard case .radial(let center, let radius, let stops, _)? = fractions.first?.paint else {
      Issue.record("no radial gradient")
      return
    }
    #expect(center == Point(50, 100))
    #expect(radius == 100)
    #expect(stops.map(\.offset) == [0, 1])
    let points = try fills(
      #"{ "paint": { "linear": { "from": [1, 2], "to": [3, 4], "units": "points", "stops": ["red", "blue"] } } }"#)
    guard case .linear(let from, let to, _, _)? = points.first?.paint else {
      Issue.record("no linear gradient")
      return
    }
    #expect([from, to] == [Point(1, 2), Point(3, 4)])
  }

  @Test("Keyframes mix colors, stops and angles")
  func keyframes() throws {
    let parameters = #"""
      { "paint": { "keyframes": [
        { "at": 0, "value": { "linear": { "angle": 0, "stops": [[0, "black"], [0.5, "white"]] } } },
        { "at": 1, "value": { "linear": { "angle": 180, "stops": [[0, "white"], [1, "white"]] } } } ] } }
      """#
    guard case .linear(let from, let to, let stops, _)? = try fills(parameters, at: 0.5).first?.paint else {
      Issue.record("no linear gradient")
      return
    }
    #expect(from.distance(to: Point(0, 50)) < 1e-9)
    #expect(to.distance(to: Point(200, 50)) < 1e-9)
    #expect(stops == [GradientStop(0, Color(0.5, 0.5, 0.5)), GradientStop(0.75, .white)])
  }

  @Test("A picture covers, is contained, is stretched or tiles")
  func fits() throws {
    func place(_ fit: String) throws -> (Rect?, Transform, Spread) {
      let picture = try fills(
        "{ \"picture\": { \"file\": \"a.png\", \"fit\": \"\(fit)\", \"tileSize\": [50, 20] } }")
      guard case .image(_, let placement, let spread, _)? = picture.first?.paint else { throw StageError("no picture") }
      return (picture.first?.path.bounds, placement, spread)
    }
    // The picture's proportions are the canvas's.
    #expect(try place("cover") == (canvas, .scale(50, 50), .pad))
    #expect(try place("contain") == (canvas, .scale(50, 50), .pad))
    #expect(try place("fill") == (canvas, .scale(50, 50), .pad))
    #expect(try place("tile") == (canvas, .translation(75, 40) * .scale(12.5, 10), .repeat))
  }

  @Test("An SVG file covers, is contained and is stretched, too, with what it draws beyond its canvas cut off")
  func vectors() throws {
    func scales(_ more: String) throws -> (Transform?, [Double]) {
      let list = try draw(make(Backdrop.self, "{ \"picture\": { \"file\": \"a.svg\"\(more) } }"))
      let found = groups(list)
      return (found.last?.transform, found.compactMap { $0.opacity < 1 ? $0.opacity : nil })
    }
    // It is 4 by 2, as the canvas is 200 by 100.
    for fit in ["cover", "contain", "fill"] {
      #expect(try scales(", \"fit\": \"\(fit)\"").0 == .scale(50, 50))
    }
    #expect(try scales(", \"opacity\": 0.5").1 == [0.5])
    #expect(throws: StageError.self) { try scales(", \"fit\": \"tile\"") }
  }

  @Test("Zoom and focus stay on the picture")
  func zoom() throws {
    let picture = try fills(#"{ "picture": { "file": "a.png", "zoom": 2, "focus": [0, 1] } }"#)
    guard case .image(_, let placement, _, _)? = picture.first?.paint else {
      Issue.record("no picture")
      return
    }
    #expect(placement == .translation(0, -100) * .scale(100, 100))
  }

  @Test("A blurred picture reaches beyond the canvas by what the blur takes")
  func blur() throws {
    let list = try draw(make(Backdrop.self, #"{ "picture": { "file": "a.png", "blur": 20 } }"#))
    #expect(groups(list).first?.effects == [.blur(sigma: 20)])
    guard case .fill(let path, _, _, _)? = flat(list).first else {
      Issue.record("no fill")
      return
    }
    #expect(path.bounds == canvas.inset(by: -60))
  }

  @Test("Nothing is drawn at opacity 0, and in between all of it is one layer")
  func opacity() throws {
    #expect(try draw(make(Backdrop.self, #"{ "paint": "red", "opacity": 0 }"#)).isEmpty)
    let list = try draw(make(Backdrop.self, #"{ "paint": "red", "picture": { "file": "a.png" }, "opacity": 0.5 }"#))
    #expect(groups(list).map(\.opacity) == [0.5])
    #expect(flat(list).count == 2)
  }

  @Test("A missing picture is reported where it is named")
  func missing() {
    #expect(throws: StageError("missing.png: is broken", parameter: "picture.file")) {
      try make(Backdrop.self, #"{ "picture": { "file": "missing.png" } }"#)
    }
    #expect(throws: StageError.self) { try make(Backdrop.self, "{}") }
  }
}
