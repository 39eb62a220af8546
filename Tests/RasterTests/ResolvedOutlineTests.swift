import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Resolved outlines")
struct ResolvedOutlineTests {
  /// Many small contours, some turning the other way, over and beside each other, with shared sides.
  private func crowd(_ seed: UInt64, _ count: Int) -> Polylines {
    var numbers = SeededNumbers(seed: seed)
    var lines = Polylines()
    for i in 0..<count {
      let c = Point(Double.random(in: 2...46, using: &numbers), Double.random(in: 2...30, using: &numbers))
      let corners: [Point]
      if i % 3 == 0 {
        let p = Point(c.x.rounded(), c.y.rounded())
        corners = [p, p + Point(3, 0), p + Point(3, 2), p + Point(0, 2)]
      } else {
        corners = (0..<3 + i % 5).map { _ in
          c + Point(Double.random(in: -2...2, using: &numbers), Double.random(in: -2...2, using: &numbers))
        }
      }
      lines.points += i % 4 == 0 ? corners.reversed() : corners
      lines.endContour()
    }
    return lines
  }

  private func path(_ lines: Polylines) -> Path {
    Path { path in
      var start = 0
      for end in lines.ends {
        path.append(polygon(Array(lines.points[start..<end])))
        start = end
      }
    }
  }

  @Test("They cover what the outline fills, within two steps of 255", arguments: FillRule.allCases)
  func theyCoverTheSame(rule: FillRule) {
    for seed in 1...12 as ClosedRange<UInt64> {
      let lines = crowd(seed, 320)
      #expect(lines.points.count >= Polylines.minResolvedPoints)
      #expect(lines.resolved(evenOdd: rule == .evenOdd, tolerance: 0.01) != nil)
      let resolved = draw(48, 32) { $0.fill(path(lines), .white, rule: rule) }
      // The same outline where the grid would be too coarse is drawn exactly.
      var wide = lines
      wide.points += [Point(-4e9, -4e9), Point(-4e9, -4e9 + 1), Point(-4e9 + 1, -4e9)]
      wide.endContour()
      let exact = draw(48, 32) { $0.fill(path(wide), .white, rule: rule) }
      for i in exact.pixels.indices { #expect(abs(Int(exact.pixels[i]) - Int(resolved.pixels[i])) <= 2) }
    }
  }

  @Test("Their signed area is the area that is filled")
  func signedAreaIsExact() throws {
    var lines = Polylines()
    // A row of unit squares that overlap by a half.
    for i in 0..<300 {
      let x = Double(i) / 2
      let corners = Rect(x: x, y: 0, width: 1, height: 1).corners
      lines.points += corners
      lines.endContour()
    }
    for evenOdd in [false, true] {
      let resolved = try #require(lines.resolved(evenOdd: evenOdd, tolerance: 0.01))
      var area = 0.0
      var start = 0
      for end in resolved.ends {
        for i in start..<end {
          area += resolved.points[i].cross(resolved.points[i + 1 < end ? i + 1 : start]) / 2
        }
        start = end
      }
      #expect(abs(abs(area) - (evenOdd ? 1 : 150.5)) < 1e-6)
    }
  }

  @Test("Where all lines cross all others, it gives up")
  func givesUp() {
    var lines = Polylines()
    for i in 0..<1500 {
      let a = Double(i) * 0.01
      lines.points += [Point(a, 0), Point(15 - a, 10), Point(a + 0.001, 0)]
      lines.endContour()
    }
    #expect(lines.resolved(evenOdd: false, tolerance: 0.01) == nil)
  }
}
