import Geometry
import Testing

@Suite("Flattening")
struct FlatteningTests {
  @Test("Lines stay within the tolerance of the curve", arguments: [1, 0.1, 0.01])
  func linesStayWithinTolerance(tolerance: Double) {
    let curve = Path.Segment.cubic(Point(0, 0), Point(0, 300), Point(600, -300), Point(600, 0))
    var ends = [curve.start]
    curve.flatten(tolerance: tolerance) { ends.append($0) }
    let count = ends.count - 1
    var worst = 0.0
    for index in 0..<count {
      let chord = (ends[index + 1] - ends[index]).normalized
      for step in 1..<8 {
        let p = curve.point(at: (Double(index) + Double(step) / 8) / Double(count))
        worst = max(worst, abs(chord.cross(p - ends[index])))
      }
    }
    #expect(worst <= tolerance && worst > tolerance / 20)
    #expect(ends.last == curve.end)
  }

  @Test("A closed outline does not repeat its first point, and equal neighbors appear once")
  func pointsAppearOnce() {
    let path = Path {
      $0.polyline([Point(0, 0), Point(4, 0), Point(4, 0), Point(4, 4), Point(0, 0)], closed: true)
      $0.move(to: Point(9, 9))
      $0.move(to: Point(7, 7))
      $0.close()
    }
    #expect(
      path.flattened(tolerance: 0.1) == [
        Polyline(points: [Point(0, 0), Point(4, 0), Point(4, 4)], closed: true),
        Polyline(points: [Point(7, 7)], closed: true),
      ])
  }

  @Test("Any coordinates and tolerances give a bounded number of finite points")
  func oddInputIsBounded() {
    let values = [0, 1, 1e160, -1e308, .infinity, .nan]
    for value in values {
      let path = Path {
        $0.cubic(Point(value, 1), Point(1, -value), to: Point(10, 0))
        $0.quad(Point(value, value), to: Point(0, 0))
      }
      for tolerance in [0.1, 0, -1, .nan, .infinity] {
        let points = path.flattened(tolerance: tolerance).flatMap(\.points)
        #expect(points.count <= 2 * Path.Segment.maximumLineCount + 1)
        #expect(points.allSatisfy { $0.isFinite })
      }
    }
  }
}
