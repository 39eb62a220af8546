import Raster
import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

private let straight = [Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0)]
private let farther = [Coordinate(longitude: 0.01, latitude: 0.001), Coordinate(longitude: 0.02, latitude: 0.001)]

private func stage(_ entries: (String, ParameterValue)...) throws -> PolylineSweep {
  try PolylineSweep(
    ParameterValues(
      [("route", .route(.coordinates(straight))), ("duration", .number(1)), ("fade", .boolean(false))] + entries),
    FakeContext())
}

private func commands(_ stage: PolylineSweep, _ seconds: Double) throws -> [DrawCommand] {
  try stage.frame(at: StageTime(seconds: seconds), Inputs()).drawing.commands
}

@Suite("Lines of several widths, arrows, and routes in turn")
struct TaperTests {
  /// The clip of the only group.
  private func clip(_ stage: PolylineSweep, _ seconds: Double) throws -> Path {
    guard case .group(let group)? = try commands(stage, seconds).first, let clip = group.clip else {
      throw StageError("no clip")
    }
    return clip.path.transformed(by: clip.transform)
  }

  @Test("A line's width changes evenly to the route's end")
  func endWidth() throws {
    let stage = try stage(("width", .number(4)), ("endWidth", .number(20)), ("trail", .number(1)))
    let box = try #require(try clip(stage, 0.5).controlBounds)
    // Whole, from a width of 4 at its start to one of 20 at its end, with half of each beyond.
    let start = try #require(try clip(stage, 0.05).controlBounds)
    #expect(abs(box.height - 20) < 0.05)
    #expect(abs(start.height - 5.6) < 0.2)
    #expect(abs(box.width - (start.width - 2 - 2.8) / 0.1 - 12) < 1)
  }

  @Test("A line grows from its tail to its head wherever it is")
  func tailWidth() throws {
    let stage = try stage(("width", .number(12)), ("tailWidth", .number(0)), ("trail", .number(0.25)))
    for seconds in [0.3, 0.5, 0.7] {
      #expect(abs(try #require(try clip(stage, seconds).controlBounds).height - 12) < 0.05)
    }
  }

  @Test("What is covered turns one way only, so that no hole is left where it overlaps itself")
  func outline() {
    let corner = [(Point(0, 0), 6.0), (Point(30, 0), 10), (Point(3, 2), 14), (Point(20, 20), 3)]
    let path = Taper.outline(corner.map { (place: $0.0, width: $0.1) })
    let areas = path.subpaths.map { subpath -> Double in
      var points = [subpath.start]
      for case .line(_, let to) in subpath.segments { points.append(to) }
      return zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) }
    }
    #expect(areas.count == 7)
    #expect(areas.allSatisfy { $0 < 0 })
  }

  /// Where arrows are, and how long.
  private func arrows(_ stage: PolylineSweep, _ seconds: Double) throws -> [(x: Double, size: Double)] {
    try commands(stage, seconds).dropFirst().compactMap {
      guard case .stroke(let path, _, _, _) = $0, let box = path.controlBounds else { return nil }
      return (box.maxX, box.width / 0.55)
    }
  }

  @Test("Arrows lie at even distances along the route, and go on by their speed")
  func arrows() throws {
    let arrows = ParameterValue.object(
      ParameterValues([("gap", .number(100)), ("size", .number(8)), ("speed", .number(200))]))
    let stage = try stage(("trail", .number(3)), ("arrows", arrows))
    let length = try #require(RouteLine(straight)).length
    // The line is whole from a quarter of its time on.
    let scale = (FakeContext().composition.size.width - 80) / length
    let found = try self.arrows(stage, 0.5)
    #expect(found.count == 11)
    for (a, b) in zip(found, found.dropFirst()) { #expect(abs(b.x - a.x - 100 * scale) < 3) }
    #expect(found.dropFirst().dropLast().allSatisfy { abs($0.size - 8) < 1e-6 })
    let later = try self.arrows(stage, 0.6)
    #expect(abs(later[3].x - found[3].x - 20 * scale) < 1e-6)
  }

  @Test("Routes in turn set out as the one before arrives, and their starts are added")
  func inTurn() throws {
    func departure(_ sequence: String, start: Double) throws -> Double {
      let second = ParameterValue.object(
        ParameterValues([("route", .route(.coordinates(farther))), ("start", .number(start))]))
      let stage = try stage(
        ("trail", .number(1)), ("sequence", .text(sequence)), ("routes", .list([second])), ("curve", .curve(.linear)))
      // Its first frame with two strokes.
      for step in 0...1000 where try commands(stage, Double(step) / 500).count > 1 { return Double(step) / 500 }
      return .infinity
    }
    #expect(abs(try departure("together", start: 0) - 0) < 0.01)
    #expect(abs(try departure("in-turn", start: 0) - 0.5) < 0.01)
    #expect(abs(try departure("in-turn", start: 0.2) - 0.7) < 0.01)
  }
}
