import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Drawings beyond measure")
struct ExtremeTests {
  @Test("Effects take in the canvas and its longer side around it, within what layers may have")
  func filterRegionIsBounded() {
    let region = FilterRegion(width: 1080, height: 1920)
    #expect(region.bounds == PixelRect(x0: -1920, y0: -1920, x1: 3000, y1: 3840))
    #expect(abs(region.maxSigma - 1920 / 3.5) < 1e-9)
    #expect(FilterRegion(width: 16, height: 64).bounds.width == 16 + 512)
    let largest = FilterRegion(width: 16_384, height: 16_384)
    #expect(largest.bounds.width <= PixelRect.largestSide)
    #expect(largest.maxSigma == 1000)
  }

  @Test("Blurs above the largest are that one, and groups in groups take no more room")
  func largestBlur() {
    func frame(_ sigma: Double) -> Image {
      draw(64, 48) { list in
        list.group(effects: [.blur(sigma: sigma), .dropShadow(color: .white, offset: Point(9, 1e6), sigma: sigma)]) {
          $0.group(effects: [.dropShadow(color: .white, offset: Point(-1e6, 9), sigma: sigma), .blur(sigma: 3)]) {
            $0.fill(rectangle(-9e5, -9e5, 9e5 + 30, 9e5 + 20), Color(1, 0.5, 0, 0.9))
          }
        }
      }
    }
    let largest = frame(FilterRegion(width: 64, height: 48).maxSigma)
    #expect(frame(1e9) == largest)
    #expect(frame(.infinity) == largest)
    #expect(frame(20) != largest)
  }

  @Test("A crowd of lines covers its area, under both rules", arguments: FillRule.allCases)
  func crowd(rule: FillRule) {
    var numbers = SeededNumbers(seed: 7)
    // Slivers side by side, more of them in a pixel row than are resolved.
    var area = 0.0
    let path = Path { path in
      for i in 0..<1000 {
        let x = 2 + Double(i) * 0.04
        let width = Double.random(in: 0.008...0.032, using: &numbers)
        let (top, bottom) = (
          2 + Double.random(in: 0...1, using: &numbers), 13 + Double.random(in: 0...1, using: &numbers)
        )
        path.append(rectangle(x, top, width, bottom - top))
        area += width * (bottom - top)
      }
    }
    let frame = draw(44, 16) { $0.fill(path, .white, rule: rule) }
    #expect(abs(frame.redArea - area) < area * 0.03)
    #expect(frame.red(1, 8) == 0 && frame.red(43, 8) == 0 && frame.red(20, 15) == 0)
  }

  @Test("Crowds of contours over one another fill what they cover, and nothing else")
  func pile() {
    var numbers = SeededNumbers(seed: 8)
    let path = Path { path in
      for _ in 0..<600 {
        path.append(
          rectangle(
            Double.random(in: 4...16, using: &numbers), Double.random(in: 4...16, using: &numbers), 12, 12))
      }
    }
    let frame = draw(32, 32) { $0.fill(path, .white) }
    #expect((8..<24).allSatisfy { y in (8..<24).allSatisfy { frame.red($0, y) == 255 } })
    #expect((0..<32).allSatisfy { frame.red($0, 2) == 0 && frame.red(2, $0) == 0 && frame.red($0, 29) == 0 })
  }

  @Test("A row takes so much work and no more; what is left is sampled")
  func boundedRow() {
    var numbers = SeededNumbers(seed: 9)
    let corners = (0..<900).map { _ in
      (Int32.random(in: 0...64 << 8, using: &numbers), Int32.random(in: 0...4 << 8, using: &numbers))
    }
    let edges = zip(corners, corners.dropFirst() + corners.prefix(1)).map {
      Edge(fromX: $0.0, fromY: $0.1, toX: $1.0, toY: $1.1)
    }
    /// The areas of the rows, and what they took, on a surface that is `height` pixels high.
    func cover(height: Int) -> (areas: [Double], visits: Int) {
      let coverage = ExactCoverage()
      let cells = CoverageCells()
      cells.prepare(width: 64, rows: 4)
      edges.withUnsafeBufferPointer {
        coverage.cover(
          $0, rows: 0..<4, width: 64, height: height, evenOdd: true, cells: cells, cellsFirstRow: 0)
      }
      let areas = (0..<4).map { row in
        var (sum, area) = (0, 0.0)
        for x in 0..<64 {
          sum += Int(cells.row(row).changes[x])
          area += Double(sum) / Double(fullCoverage)
        }
        return area
      }
      return (areas, coverage.visits)
    }
    let free = cover(height: 1)
    let bounded = cover(height: 16_384)
    #expect(free.visits > 4 * 200_000)
    #expect(bounded.visits < 4 * 40_000)
    for (a, b) in zip(free.areas, bounded.areas) { #expect(abs(a - b) < 2) }
  }

  @Test("Long outlines are decimated corner by corner, short ones one by one")
  func decimation() {
    var lines = Polylines()
    lines.points = (0..<90).map { Point(Double($0), 0) }
    lines.endContour()
    for i in 0..<7 {
      lines.points += (0..<3).map { Point(Double(i), Double($0)) }
      lines.endContour()
    }
    let thin = lines.decimated(3)
    #expect(thin.ends == [30, 33, 36])
    for (i, point) in thin.points[..<30].enumerated() { #expect((3 * i..<3 * i + 3).contains(Int(point.x))) }
    #expect(thin.points[30].x == 2 && thin.points[33].x == 5)
    #expect(lines.decimated(1000).points.count <= 15)
  }

  @Test("Decimation keeps both sides of a zigzag", arguments: [2, 4, 8])
  func decimatedZigzag(step: Int) {
    var lines = Polylines()
    lines.points = (0..<4000).map { Point($0 % 2 == 0 ? 0 : 100, Double($0)) }
    lines.endContour()
    let left = lines.decimated(step).points.count { $0.x == 0 }
    #expect(abs(left - 2000 / step) < 400 / step)
  }

  @Test("Scribbles have no more edges than can be walked through", arguments: [0.0, 0.5])
  func scribble(level: Double) {
    let rasterizer = Rasterizer(width: 16, height: 2048, scale: 1, cache: ResourceCache())
    let surface = Surface(region: PixelRect(x0: 0, y0: 0, x1: 16, y1: 2048), stripHeight: 16)
    var numbers = SeededNumbers(seed: 10)
    // Straight up and down, or by many lines on the way.
    let count = level == 0 ? 6000 : 200_000
    let path = polygon(
      (0..<count).map { i in
        let y = level == 0 ? Double(i % 2) * 2048 : abs(Double(i) * 64 - (Double(i) * 64 / 4096).rounded() * 4096)
        return Point(Double.random(in: 0...16, using: &numbers), y)
      })
    let edges = rasterizer.edges(ofFill: path, evenOdd: true, transform: .identity, surface: surface)
    #expect(edges?.bounds.height == 2048)
    #expect(rasterizer.store.edges.count * 16 < 3 * Rasterizer.maxSteps(surface))
  }

  @Test("Round corners of very many lines have fewer pieces")
  func manyArcs() throws {
    let segment = StrokeSegment(
      p0: .zero, p1: Point(1, 0), t0: Point(1, 0), t1: Point(1, 0), s0: 0, s1: 1, isCorner: true)
    var lines = StrokeLines()
    lines.segments = Array(repeating: segment, count: 1 << 16)
    lines.endSubpath(isClosed: false)
    let pen = try #require(Stroker(StrokeStyle(width: 1, cap: .round), radius: 1e4, tolerance: 0.05))
    func pieces(_ pen: Stroker) -> Int {
      var points: [Point] = []
      pen.addCap(.zero, Point(0, 1e4), &points)
      return points.count + 1
    }
    #expect(pieces(pen) > 300)
    #expect(pieces(pen.fitted(to: lines)) == (1 << 22) / (1 << 16 + 3))
    #expect(pieces(pen.fitted(to: StrokeLines())) == pieces(pen))
  }

  @Test("A path gradient that covers the canvas again and again is made of fewer lines")
  func pathGradientScribble() throws {
    var numbers = SeededNumbers(seed: 11)
    let path = Path { path in
      path.move(to: .zero)
      for i in 1...400 {
        path.line(to: Point(i % 2 == 0 ? 0 : 4000, Double.random(in: 0...500, using: &numbers)))
      }
    }
    let rasterizer = Rasterizer(width: 4000, height: 500, scale: 1, cache: ResourceCache())
    let surface = Surface(region: PixelRect(x0: 0, y0: 0, x1: 4000, y1: 500), stripHeight: 16)
    func stroke(_ width: Double) throws -> PathGradientStroke {
      let gradient = PathGradient(
        path: path, style: StrokeStyle(width: width, join: .bevel), start: 0, end: 1e6,
        stops: [GradientStop(0, .black), GradientStop(1, .white)], opacity: 1)
      return try #require(rasterizer.pathGradientStroke(gradient, transform: .identity, surface: surface))
    }
    let all = try stroke(1)
    let few = try stroke(90)
    #expect(all.pieces.count >= 2 * few.pieces.count)
    #expect(few.bounds.width == 4000)
  }

  @Test("Very many lengths of dashes are found as few are")
  func manyDashes() throws {
    let lines = StrokeLines(
      Path { path in
        path.move(to: .zero)
        for i in 1...50 { path.line(to: Point(Double(i % 2) * 33.25, Double(i) * 7.5)) }
      }, tolerance: 0.1)
    let few = try #require(DashPattern([3, 2], offset: 1)?.dashes(of: lines, visible: nil))
    let many = try #require(
      DashPattern((0..<200).flatMap { _ in [3.0, 2.0] }, offset: 1)?.dashes(of: lines, visible: nil))
    #expect(few.subpaths.map(\.range) == many.subpaths.map(\.range))
    for (a, b) in zip(few.segments, many.segments) {
      #expect(a.p0.distance(to: b.p0) < 1e-9 && a.p1.distance(to: b.p1) < 1e-9)
    }
  }

  @Test("A grid that edges pass too often is not made")
  func crowdedGrid() {
    let edges = (0..<100 as Range<Int32>).compactMap {
      PlanarEdge(fromX: 4 + 4 * $0, fromY: 4, toX: 400 - 4 * $0, toY: 400)
    }
    edges.withUnsafeBufferPointer { edges in
      #expect(PlanarGrid(edges, width: 404, height: 404, limit: 100) == nil)
      #expect(PlanarGrid(edges, width: 404, height: 404, limit: 100_000) != nil)
    }
  }

  @Test("Thousands of huge curves are cut into a million lines at most")
  func hugeCurves() {
    var numbers = SeededNumbers(seed: 9)
    func place() -> Point {
      Point(Double.random(in: -3e6...3e6, using: &numbers), Double.random(in: -3e6...3e6, using: &numbers))
    }
    let path = Path { path in
      path.move(to: .zero)
      for _ in 0..<4000 { path.cubic(place(), place(), to: place()) }
    }
    var lines = Polylines()
    lines.append(path, tolerance: 0.001)
    #expect(lines.points.count > 1 << 19)
    #expect(lines.points.count <= 1 << 20)
  }
}
