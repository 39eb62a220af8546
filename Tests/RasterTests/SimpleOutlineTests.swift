import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Simple outlines")
struct SimpleOutlineTests {
  private func lines(_ contours: [[Point]]) -> Polylines {
    var lines = Polylines()
    for contour in contours {
      lines.points += contour
      lines.endContour()
    }
    return lines
  }

  private func square(_ x: Double, _ y: Double, _ side: Double) -> [Point] {
    [Point(x, y), Point(x + side, y), Point(x + side, y + side), Point(x, y + side)]
  }

  private let spiral = [
    Point(0, 0), Point(9, 0), Point(9, 9), Point(2, 9), Point(2, 4), Point(5, 4), Point(5, 6), Point(4, 6), Point(4, 7),
    Point(7, 7), Point(7, 2), Point(0, 2),
  ]

  @Test("One contour is simple where it neither crosses nor touches itself")
  func contours() {
    #expect(lines([spiral]).isSimple)
    #expect(lines([spiral.reversed()]).isSimple)
    #expect(lines([spiral.flatMap { [$0, $0] }]).isSimple)
    // Corners on a straight line.
    let halves = zip(spiral, spiral.dropFirst() + [spiral[0]]).flatMap { [$0, $0.interpolated(to: $1, at: 0.5)] }
    #expect(lines([halves]).isSimple)
    #expect(lines([(0..<9).map { Point(Double($0), 0) } + [Point(8, 8), Point(4, 2), Point(0, 8)]]).isSimple)
    #expect(!lines([[Point(0, 0), Point(4, 4), Point(4, 0), Point(0, 4)]]).isSimple)
    #expect(!lines([square(0, 0, 4) + square(0, 0, 4)]).isSimple)
    // Back over its own line, and through one of its corners.
    #expect(!lines([[Point(0, 0), Point(4, 0), Point(4, 4), Point(6, 4), Point(2, 4)]]).isSimple)
    #expect(!lines([[Point(0, 0), Point(4, 0), Point(4, 4), Point(2, 0), Point(0, 4)]]).isSimple)
    #expect(!lines([[Point(0, 0), Point(.nan, 0), Point(4, 4), Point(2, 1), Point(0, 4)]]).isSimple)
  }

  @Test("Several contours are simple where the inside of all lies on the same side")
  func severalContours() {
    let (outer, inner, apart) = (square(0, 0, 9), square(2, 2, 4), square(12, 0, 3))
    #expect(lines([outer, inner.reversed(), apart]).isSimple)
    #expect(lines([outer, inner.reversed(), square(3, 3, 1)]).isSimple)
    #expect(!lines([outer, inner]).isSimple)
    #expect(!lines([outer, apart.reversed()]).isSimple)
    #expect(!lines([outer, square(9, 0, 3)]).isSimple)
    #expect(!lines([outer, square(5, 5, 9)]).isSimple)
  }

  @Test("Of random contours those are simple of which no two lines meet")
  func randomContours() {
    var numbers = SeededNumbers(seed: 11)
    var count = 0
    for _ in 0..<2000 {
      let points = (0..<Int.random(in: 3...8, using: &numbers)).map { _ in
        Point(Double.random(in: 0...9, using: &numbers), Double.random(in: 0...9, using: &numbers))
      }
      func line(_ i: Int) -> (Point, Point) { (points[i], points[(i + 1) % points.count]) }
      func meet(_ a: (Point, Point), _ b: (Point, Point)) -> Bool {
        let (d, e) = (a.1 - a.0, b.1 - b.0)
        return d.cross(b.0 - a.0) * d.cross(b.1 - a.0) < 0 && e.cross(a.0 - b.0) * e.cross(a.1 - b.0) < 0
      }
      let meets = points.indices.contains { i in points.indices.contains { i != $0 && meet(line(i), line($0)) } }
      #expect(lines([points]).isSimple == !meets)
      count += meets ? 0 : 1
    }
    #expect(count > 200)
  }

  @Test("A simple outline is drawn by its area, wherever it lies")
  func areas() {
    for step in 0..<16 {
      let frame = draw(24, 20) { list in
        let place = Transform.translation(4 + Double(step) / 16, 3 + Double(step * 5 % 16) / 16)
        list.fill(polygon(spiral).transformed(by: place * .rotation(degrees: Double(step))), .white)
      }
      let corners = lines([spiral]).points
      let area = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) } / 2
      #expect(abs(frame.redArea - area) < 0.15)
    }
  }
}
