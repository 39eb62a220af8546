import Geometry
import Testing

@Suite("Lengths along point lists")
struct PolylineMeasureTests {
  let route = PolylineMeasure([Point(0, 0), Point(3, 0), Point(3, 0), Point(3, 4), Point(0, 4)])

  @Test("Points are interpolated inside their segment")
  func pointsAreInterpolated() {
    #expect(route.lengths == [0, 3, 3, 7, 10])
    #expect(route.length == 10)
    #expect(route.point(at: 1.5) == Point(1.5, 0))
    #expect(route.point(at: 5) == Point(3, 2))
    #expect(route.point(at: -1) == Point(0, 0))
    #expect(route.point(at: 99) == Point(0, 4))
  }

  @Test("A tangent looks ahead at a corner and past points that coincide")
  func tangentsLookAhead() {
    #expect(route.tangent(at: 3) == Point(0, 1))
    #expect(route.tangent(at: 10) == Point(-1, 0))
    #expect(route.tangent(at: -1) == Point(1, 0))
    #expect(PolylineMeasure([.zero, .zero]).tangent(at: 0) == .zero)
  }

  @Test("A slice has both ends interpolated and knows its distances")
  func slicesAreInterpolated() {
    let slice = route.slice(from: 2, to: 8)
    #expect(slice.points == [Point(2, 0), Point(3, 0), Point(3, 0), Point(3, 4), Point(2, 4)])
    #expect(slice.lengths == [2, 3, 3, 7, 8])
    #expect(route.slice(from: 0.5, to: 1).points == [Point(0.5, 0), Point(1, 0)])
    #expect(route.slice(from: 3, to: 7).points == [Point(3, 0), Point(3, 4)])
    #expect(route.slice(from: -5, to: 50).points == route.points)
    #expect(route.slice(from: 7, to: 7).points.isEmpty)
    #expect(route.slice(from: 11, to: 12).points.isEmpty)
  }

  @Test("Lists without length do no harm")
  func shortListsAreHarmless() {
    #expect(PolylineMeasure([]).point(at: 1) == nil)
    #expect(PolylineMeasure([Point(1, 2)]).point(at: 1) == Point(1, 2))
    #expect(PolylineMeasure([Point(1, 2)]).slice(from: 0, to: 1).points.isEmpty)
    let odd = PolylineMeasure([Point(0, 0), Point(.nan, 0), Point(.infinity, 0), Point(4, 0), Point(5, 0)])
    #expect(odd.length == 1)
    _ = odd.point(at: .nan)
    _ = odd.slice(from: .nan, to: .nan)
    _ = odd.tangent(at: .nan)
  }
}
