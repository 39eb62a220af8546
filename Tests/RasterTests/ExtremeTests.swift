import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Drawings beyond measure")
struct ExtremeTests {
  @Test("Effects take in the canvas and its longer side around it, within what layers may have")
  func reachIsBounded() {
    let reach = EffectReach(width: 1080, height: 1920)
    #expect(reach.region == PixelRect(x0: -1920, y0: -1920, x1: 3000, y1: 3840))
    #expect(abs(reach.sigma - 1920 / 3.5) < 1e-9)
    #expect(EffectReach(width: 16, height: 64).region.width == 16 + 512)
    let largest = EffectReach(width: 16_384, height: 16_384)
    #expect(largest.region.width + 256 <= PixelRect.largestSide)
    #expect(largest.sigma == 1000)
  }

  @Test("Blurs above the largest are that one, and groups in groups take no more room")
  func largestBlur() {
    func frame(_ sigma: Double) -> Frame {
      draw(64, 48) { list in
        list.group(effects: [.blur(sigma: sigma), .dropShadow(color: .white, offset: Point(9, 1e6), sigma: sigma)]) {
          $0.group(effects: [.dropShadow(color: .white, offset: Point(-1e6, 9), sigma: sigma), .blur(sigma: 3)]) {
            $0.fill(rectangle(-9e5, -9e5, 9e5 + 30, 9e5 + 20), Color(1, 0.5, 0, 0.9))
          }
        }
      }
    }
    let largest = frame(EffectReach(width: 64, height: 48).sigma)
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

  @Test("Outlines are thinned corner by corner where they are long, else one by one")
  func thinning() {
    var lines = Polylines()
    lines.points = (0..<90).map { Point(Double($0), 0) }
    lines.endContour()
    for i in 0..<7 {
      lines.points += (0..<3).map { Point(Double(i), Double($0)) }
      lines.endContour()
    }
    let thin = lines.thinned(3)
    #expect(thin.ends == [30, 33, 36])
    #expect(Array(thin.points[..<3]) == [Point(0, 0), Point(3, 0), Point(6, 0)])
    #expect(thin.points[30].x == 2 && thin.points[33].x == 5)
  }

  @Test("A grid that edges pass too often is not made")
  func crowdedGrid() {
    let edges = (0..<100 as Range<Int32>).compactMap { PlanarEdge(4 + 4 * $0, 4, 400 - 4 * $0, 400) }
    edges.withUnsafeBufferPointer { edges in
      #expect(PlanarGrid(edges, width: 404, height: 404, most: 100) == nil)
      #expect(PlanarGrid(edges, width: 404, height: 404, most: 100_000) != nil)
    }
  }
}
