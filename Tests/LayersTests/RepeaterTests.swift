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

  @Test("A ring is whole without a copy on the first, and a part of one ends at its end")
  func ring() throws {
    let whole = try arrangement(#"{ "ring": { "radius": 50 } }"#).places(of: 8, around: center, along: nil, at: 0)
    #expect(whole.map(\.degrees) == (0..<8).map { Double($0) * 45 })
    #expect(whole.allSatisfy { abs($0.point.distance(to: center) - 50) < 1e-9 })
    #expect(whole.first.map { $0.point.distance(to: Point(100, 150)) < 1e-9 } == true)
    let half = try arrangement(#"{ "ring": { "radius": 50, "from": -90, "sweep": 180, "turned": false } }"#).places(
      of: 3, around: center, along: nil, at: 0)
    let expected = [Point(50, 200), Point(100, 150), Point(150, 200)]
    #expect(half.count == 3 && zip(half, expected).allSatisfy { $0.point.distance(to: $1) < 1e-9 && $0.degrees == 0 })
  }

  @Test("Lines and rows lie around the place of the first")
  func lines() throws {
    let line = try arrangement(#"{ "line": { "step": [10, 4] } }"#).places(of: 5, around: center, along: nil, at: 0)
    #expect(line.map(\.point.x) == [80, 90, 100, 110, 120] && line.map(\.point.y) == [192, 196, 200, 204, 208])
    let grid = try arrangement(#"{ "grid": { "columns": 3, "step": [10, 20] } }"#).places(
      of: 6, around: center, along: nil, at: 0)
    #expect(grid.map(\.point.x) == [90, 100, 110, 90, 100, 110])
    #expect(grid.map(\.point.y) == [190, 190, 190, 210, 210, 210])
  }

  @Test("Along a path copies are equally far apart, and turned as it is")
  func path() throws {
    func places(_ path: String, _ more: String, count: Int) throws -> [(point: Point, degrees: Double)] {
      try arrangement("{ \"path\": { \"path\": \"\(path)\"\(more) } }").places(
        of: count, around: center, along: PathMeasure(SVGPath.parse(path).path), at: 0)
    }
    let open = try places("M0 0H60V60", "", count: 7)
    #expect(open.map { ($0.point.x * 1e6).rounded() / 1e6 } == [0, 20, 40, 60, 60, 60, 60])
    #expect(open.map { ($0.point.y * 1e6).rounded() / 1e6 } == [0, 0, 0, 0, 20, 40, 60])
    #expect(open.map(\.degrees) == [0, 0, 0, 90, 90, 90, 90])
    #expect(try places("M0 0H90V90Z", ", \"shift\": 1.25", count: 4).count == 4)
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
    let groups = frame.drawing.commands.compactMap { if case .group(let group) = $0 { group } else { nil } }
    #expect(groups.map(\.opacity) == [1, 0.5, 0.25])
    let middles = groups.map { $0.transform.apply(Point(270, 480)) }
    #expect(middles == [Point(240, 480), Point(270, 480), Point(300, 480)])
    let edges = groups.map { $0.transform.apply(Point(280, 480)) - $0.transform.apply(Point(270, 480)) }
    #expect(zip(edges, [Point(10, 0), Point(0, 5), Point(-2.5, 0)]).allSatisfy { $0.distance(to: $1) < 1e-9 })
  }
}
