import StageKit
import StageTesting
import Testing

@testable import Layers

@Suite("Copies of stages")
struct RepeaterTests {
  private func arrangement(_ text: String) throws -> CopyArrangement {
    try make(Repeater.self, "{ \"arrangement\": \(text) }", FakeContext()).arrangement
  }

  private let center = Point(100, 200)

  private func places(
    _ text: String, of count: Int, along path: PathMeasure? = nil, boxes: [Rect] = [], isMirrored: Bool = false
  ) throws -> [(point: Point, degrees: Double)] {
    try arrangement(text).places(
      of: count, around: center, boxes: boxes, along: path, isMirrored: isMirrored, at: 0)
  }

  @Test("Rows and columns keep the sizes of copies, aligned at the side where reading starts")
  func flow() throws {
    let boxes = [Rect(center: center, size: Size(20, 10)), Rect(center: center, size: Size(40, 30))]
    let column = try places(#"{ "column": { "gap": 6 } }"#, of: 2, boxes: boxes)
    #expect(column.map(\.point) == [Point(90, 182), Point(100, 208)])
    let row = try places(#"{ "row": { "gap": 6, "align": "end" } }"#, of: 2, boxes: boxes)
    #expect(row.map(\.point) == [Point(77, 210), Point(113, 200)])
    let mirrored = try places(#"{ "row": { "gap": 6 } }"#, of: 2, boxes: boxes, isMirrored: true)
    #expect(mirrored.map(\.point) == [Point(123, 190), Point(87, 200)])
  }

  @Test("A ring is whole without a copy on the first, and a part of one ends at its end")
  func ring() throws {
    let whole = try places(#"{ "ring": { "radius": 50 } }"#, of: 8)
    #expect(whole.map(\.degrees) == (0..<8).map { Double($0) * 45 })
    #expect(whole.allSatisfy { abs($0.point.distance(to: center) - 50) < 1e-9 })
    #expect(whole.first.map { $0.point.distance(to: Point(100, 150)) < 1e-9 } == true)
    let half = try places(#"{ "ring": { "radius": 50, "from": -90, "sweep": 180, "turned": false } }"#, of: 3)
    let expected = [Point(50, 200), Point(100, 150), Point(150, 200)]
    #expect(half.count == 3 && zip(half, expected).allSatisfy { $0.point.distance(to: $1) < 1e-9 && $0.degrees == 0 })
  }

  @Test("Lines and rows lie around the place of the first")
  func lines() throws {
    let line = try places(#"{ "line": { "step": [10, 4] } }"#, of: 5)
    #expect(line.map(\.point.x) == [80, 90, 100, 110, 120] && line.map(\.point.y) == [192, 196, 200, 204, 208])
    let grid = try places(#"{ "grid": { "columns": 3, "step": [10, 20] } }"#, of: 6)
    #expect(grid.map(\.point.x) == [90, 100, 110, 90, 100, 110])
    #expect(grid.map(\.point.y) == [190, 190, 190, 210, 210, 210])
  }

  @Test("Along a path copies are equally far apart, and turned as it is")
  func path() throws {
    func along(_ path: String, _ more: String, count: Int) throws -> [(point: Point, degrees: Double)] {
      try places(
        "{ \"path\": { \"path\": \"\(path)\"\(more) } }", of: count, along: PathMeasure(SVGPath.parse(path).path))
    }
    let open = try along("M0 0H60V60", "", count: 7)
    #expect(open.map { ($0.point.x * 1e6).rounded() / 1e6 } == [0, 20, 40, 60, 60, 60, 60])
    #expect(open.map { ($0.point.y * 1e6).rounded() / 1e6 } == [0, 0, 0, 0, 20, 40, 60])
    #expect(open.map(\.degrees) == [0, 0, 0, 90, 90, 90, 90])
    #expect(try along("M0 0H90V90Z", ", \"shift\": 1.25", count: 4).count == 4)
  }

  @Test(
    "Each order begins where it says, and all have come in at the end",
    arguments: [("forward", [0.0]), ("backward", [2.0]), ("center", [2.0]), ("edges", [0.0]), ("random", [])])
  func orders(order: String, first: [Double]) throws {
    let values = ParameterValues(
      [
        ("enter", .object(ParameterValues([("style", .text("grow")), ("duration", .number(0.5))]))),
        ("order", .text(order)), ("spread", .number(2)),
      ], path: "each")
    let each = try StaggeredMotion(values)
    let delays = each.delays(of: 9) { [] }
    if let delay = first.first { #expect(delays[0] == delay) }
    #expect(delays.min() == 0 && delays.max() == 2 && each.settlingTime(of: 9) == 2.5)
    for delay in delays {
      #expect(each.pose(at: 2.5, of: 9, delay: delay, last: 2).isAtRest)
      #expect(each.pose(at: delay, of: 9, delay: delay, last: 2).opacity == 0)
    }
  }

  @Test("Each copy is turned, smaller and fainter than the one before")
  func growth() throws {
    let stage = try make(
      Repeater.self,
      #"{ "arrangement": { "line": { "step": [30, 0] } }, "count": 3, "turn": 90, "shrink": 0.5, "fade": 0.5 }"#,
      FakeContext())
    let square = DisplayList { $0.fill(.rect(Rect(x: 260, y: 470, width: 20, height: 20)), .white) }
    let layers = [ContentLayer(id: "a", drawing: square, box: Rect(x: 260, y: 470, width: 20, height: 20))]
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs(layers: layers))
    // The first is neither turned nor fainter, so it is the fill itself.
    let copies = frame.drawing.commands.compactMap { command -> (transform: Transform, opacity: Double)? in
      switch command {
      case .fill(_, _, _, let transform): (transform, 1)
      case .group(let group): (group.transform, group.opacity)
      default: nil
      }
    }
    #expect(copies.map(\.opacity) == [1, 0.5, 0.25])
    let middles = copies.map { $0.transform.apply(Point(270, 480)) }
    #expect(middles == [Point(240, 480), Point(270, 480), Point(300, 480)])
    let edges = copies.map { $0.transform.apply(Point(280, 480)) - $0.transform.apply(Point(270, 480)) }
    #expect(zip(edges, [Point(10, 0), Point(0, 5), Point(-2.5, 0)]).allSatisfy { $0.distance(to: $1) < 1e-9 })
  }

  @Test("Copies that grow without end stay finite, with their box")
  func endlessGrowth() throws {
    let stage = try make(
      Repeater.self, #"{ "arrangement": { "ring": { "radius": 50 } }, "count": 500, "shrink": 1000 }"#, FakeContext())
    let square = DisplayList { $0.fill(.rect(Rect(x: 260, y: 470, width: 20, height: 20)), .white) }
    let layers = [ContentLayer(id: "a", drawing: square, box: Rect(center: Point(270, 480), size: Size(20, 20)))]
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs(layers: layers))
    #expect(frame.drawing.bounds.map { $0.width.isFinite && $0.width > 1e7 } == true)
    #expect(frame.layoutBounds.map { $0.width.isFinite } == true)
  }

  @Test("A copy of a single command is that command elsewhere, and one of several a group of them")
  func commands() throws {
    func copies(_ content: DisplayList) throws -> [DrawCommand] {
      let stage = try make(
        Repeater.self, #"{ "arrangement": { "line": { "step": [30, 0] } }, "count": 2 }"#, FakeContext())
      let layers = [ContentLayer(id: "a", drawing: content, box: Rect(center: Point(270, 480), size: Size(20, 20)))]
      return try stage.frame(at: StageTime(seconds: 0), Inputs(layers: layers)).drawing.commands
    }
    let square = Path.rect(Rect(x: 260, y: 470, width: 20, height: 20))
    let fill = DisplayList { $0.fill(square, .white) }
    func moved(_ x: Double) -> DrawCommand {
      .fill(square, rule: .nonzero, paint: .color(.white), transform: .translation(x, 0))
    }
    #expect(try copies(fill) == [moved(-15), moved(15)])
    #expect(try copies(DisplayList { $0.group(Group(fill)) }) == [moved(-15), moved(15)])
    let two = DisplayList(fill.commands + fill.commands)
    #expect(try copies(two) == [-15, 15].map { .group(Group(two, transform: .translation($0, 0))) })
    let clipped = Group(fill, clip: Clip(square))
    let places = [-15.0, 15].map { x in
      var group = clipped
      group.transform = .translation(x, 0)
      return DrawCommand.group(group)
    }
    #expect(try copies(DisplayList { $0.group(clipped) }) == places)
  }
}
