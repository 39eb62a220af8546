import Coding
import Geometry
import Graphics
import Raster
import Testing

@Suite("Coverage")
struct CoverageTests {
  /// Corners on the grid of 1/256 pixel, some of them outside.
  private func contour(_ count: Int, _ numbers: inout SeededNumbers, _ width: Int, _ height: Int) -> [Point] {
    (0..<count).map { _ in
      Point(
        Double(Int.random(in: -4 * 256...(width + 4) * 256, using: &numbers)) / 256,
        Double(Int.random(in: -4 * 256...(height + 4) * 256, using: &numbers)) / 256)
    }
  }

  private func worstError(_ contours: [[Point]], _ rule: FillRule, _ width: Int, _ height: Int) -> Double {
    let frame = draw(width, height) { list in
      list.fill(
        Path { path in
          for contour in contours { path.append(polygon(contour)) }
        }, .white, rule: rule)
    }
    let areas = referenceAreas(contours, rule: rule, width: width, height: height)
    return areas.indices.reduce(0) { worst, i in max(worst, abs(Double(frame.pixels[4 * i]) - areas[i] * 255)) }
  }

  @Test("Any polygon covers each pixel by its exact area", arguments: FillRule.allCases)
  func anyPolygonIsExact(rule: FillRule) {
    var numbers = SeededNumbers(seed: 7)
    for round in 0..<40 {
      let contours = (0..<1 + round % 3).map { _ in contour(3 + round % 7, &numbers, 12, 9) }
      #expect(worstError(contours, rule, 12, 9) <= 1)
    }
  }

  @Test("Many overlapping contours inside a few pixels are exact", arguments: FillRule.allCases)
  func crowdedPixelsAreExact(rule: FillRule) {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<10 {
      let contours = (0..<12).map { _ -> [Point] in
        let center = Point(Double.random(in: 0.5...3.5, using: &numbers), Double.random(in: 0.5...2.5, using: &numbers))
        return (0..<4).map { _ in
          let p =
            center
            + Point(
              Double.random(in: -0.7...0.7, using: &numbers), Double.random(in: -0.7...0.7, using: &numbers))
          return Point((p.x * 256).rounded() / 256, (p.y * 256).rounded() / 256)
        }
      }
      #expect(worstError(contours, rule, 4, 3) <= 1)
    }
  }

  @Test("Half a pixel overlapped by itself counts once")
  func overlapCountsOnce() {
    let frame = draw(3, 3) { list in
      list.fill(
        Path { path in
          for _ in 0..<3 { path.append(rectangle(1, 1, 0.5, 1)) }
        }, .white)
    }
    #expect(frame.red(1, 1) == 128)
  }

  @Test("Contours side by side in one pixel add up, and leave no seam")
  func neighborsAddUp() {
    let frame = draw(4, 4) { list in
      list.fill(
        Path { path in
          path.append(rectangle(0.25, 0, 1.3125, 4))
          path.append(rectangle(1.5625, 0, 1.4375, 4))
        }, .white)
    }
    #expect((0..<4).map { frame.red($0, 2) } == [191, 255, 255, 0])
  }

  @Test("A hole in the same pixel as its rim is cut out")
  func holesAreCutOut() {
    let outer = [Point(0.25, 0.25), Point(2.75, 0.25), Point(2.75, 2.75), Point(0.25, 2.75)]
    let inner = [Point(0.5, 0.5), Point(0.5, 2.5), Point(2.5, 2.5), Point(2.5, 0.5)]
    for rule in FillRule.allCases { #expect(worstError([outer, inner], rule, 3, 3) <= 1) }
  }

  @Test("A flat opaque color comes out as it went in, whatever lies below")
  func flatColorsAreExact() {
    let frame = draw(9, 9, background: Color(hex: 0x3F7FBF)) { list in
      list.fill(rectangle(0, 0, 9, 9), Color(hex: 0x123456, alpha: 0.37))
      list.fill(rectangle(-1, -1, 11, 11), Color(hex: 0x20242E))
    }
    for y in 0..<9 { for x in 0..<9 { #expect(frame[x, y] == [0x20, 0x24, 0x2E, 255]) } }
  }

  @Test("Shapes that always turn one way but overlap, or have double corners, are not taken for convex")
  func oneWayTurnsAreExact() {
    let star = [Point(1, 3), Point(9, 3.5), Point(2.5, 8), Point(5, 0.5), Point(7.5, 8)]
    let twice = [Point(1, 1), Point(8, 2), Point(5, 8), Point(1, 1.5), Point(8, 2.5), Point(5, 7)]
    let dented = [Point(1, 1), Point(8, 1), Point(8, 8), Point(4, 3), Point(4, 3)]
    let back = [Point(1, 1), Point(9, 1), Point(3, 1), Point(3, 7)]
    for rule in FillRule.allCases {
      for contour in [star, twice, dented, back] { #expect(worstError([contour], rule, 10, 9) <= 1) }
    }
  }

  @Test("What lies left of the frame still covers what is inside")
  func leftOfTheFrameCovers() {
    let contours = [[Point(-300, -50), Point(6, 3), Point(-250, 80)], [Point(-20, 1), Point(-10, 5), Point(-15, 8)]]
    for rule in FillRule.allCases { #expect(worstError(contours, rule, 8, 8) <= 1) }
  }

  @Test("Horizontal borders between pixel rows are exact across long runs")
  func horizontalBordersAreExact() {
    let contours = [
      [Point(1.5, 1.25), Point(30.25, 1.25), Point(30.25, 3.75), Point(1.5, 3.75)],
      [Point(5, 1.5), Point(28, 2.5), Point(10, 1.5), Point(20, 3.5)],
    ]
    for rule in FillRule.allCases { #expect(worstError(contours, rule, 32, 5) <= 1) }
  }

  @Test("Numbers that are no places, or far away, do no harm")
  func farAwayIsHarmless() {
    let wild = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 1e18, -1e9, 3]
    for a in wild {
      for b in wild {
        _ = draw(8, 8) { list in
          let path = Path { path in
            path.move(to: Point(1, 1))
            path.line(to: Point(a, 2))
            path.quad(Point(b, a), to: Point(6, b))
            path.cubic(Point(a, a), Point(b, 1), to: Point(2, 7))
            path.close()
          }
          list.fill(path, .white)
          list.stroke(path, .white, StrokeStyle(width: 2, join: .round, dashes: [1, 2]))
          list.fill(rectangle(1, 1, 4, 4), .white, transform: Transform(1, 0, a, 0, 1, b, 0, 0.01, 1))
          list.stroke(
            rectangle(1, 1, 4, 4), .white, StrokeStyle(width: a, dashes: [b], order: .transformThenOutline))
        }
      }
    }
    let frame = draw(8, 8) { $0.fill(rectangle(-1e308, -1e308, 1.5e308, 1.5e308), .white) }
    #expect(frame.red(4, 4) == 255)
    let large = draw(8, 8) { $0.fill(rectangle(-1e9, -1e9, 2e9, 1e9 + 4), .white) }
    #expect((large.red(4, 3), large.red(4, 4)) == (255, 0))
  }

  @Test("A line between corners far away divides the canvas where it should", arguments: 0..<3)
  func farCorners(_ first: Int) {
    let corners = [Point(-3e6, -3e6), Point(3e6, 3e6), Point(-3e6, 3e6)]
    let frame = draw(32, 32) { $0.fill(polygon((0..<3).map { corners[(first + $0) % 3] }), .white) }
    for y in 0..<32 {
      for x in 0..<32 { #expect(x == y ? (127...128).contains(frame.red(x, y)) : frame.red(x, y) == (x < y ? 255 : 0)) }
    }
  }
}
