import Geometry
import Testing

@testable import Raster

@Suite("Outlines made of two others")
struct PathCombinationTests {
  private func area(_ path: Path) -> Double {
    path.subpaths.reduce(0) { sum, subpath in
      sum + subpath.segments.reduce(0) { $0 + $1.start.cross($1.end) / 2 }
    }.magnitude
  }

  private func combine(_ a: Path, _ b: Path, _ operation: PathOperation) throws -> Path {
    try #require(combined(a, b, by: operation, tolerance: 0.001))
  }

  @Test(
    "Two squares leave what set theory says",
    arguments: [(PathOperation.union, 175.0), (.intersection, 25), (.difference, 75), (.symmetricDifference, 150)])
  func squares(operation: PathOperation, expected: Double) throws {
    let (a, b) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 5, y: 5, width: 10, height: 10))
    #expect(abs(area(try combine(.rect(a), .rect(b), operation)) - expected) < 1e-5)
    // The direction of an outline does not count.
    let turned = Path.polyline(b.corners.reversed(), closed: true)
    #expect(abs(area(try combine(.rect(a), turned, operation)) - expected) < 1e-5)
  }

  @Test("Two circles meet in a lens of the known area")
  func lens() throws {
    let (a, b) = (Path.circle(center: .zero, radius: 10), Path.circle(center: Point(10, 0), radius: 10))
    let lens = 100 * (2 * Double.pi / 3 - 3.0.squareRoot() / 2)
    #expect(abs(area(try combine(a, b, .intersection)) - lens) < 0.05)
    #expect(abs(area(try combine(a, b, .union)) - (200 * .pi - lens)) < 0.05)
  }

  @Test("A ring without a bar falls in two, and each part is by itself")
  func parts() throws {
    let ring = Path { builder in
      builder.circle(center: .zero, radius: 10)
      builder.polyline(Rect(x: -5, y: -5, width: 10, height: 10).corners.reversed(), closed: true)
    }
    let cut = try combine(ring, .rect(Rect(x: -1, y: -20, width: 2, height: 40)), .difference)
    #expect(cut.subpaths.count == 2)
    #expect(cut.subpaths.allSatisfy { $0.isClosed })
  }

  @Test("Equal outlines, outlines side by side and empty ones")
  func edges() throws {
    let square = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let next = Path.rect(Rect(x: 10, y: 0, width: 10, height: 10))
    #expect(try combine(square, square, .difference).isEmpty)
    #expect(abs(area(try combine(square, square, .union)) - 100) < 1e-6)
    #expect(try combine(square, next, .union).subpaths.count == 1)
    #expect(try combine(square, next, .intersection).isEmpty)
    #expect(abs(area(try combine(square, .empty, .union)) - 100) < 1e-6)
    #expect(try combine(.empty, .empty, .union).isEmpty)
  }

  @Test("What overlaps itself counts as a whole")
  func selfOverlap() throws {
    let star = Path.polyline((0..<5).map { Point(0, -10).rotated(by: 144 * Double($0)) }, closed: true)
    let inside = try combine(star, .circle(center: .zero, radius: 2), .difference)
    #expect(inside.subpaths.count == 2)
  }

  @Test("Contours that overlap become one outline, and others stay as they are")
  func uniting() throws {
    func both(_ a: Path, _ b: Path) -> Path {
      Path { builder in
        builder.append(a)
        builder.append(b)
      }
    }
    let square = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let cross = both(square, .rect(Rect(x: 5, y: 5, width: 10, height: 10)))
    #expect(abs(area(try #require(united(cross, tolerance: 0.01))) - 175) < 1e-5)
    #expect(united(square, tolerance: 0.01) == nil)
    #expect(united(both(square, .rect(Rect(x: 20, y: 5, width: 10, height: 10))), tolerance: 0.01) == nil)
    // A hole, whose contour runs the other way.
    let hole = Path.polyline(Rect(x: 2, y: 2, width: 6, height: 6).corners.reversed(), closed: true)
    #expect(united(both(square, hole), tolerance: 0.01) == nil)
    #expect(
      united(both(.circle(center: .zero, radius: 10), .circle(center: Point(30, 0), radius: 10)), tolerance: 0.01)
        == nil)
    #expect(united(.empty, tolerance: 0.01) == nil)
  }

}

extension Point {
  fileprivate func rotated(by degrees: Double) -> Point { Transform.rotation(degrees: degrees).apply(self) }
}
