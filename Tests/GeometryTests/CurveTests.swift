import Geometry
import Testing

@Suite("Curves")
struct CurveTests {
  let cubic = Path.Segment.cubic(Point(0, 0), Point(0, 3), Point(6, -3), Point(6, 0))

  @Test("A slice runs over the same points as the whole")
  func slicesFollowTheCurve() {
    let quad = Path.Segment.quad(Point(0, 0), Point(5, 9), Point(10, 0))
    for segment in [cubic, quad, .line(Point(1, 2), Point(3, 5))] {
      let slice = segment.slice(from: 0.25, to: 0.75)
      for t in stride(from: 0.0, through: 1, by: 0.125) {
        #expect(isNear(slice.point(at: t), segment.point(at: 0.25 + t / 2), 1e-12))
      }
      #expect(segment.slice(from: 0, to: 0.5).start == segment.start)
      #expect(segment.slice(from: 0.5, to: 1).end == segment.end)
    }
  }

  @Test("A tangent survives control points that coincide with an end")
  func tangentsSurviveCoincidence() {
    let eased = Path.Segment.cubic(.zero, .zero, Point(10, 0), Point(10, 10))
    #expect(eased.tangent(at: 0) == Point(1, 0))
    let both = Path.Segment.cubic(.zero, .zero, Point(3, 4), Point(3, 4))
    #expect(isNear(both.tangent(at: 0), Point(0.6, 0.8), 1e-15))
    #expect(isNear(both.tangent(at: 1), Point(0.6, 0.8), 1e-15))
    #expect(Path.Segment.line(.zero, .zero).tangent(at: 0.5) == .zero)
  }

  @Test("Bounds are a curve's own, not its control points'")
  func boundsAreExact() {
    // y = 9 t (1 − t) (1 − 2t) has its extremes ±√3/2 at t = 1/2 ∓ √3/6.
    let height = 3.0.squareRoot() / 2
    #expect(isNear(cubic.bounds, Rect(x: 0, y: -height, width: 6, height: 2 * height), 1e-12))
    let arch = Path { $0.quad(Point(5, 10), to: Point(10, 0)) }
    #expect(arch.bounds == Rect(x: 0, y: 0, width: 10, height: 5))
    #expect(arch.controlBounds == Rect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test("Moves that draw nothing have no bounds")
  func loneMovesHaveNoBounds() {
    #expect(Path.empty.bounds == nil)
    #expect(Path { $0.move(to: Point(5, 5)) }.bounds == nil)
    let path = Path {
      $0.polyline([Point(0, 0), Point(1, 2)])
      $0.move(to: Point(50, 50))
    }
    #expect(path.bounds == Rect(x: 0, y: 0, width: 1, height: 2))
  }

  @Test("A closed subpath has the line back to its start among its segments, unless it ends there")
  func closingLinesAreSegments() {
    let open = Path.polyline([Point(0, 0), Point(1, 0), Point(1, 1)]).subpaths[0]
    #expect(open.segments.count == 2 && !open.isClosed)
    let closed = Path.polyline([Point(0, 0), Point(1, 0), Point(1, 1)], closed: true).subpaths[0]
    #expect(closed.segments.last == .line(Point(1, 1), Point(0, 0)) && closed.hasClosingLine)
    let circle = Path.circle(center: .zero, radius: 1).subpaths[0]
    #expect(circle.segments.count == 8 && circle.isClosed && !circle.hasClosingLine)
  }
}
