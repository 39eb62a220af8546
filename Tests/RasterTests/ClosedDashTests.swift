import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Dashes that round ends close")
struct ClosedDashTests {
  @Test("They are one line, from the first dash to the last")
  func line() throws {
    let lines = StrokeLines(
      Path { path in
        path.move(to: .zero)
        path.line(to: Point(50, 0))
        path.line(to: Point(50, 50.5))
      }, tolerance: 0.1)
    let pattern = try #require(DashPattern([1, 0.5], offset: 1.2))
    let line = try #require(pattern.joined(lines, closing: 0.5))
    #expect(line.subpaths.count == 1)
    #expect(line.segments.count == 2)
    let (first, last) = (try #require(line.segments.first), try #require(line.segments.last))
    // Both of its ends lie in gaps.
    #expect(first.p0.distance(to: Point(0.3, 0)) < 1e-9)
    #expect(last.p1.distance(to: Point(50, 50.3)) < 1e-9)
    #expect(pattern.joined(lines, closing: 0.4) == nil)
  }

  @Test("A closed subpath that begins and ends in a dash stays closed")
  func loop() throws {
    let lines = StrokeLines(Path.rect(Rect(x: 0, y: 0, width: 10, height: 10)), tolerance: 0.1)
    #expect(try #require(DashPattern([1, 0.6], offset: 0.2)?.joined(lines, closing: 1)).subpaths[0].isClosed)
    #expect(try !#require(DashPattern([1, 0.6], offset: 1.2)?.joined(lines, closing: 1)).subpaths[0].isClosed)
  }

  @Test("A dot has no length, and stays")
  func dot() throws {
    let lines = StrokeLines(
      Path { path in
        path.move(to: Point(3, 3))
        path.line(to: Point(3, 3))
      }, tolerance: 0.1)
    #expect(try #require(DashPattern([1, 0.5], offset: 0)?.joined(lines, closing: 1)).segments.count == 1)
  }

  @Test("They close gaps up to a chord that is cut off by the tolerance, and no others do")
  func gap() throws {
    let round = StrokeStyle(width: 10, cap: .round)
    #expect(abs(try #require(Stroker(round, radius: 5, tolerance: 0.1)).closedGap(tolerance: 1) - 6) < 1e-9)
    let square = StrokeStyle(width: 10, cap: .square)
    #expect(try #require(Stroker(square, radius: 5, tolerance: 0.1)).closedGap(tolerance: 1) == 0)
  }

  @Test(
    "They are drawn as the line is, and others as dashes",
    arguments: [StrokeStyle.Order.outlineThenTransform, .transformThenOutline])
  func drawing(order: StrokeStyle.Order) {
    let path = Path { path in
      path.move(to: Point(8, 24))
      path.line(to: Point(40, 24))
    }
    func drawn(_ dashes: [Double]) -> [UInt8] {
      draw(48, 48) {
        $0.stroke(path, .white, StrokeStyle(width: 12, cap: .round, dashes: dashes, order: order))
      }.pixels
    }
    // Both ends of the line lie in dashes.
    #expect(drawn([1, 0.25]) == drawn([]))
    #expect(drawn([8, 8]) != drawn([]))
  }
}
