import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Large paths in cells")
struct PathCellsTests {
  /// Short crossing lines, or triangles that overlap, all over a square of 400 units.
  private func crowd(_ count: Int, closed: Bool, into path: inout PathBuilder) {
    var numbers = SeededNumbers(seed: 5)
    func near(_ p: Point) -> Point {
      p + Point(Double.random(in: -9...9, using: &numbers), Double.random(in: -9...9, using: &numbers))
    }
    for _ in 0..<count {
      let p = Point(Double.random(in: 0...400, using: &numbers), Double.random(in: 0...400, using: &numbers))
      path.polyline([near(p), near(p), near(p)], closed: closed)
    }
  }

  /// The crowd, with a line along two sides outside it that has too many points to be sorted into cells if `isWhole`.
  private func path(_ count: Int, closed: Bool, isWhole: Bool) -> Path {
    Path { path in
      crowd(count, closed: closed, into: &path)
      // Down one side and along the other, and back where it is filled.
      let steps = isWhole ? 30_000 : 2
      let line = (0...steps).map { i -> Point in
        let t = Double(i) / Double(steps) * 1040
        return t < 520 ? Point(-60, 460 - t) : Point(t - 580, -60)
      }
      path.polyline(closed ? line + line.reversed() : line)
    }
  }

  @Test("They show what the whole path does, within one step of 255", arguments: [Point(0, 0), Point(130, 90)])
  func samePixels(origin: Point) {
    func image(isWhole: Bool) -> Image {
      draw(300, 200) { list in
        let transform = Transform.translation(-origin.x, -origin.y)
        list.fill(path(2000, closed: true, isWhole: isWhole), .white, transform: transform)
        list.stroke(
          path(2000, closed: false, isWhole: isWhole), Color(1, 0, 0),
          StrokeStyle(width: 1.7, cap: .round, join: .round), transform: transform)
      }
    }
    #expect(PathCells(path(2000, closed: true, isWhole: false), reach: 0).count > 1)
    #expect(PathCells(path(2000, closed: true, isWhole: true), reach: 0).count == 1)
    let (cells, whole) = (image(isWhole: false), image(isWhole: true))
    for i in whole.pixels.indices { #expect(abs(Int(cells.pixels[i]) - Int(whole.pixels[i])) <= 1) }
  }

  @Test("Their areas add up to the area that is filled")
  func areas() {
    // Squares that overlap by a half, in rows that do not touch.
    let path = Path { path in
      for i in 0..<4000 {
        let (row, column) = i.quotientAndRemainder(dividingBy: 100)
        path.polyline(Rect(x: Double(column) / 2, y: Double(row) * 2, width: 1, height: 1).corners, closed: true)
      }
    }
    let cells = PathCells(path, reach: 0)
    var area = 0.0
    for cell in 0..<cells.count {
      var lines = Polylines()
      lines.append(cells.path(cell), tolerance: 0.01)
      let part = PreparedOutline(part: lines.clipped(to: cells.frame(cell)), evenOdd: false, tolerance: 0.01)
      #expect(part.isSimple)
      var start = 0
      for end in part.lines.ends {
        for i in start..<end {
          area += part.lines.points[i].cross(part.lines.points[i + 1 < end ? i + 1 : start]) / 2
        }
        start = end
      }
    }
    #expect(cells.count > 4)
    let expected: Double = 40 * 50.5
    #expect(abs(abs(area) - expected) < 1e-6)
  }

  @Test("Only those in view are outlined")
  func onlyInView() {
    func count(_ transform: Transform) -> Int {
      let cache = ResourceCache()
      let renderer = FrameRenderer(width: 100, height: 100, scale: 1, background: .black, cache: cache)
      let path = path(4000, closed: true, isWhole: false)
      _ = renderer.render(DisplayList { $0.fill(path, .white, transform: transform) })
      return cache.count
    }
    let all = count(.scale(0.2))
    #expect(count(.scale(1)) * 3 < all)
    #expect(count(.translation(2000, 0)) == 0)
  }

  @Test("Frames behind the eye or next to the canvas are not shown")
  func view() throws {
    let region = Rect(x: 0, y: 0, width: 100, height: 100)
    // The depth is 1 + y / 100.
    let transform = Transform(1, 0, 0, 0, 1, 0, 0, 0.01, 1)
    let projection = try #require(ScreenProjection(transform, region: region))
    func mayShow(_ x: Double, _ y: Double, _ size: Double) -> Bool {
      projection.mayShow(PathCells.Frame(low: Point(x, y), high: Point(x + size, y + size)))
    }
    #expect(mayShow(10, 10, 10))
    #expect(mayShow(-1000, -1000, 5000))
    #expect(!mayShow(10, -400, 100))
    #expect(!mayShow(400, 10, 50))
    #expect(!mayShow(-100, 10, 50))
  }
}
