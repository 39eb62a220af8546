import Geometry
import Testing

@Suite("Smooth corners")
struct SmoothCornerTests {
  private let box = Rect(x: 0, y: 0, width: 200, height: 100)

  private func points(_ radii: CornerRadii) -> [Point] {
    Path.roundedRect(box, radii: radii).elements.compactMap { element in
      switch element {
      case .move(let p), .line(let p), .quad(_, let p), .cubic(_, _, let p): p
      case .close: nil
      }
    }
  }

  @Test("Without smoothing they are arcs")
  func arcs() {
    #expect(Path.roundedRect(box, radii: CornerRadii(20)) == Path.roundedRect(box, radius: 20))
  }

  @Test(
    "A corner begins at (1 + smoothing) times its radius, and its middle is that of the arc", arguments: [0.3, 0.6, 1])
  func reach(_ smoothing: Double) {
    let points = points(CornerRadii(20, smoothing: smoothing))
    let reach = 20 * (1 + smoothing)
    #expect(points[0].distance(to: Point(200 - reach, 0)) < 1e-9)
    #expect(points.contains { $0.distance(to: Point(200, reach)) < 1e-9 })
    // All points between lie on the arc of the radius around (180, 20), or outside of it, toward the corner.
    let inCorner = points.filter {
      $0.x > 200 - reach + 1e-6 && $0.y < reach - 1e-6 && $0.y > 1e-6 && $0.x < 200 - 1e-6
    }
    #expect(!inCorner.isEmpty || smoothing == 1)
    #expect(inCorner.allSatisfy { $0.distance(to: Point(180, 20)) >= 20 - 1e-9 })
  }

  @Test("Where a side lacks the room there is less smoothing, and a half circle stays one")
  func room() {
    let points = points(CornerRadii(50, smoothing: 1))
    let expected = Path.roundedRect(box, radius: 50)
    #expect(
      points.allSatisfy { point in
        abs(point.distance(to: Point(min(max(point.x, 50), 150), 50)) - 50) < 1e-6
      })
    #expect(expected.bounds == box && !points.isEmpty)
  }

  @Test("Sharp corners stay sharp beside smooth ones")
  func sharp() {
    let points = points(CornerRadii(topLeft: 20, smoothing: 0.6))
    for corner in [Point(200, 0), Point(200, 100), Point(0, 100)] {
      #expect(points.contains { $0.distance(to: corner) < 1e-9 })
    }
    #expect(
      points.contains { $0.distance(to: Point(32, 0)) < 1e-9 }
        && points.contains { $0.distance(to: Point(0, 32)) < 1e-9 })
  }
}
