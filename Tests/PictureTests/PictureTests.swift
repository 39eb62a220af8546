import Picture
import StageKit
import StageTesting
import Testing

@Suite("Picture")
struct PictureTests {
  private func fill(_ parameters: String) throws -> (box: Rect?, path: Path, placement: Transform) {
    let stage = try make(Picture.self, "{ \"file\": \"a.png\", \(parameters) }")
    guard case .fill(let path, _, .image(_, let placement, _, _), _)? = flat(try draw(stage)).first else {
      throw StageError("no picture")
    }
    return (path.bounds, path, placement)
  }

  @Test("Without a size a pixel of the picture is a pixel of the video")
  func naturalSize() throws {
    let fill = try fill(#""fit": "cover""#)
    #expect(fill.box == Rect(x: 99, y: 49.5, width: 2, height: 1))
    #expect(fill.placement == .translation(99, 49.5) * .scale(0.5, 0.5))
  }

  @Test("One side keeps the proportions")
  func oneSide() throws {
    #expect(try fill(#""width": 40"#).box?.size == Size(40, 20))
    #expect(try fill(#""height": 40"#).box?.size == Size(80, 40))
  }

  @Test("A picture that covers fills its frame, and its focus stays in view")
  func cover() throws {
    let fill = try fill(#""width": 20, "height": 20, "focus": [0, 0.5]"#)
    #expect(fill.box == Rect(x: 90, y: 40, width: 20, height: 20))
    #expect(fill.placement.apply(.zero) == Point(90, 40))
    #expect(fill.placement.apply(Point(4, 2)) == Point(130, 60))
  }

  @Test("A picture that is contained is rounded at its own corners")
  func contain() throws {
    let fill = try fill(#""width": 20, "height": 20, "fit": "contain", "radius": 3"#)
    #expect(fill.path == .roundedRect(Rect(x: 90, y: 45, width: 20, height: 10), radius: 3))
  }

  @Test("A crop counts as the whole picture")
  func crop() throws {
    let fill = try fill(#""width": 20, "crop": { "origin": [0.5, 0], "size": [0.5, 1] }"#)
    #expect(fill.box?.size == Size(20, 20))
    #expect(fill.placement.apply(Point(2, 0)) == Point(90, 40))
    #expect(fill.placement.apply(Point(4, 2)) == Point(110, 60))
  }

  @Test("A crop beyond the picture shows what there is")
  func cropOutside() throws {
    let fill = try fill(#""width": 20, "crop": { "origin": [7, -3], "size": [9, 0] }"#)
    #expect(fill.placement.isFinite)
    #expect(fill.box?.isEmpty == false)
  }

  @Test("A border lies inside the edge and keeps its round corners, however wide it is", arguments: [4.0, 14, 30])
  func border(width: Double) throws {
    let stage = try make(
      Picture.self,
      #"{ "file": "a.png", "width": 40, "radius": 6, "border": { "width": \#(width), "paint": "red" } }"#)
    guard case .fill(let path, .evenOdd, .color(let color), _)? = flat(try draw(stage)).last else {
      Issue.record("no border")
      return
    }
    let edge = Rect(x: 80, y: 40, width: 40, height: 20)
    let ring = Path { ring in
      ring.append(.roundedRect(edge, radius: 6))
      if width < 10 { ring.append(.roundedRect(edge.inset(by: width), radius: max(0, 6 - width))) }
    }
    #expect(path == ring)
    #expect(color == Color(1, 0, 0))
  }

  @Test("It follows another stage's point by its anchor, and hides while there is none")
  func follows() throws {
    let stage = try make(Picture.self, #"{ "file": "a.png", "width": 40, "anchor": [0.5, 1], "offset": [0, -5] }"#)
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs(["position": .point(Point(10, 90))]))
    #expect(frame.values["position"] == .point(Point(10, 85)))
    let layer = try #require(groups(frame.drawing).first)
    #expect(layer.transform.apply(Point(100, 60)) == Point(10, 85))
    #expect(try stage.frame(at: StageTime(seconds: 0), Inputs([:], missing: ["position"])).drawing.isEmpty)
  }

  @Test("It publishes the size of its frame, also while it is not seen")
  func outputs() throws {
    let stage = try make(Picture.self, #"{ "file": "a.png", "width": 40, "opacity": 0 }"#)
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs())
    #expect(frame.drawing.isEmpty)
    #expect(frame.values["width"] == .number(40))
    #expect(frame.values["height"] == .number(20))
  }

  @Test("An SVG file is drawn as outlines, a pixel of it a point, and cut only where it leaves its frame")
  func vector() throws {
    func group(_ parameters: String) throws -> Group {
      try #require(
        groups(try draw(make(Picture.self, "{ \"file\": \"a.SVG\", \"color\": \"red\", \(parameters) }"))).first)
    }
    let whole = try group(#""fit": "cover""#)
    #expect(whole.clip == nil && whole.content.commands.count == 1)
    #expect(DisplayList([.group(whole)]).bounds == Rect(x: 98, y: 49, width: 4, height: 2))
    guard case .fill(_, _, .color(Color(1, 0, 0)), _)? = flat(DisplayList([.group(whole)])).first else {
      Issue.record("\(whole)")
      return
    }
    let cut = try group(#""width": 20, "height": 20, "radius": 3"#)
    let clips = groups(DisplayList([.group(cut)])).compactMap(\.clip)
    #expect(clips.map(\.path) == [.roundedRect(Rect(x: 90, y: 40, width: 20, height: 20), radius: 3)])
  }

  @Test("A broken picture is reported where it is named")
  func broken() {
    #expect(throws: StageError("missing.png: is broken", parameter: "file")) {
      try make(Picture.self, #"{ "file": "missing.png" }"#)
    }
  }
}
