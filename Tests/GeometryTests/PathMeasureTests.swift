import Geometry
import Testing

@Suite("Lengths along paths")
struct PathMeasureTests {
  /// y = x² from 0 to 1.
  let parabola = Path { $0.quad(Point(0.5, 0), to: Point(1, 1)) }
  let parabolaLength = 1.478_942_857_544_597_4

  @Test("A parabola has its closed-form length, as a quadratic and as a cubic")
  func parabolaHasItsLength() {
    let cubic = Path { $0.cubic(Point(1 / 3.0, 0), Point(2 / 3.0, 1 / 3.0), to: Point(1, 1)) }
    #expect(isNear(PathMeasure(parabola).length, parabolaLength, 1e-11))
    #expect(isNear(PathMeasure(cubic).length, parabolaLength, 1e-11))
  }

  @Test("A cusp has its closed-form length, and half of it leads to the tip")
  func cuspHasItsLength() throws {
    // x = t², y = t³, t from −1 to 1.
    let cusp = Path {
      $0.move(to: Point(1, -1))
      $0.cubic(Point(-1 / 3.0, 1), Point(-1 / 3.0, -1), to: Point(1, 1))
    }
    let measure = PathMeasure(cusp)
    let length: Double = 2 * (13 * 13.0.squareRoot() - 8) / 27
    #expect(isNear(measure.length, length, 1e-8))
    #expect(isNear(try #require(measure.location(at: measure.length / 2)).point, .zero, 1e-8))
  }

  @Test("A circle is 2πr long, and a length along it is an angle")
  func circleLengths() throws {
    let measure = PathMeasure(.circle(center: .zero, radius: 10))
    #expect(isNear(measure.length, 20 * .pi, 2e-4))
    for eighth in 0..<8 {
      let place = try #require(measure.location(at: measure.length * Double(eighth) / 8))
      let (s, c) = sineAndCosine(degrees: 45 * Double(eighth))
      #expect(isNear(place.point, Point(10 * c, 10 * s), 1e-4))
      #expect(isNear(place.tangent, Point(-s, c), 1e-4))
    }
  }

  @Test("The place at a length is that far along, to 1 part in a million")
  func inverseIsAccurate() throws {
    let path = Path { $0.cubic(Point(0, 300), Point(600, -300), to: Point(10, 20)) }
    let measure = PathMeasure(path)
    var last = -1.0
    for step in 0...50 {
      let distance = measure.length * Double(step) / 50
      let behind = PathMeasure(measure.subpath(from: 0, to: distance)).length
      #expect(isNear(behind, distance, 1e-6 * measure.length))
      #expect(behind > last)
      last = behind
    }
    let whole = try #require(path.subpaths.first?.segments.first)
    #expect(measure.location(at: -5)?.point == whole.start)
    #expect(measure.location(at: measure.length + 5)?.point == whole.end)
  }

  @Test("Lengths run through all subpaths, closing lines among them")
  func lengthsRunThroughSubpaths() {
    let path = Path {
      $0.polyline([Point(0, 0), Point(3, 0), Point(3, 4)], closed: true)
      $0.polyline([Point(10, 0), Point(10, 8)])
    }
    let measure = PathMeasure(path)
    #expect(measure.length == 20)
    #expect(measure.location(at: 9.5)?.point == Point(1.5, 2))
    #expect(measure.location(at: 14)?.point == Point(10, 2))
    #expect(measure.location(at: 3)?.tangent == Point(0, 1))
    #expect(
      measure.subpath(from: 1, to: 14)
        == Path {
          $0.polyline([Point(1, 0), Point(3, 0), Point(3, 4), Point(0, 0)])
          $0.polyline([Point(10, 0), Point(10, 2)])
        })
    #expect(measure.subpath(from: 0, to: 12).subpaths[0].isClosed)
    #expect(measure.subpath(from: -1, to: .infinity) == path)
  }

  @Test("A range on a single closed outline goes on past its seam")
  func rangesWrapAroundOutlines() {
    let square = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let measure = PathMeasure(square)
    let wrapped = Path.polyline([Point(0, 5), Point(0, 0), Point(5, 0)])
    #expect(measure.subpath(from: 35, to: 45) == wrapped)
    #expect(measure.subpath(from: -5, to: 5) == wrapped)
    #expect(measure.subpath(from: 75, to: 85) == wrapped)
    #expect(measure.subpath(from: 7, to: 60) == square)
  }

  @Test("Curves are cut as curves of their degree")
  func curvesStayCurves() {
    let piece = PathMeasure(parabola).subpath(from: 0.2, to: 0.9)
    #expect(piece.verbs == [.move, .quad])
    #expect(isNear(piece.points[0].y, piece.points[0].x * piece.points[0].x, 1e-12))
    #expect(isNear(PathMeasure(piece).length, 0.7, 1e-9))
  }

  @Test("Paths without length have no places")
  func emptyPathsHaveNoPlaces() {
    for path in [Path.empty, Path { $0.move(to: .zero) }, .polyline([Point(1, 1), Point(1, 1)], closed: true)] {
      let measure = PathMeasure(path)
      #expect(measure.length == 0)
      #expect(measure.location(at: 0) == nil)
      #expect(measure.subpath(from: 0, to: 1).isEmpty)
    }
    let odd = PathMeasure(Path { $0.cubic(Point(.nan, 0), Point(1e308, 0), to: Point(1, .infinity)) }, tolerance: .nan)
    #expect(odd.length == 0)
    #expect(PathMeasure(parabola).subpath(from: .nan, to: 1).isEmpty)
  }
}
