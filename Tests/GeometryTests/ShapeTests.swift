import Geometry
import Testing

@Suite("Shapes")
struct ShapeTests {
  @Test("A circle's outline keeps its radius to 1 part in 200,000")
  func circleKeepsItsRadius() {
    let circle = Path.circle(center: Point(3, -4), radius: 1000)
    let distances = rings(of: circle).joined().map { $0.distance(to: Point(3, -4)) }
    #expect(distances.allSatisfy { isNear($0, 1000, 0.005) })
    #expect(isNear(circle.bounds, Rect(x: -997, y: -1004, width: 2000, height: 2000), 1e-9))
  }

  @Test("An ellipse touches the middle of its box's sides exactly")
  func ellipseTouchesItsBox() {
    let points = Set(Path.ellipse(in: Rect(x: 0, y: 0, width: 240, height: 120)).points)
    #expect(points.isSuperset(of: [Point(240, 60), Point(120, 120), Point(0, 60), Point(120, 0)]))
  }

  @Test("Closed shapes run clockwise and enclose their area")
  func shapesEncloseTheirArea() {
    let box = Rect(x: 10, y: 20, width: 200, height: 100)
    #expect(area(.rect(box)) == 20_000)
    #expect(isNear(area(.ellipse(in: box)), .pi * 100 * 50, 0.5))
    #expect(isNear(area(.roundedRect(box, radius: 10)), 20_000 - (4 - .pi) * 100, 0.01))
    let square = Path.regularPolygon(center: .zero, radius: 2, sides: 4)
    #expect(isNear(area(square), 8, 1e-12))
    #expect(isNear(square.points[0], Point(0, -2), 1e-12))
  }

  @Test("Radii too large for a side shrink together")
  func largeRadiiShrink() {
    let pill = Path.roundedRect(Rect(x: 0, y: 0, width: 100, height: 20), radius: 500)
    let pillArea: Double = 80 * 20 + .pi * 100
    #expect(isNear(area(pill), pillArea, 0.01))
    let page = Path.roundedRect(
      Rect(x: 0, y: 0, width: 10, height: 10),
      radii: CornerRadii(topLeft: 15, topRight: 5, bottomRight: 0, bottomLeft: -1))
    #expect(page.points[0] == Point(7.5, 0))
    #expect(page.points.contains(Point(10, 10)) && page.points.contains(Point(0, 10)))
  }

  @Test("An arc is led to by a line from an open subpath, and begins one otherwise")
  func arcContinuesASubpath() {
    let wedge = Path {
      $0.move(to: .zero)
      $0.arc(center: .zero, radius: 10, start: 0, sweep: 90)
      $0.close()
    }
    #expect(wedge.verbs == [.move, .line, .cubic, .cubic, .close])
    #expect(wedge.points.last == Point(0, 10))
    #expect(isNear(area(wedge), .pi * 25, 0.001))
    let alone = Path.arc(center: .zero, radius: 10, start: 90, sweep: -720)
    #expect(alone.verbs.first == .move && alone.verbs.count == 9)
    #expect(isNear(alone.points[alone.points.count - 1], Point(0, 10), 1e-12))
  }

  @Test("Shapes without a size or a number draw without failing", arguments: [0, -5, .nan, .infinity, 1e308])
  func oddSizesAreHarmless(size: Double) {
    let paths = [
      Path.circle(center: .zero, radius: size), .roundedRect(Rect(x: 0, y: 0, width: size, height: 5), radius: size),
      .arc(center: .zero, radius: 1, start: size, sweep: size),
      .regularPolygon(center: .zero, radius: size, sides: 3),
    ]
    for path in paths { #expect(rings(of: path).count <= 1) }
    #expect(Path.regularPolygon(center: .zero, radius: 1, sides: 2).isEmpty)
    #expect(Path.polyline([], closed: true).isEmpty)
  }
}
