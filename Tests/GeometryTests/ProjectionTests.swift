import Geography
import Geometry
import Testing

@Suite("Projection of paths")
struct ProjectionTests {
  /// (x, y) → (y/x, 1/x), so that x is the depth.
  let map = Transform(0, 1, 0, 0, 0, 1, 1, 0, 0)

  @Test("A square that reaches behind the eye keeps the area in front of the near plane")
  func clippedSquareKeepsItsArea() {
    let square = Path.rect(Rect(x: -1, y: -1, width: 2, height: 2))
    let image = square.projected(by: map, near: 0.5)
    // v = 1/x from 1 to 2, u from −v to v.
    #expect(isNear(abs(area(image)), 3, 1e-12))
    #expect(isNear(image.bounds, Rect(x: -2, y: 1, width: 4, height: 1), 1e-12))
    #expect(image.verbs.last == .close)
  }

  @Test("A circle is cut where its curve crosses the near plane")
  func clippedCircleKeepsItsArea() {
    let image = Path.circle(center: .zero, radius: 1).projected(by: map, near: 0.5, tolerance: 1e-4)
    // 1 + u² ≤ v², v from 1 to 2.
    let exact = 2 * 3.0.squareRoot() - 1.316_957_896_924_816_6
    #expect(isNear(abs(area(image)), exact, 2e-4))
    #expect(isNear(image.bounds, Rect(x: -3.0.squareRoot(), y: 1, width: 2 * 3.0.squareRoot(), height: 1), 1e-3))
  }

  @Test("Filling keeps holes, and closes an open outline")
  func fillsStayClosed() {
    let ring = Path {
      $0.rect(Rect(x: -1, y: -1, width: 2, height: 2))
      $0.polyline([Point(-0.5, -0.5), Point(-0.5, 0.5), Point(0.8, 0.5), Point(0.8, -0.5)])
    }
    let image = ring.projected(by: map, near: 0.5)
    // The hole: v from 1/0.8 to 2, u from −v/2 to v/2.
    #expect(isNear(abs(area(image)), 3 - (4 - 1.5625) / 2, 1e-12))
    #expect(image.subpaths.allSatisfy { $0.isClosed } && image.subpaths.count == 2)
  }

  @Test("A stroke cut by the near plane falls into open pieces, whole across the seam")
  func strokesAreCutApart() {
    let square = Path.polyline([Point(1, -1), Point(1, 1), Point(-1, 1), Point(-1, -1)], closed: true)
    let image = square.projected(by: map, near: 0.5, for: .stroke)
    #expect(image.subpaths.count == 1 && !image.subpaths[0].isClosed)
    #expect(isNear(image.points[0], Point(-2, 2), 1e-12))
    #expect(isNear(image.points[3], Point(2, 2), 1e-12))
    let zigzag = Path.polyline([Point(1, 0), Point(-1, 1), Point(1, 2), Point(-1, 3)])
    let pieces = zigzag.projected(by: map, near: 0.25, for: .stroke)
    #expect(pieces.verbs == [.move, .line, .move, .line, .line])
    #expect(pieces.points.allSatisfy { $0.y <= 4 + 1e-9 && $0.y >= 1 - 1e-9 })
  }

  @Test("A closed outline wholly in front stays closed, its curves curves")
  func outlinesInFrontStayClosed() {
    let image = Path.circle(center: Point(5, 0), radius: 1).projected(by: map, near: 0.5, for: .stroke)
    #expect(image.verbs.first == .move && image.verbs.last == .close)
    #expect(image.verbs.dropFirst().dropLast().allSatisfy { $0 == .cubic })
  }

  @Test("What lies wholly behind leaves nothing")
  func nothingFlipsBehindTheEye() {
    #expect(Path.rect(Rect(x: -3, y: -1, width: 2, height: 2)).projected(by: map, near: 0.5).isEmpty)
    let both = Path {
      $0.circle(center: Point(-5, 0), radius: 1)
      $0.circle(center: Point(5, 0), radius: 1)
    }
    #expect(both.projected(by: map, near: 0.5).subpaths.count == 1)
  }

  @Test("A curve's image stays within the tolerance of the true one")
  func imagesStayWithinTolerance() throws {
    let camera = Camera(
      ground: GroundPlane(origin: Coordinate(longitude: 7, latitude: 43)), distance: 6000, pitch: 60, heading: 30,
      canvas: Size(540, 960))
    let t = camera.groundToCanvas
    let inverse = try #require(t.inverse)
    let image = Path.circle(center: .zero, radius: 1500).projected(by: t, near: 60, tolerance: 0.01)
    for p in image.flattened(tolerance: 0.001).flatMap(\.points) {
      let ground = inverse.apply(p)
      let nearest = t.apply(ground.normalized * 1500)
      #expect(nearest.distance(to: p) < 0.02)
    }
  }

  @Test("Affine maps and maps of constant depth keep the path's structure")
  func constantDepthIsExact() {
    let circle = Path.circle(center: Point(1, 2), radius: 3)
    #expect(circle.projected(by: .scale(2), near: 5) == circle.transformed(by: .scale(2)))
    let flat = Transform(2, 0, 0, 0, 2, 0, 0, 0, 4)
    #expect(circle.projected(by: flat, near: 1) == circle.transformed(by: .scale(0.5)))
    #expect(circle.projected(by: flat, near: 5).isEmpty)
  }

  @Test("Coordinates and maps that are not numbers do no harm")
  func oddInputIsHarmless() {
    let path = Path {
      $0.polyline([Point(1, 0), Point(.nan, 1), Point(1e308, -1e308), Point(.infinity, 0), Point(2, 2)])
      $0.cubic(Point(.nan, 0), Point(1e200, 0), to: Point(-3, 1))
      $0.close()
    }
    for near in [0.5, 0, -1, .nan, .infinity] {
      _ = path.projected(by: map, near: near)
      _ = path.projected(by: map, near: near, for: .stroke, tolerance: .nan)
    }
    #expect(path.projected(by: .scale(.nan), near: 1).isEmpty)
  }
}
