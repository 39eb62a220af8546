import Geometry
import Testing

@Suite struct PathMorphTests {
  private let shares = stride(from: 0.05, to: 1, by: 0.05)

  @Test("Paths of one structure blend point by point")
  func sameStructure() {
    let a = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let b = Path.rect(Rect(x: 5, y: 0, width: 30, height: 4))
    let middle = PathMorph(from: a, to: b).path(at: 0.25)
    #expect(middle.verbs == a.verbs)
    #expect(middle.points == zip(a.points, b.points).map { $0.interpolated(to: $1, at: 0.25) })
  }

  @Test("Both ends are exactly the poses, whatever their structure")
  func exactEnds() {
    let shapes: [Path] = [
      .empty, .rect(Rect(x: 0, y: 0, width: 10, height: 10)), .circle(center: Point(3, 4), radius: 20),
      .regularPolygon(center: .zero, radius: 5, sides: 7), .polyline([Point(0, 0), Point(5, 9), Point(9, 0)]),
      ring(outer: .circle(center: .zero, radius: 9), hole: .rect(Rect(x: -2, y: -2, width: 4, height: 4))),
    ]
    for a in shapes {
      for b in shapes {
        let morph = PathMorph(from: a, to: b)
        #expect(morph.path(at: 0) == a && morph.path(at: 1) == b)
        #expect(morph.path(at: .nan) == a)
      }
    }
  }

  @Test("Close to both ends the outline is close to the poses")
  func continuity() throws {
    let a = Path.circle(center: Point(50, 50), radius: 40)
    let b = Path.regularPolygon(center: Point(60, 40), radius: 50, sides: 5, rotation: 20)
    let morph = PathMorph(from: a, to: b)
    for (t, pose) in [(1e-9, a), (1 - 1e-9, b)] {
      let box = try #require(morph.path(at: t).bounds)
      let expected = try #require(pose.bounds)
      #expect(abs(area(morph.path(at: t)) - area(pose)) < 1e-2)
      #expect(box.origin.distance(to: expected.origin) < 1e-4)
    }
  }

  @Test("A hole stays a hole on the way to another structure")
  func holes() {
    let a = ring(
      outer: .circle(center: .zero, radius: 50), hole: .circle(center: Point(0, -10), radius: 20))
    let b = ring(
      outer: .rect(Rect(x: -40, y: -60, width: 80, height: 120)),
      hole: .regularPolygon(center: .zero, radius: 15, sides: 3))
    for (from, to) in [(a, b), (b, a), (a, reversed(b)), (reversed(a), b)] {
      let morph = PathMorph(from: from, to: to)
      for t in [0.05, 0.3, 0.5, 0.7, 0.95] {
        let areas = rings(of: morph.path(at: t), steps: 8).map { area($0) }
        #expect(areas.count == 2)
        #expect(areas[0] * areas[1] < 0)
        #expect(abs(areas[0]) > 3000 && abs(areas[1]) > 150)
        #expect(areas[0] * area(rings(of: from, steps: 8)[0]) > 0)
      }
    }
  }

  @Test("Rings are paired by what they are and where, not by their order")
  func pairing() {
    let left = Path.circle(center: Point(0, 0), radius: 10)
    let right = Path.circle(center: Point(100, 0), radius: 10)
    let leftSquare = Path.rect(Rect(x: -9, y: -9, width: 18, height: 18))
    let rightSquare = Path.rect(Rect(x: 91, y: -9, width: 18, height: 18))
    let from = Path {
      $0.append(left)
      $0.append(right)
    }
    let to = Path {
      $0.append(rightSquare)
      $0.append(leftSquare)
    }
    let middle = PathMorph(from: from, to: to).path(at: 0.5)
    for (ring, x) in zip(middle.subpaths, [0.0, 100]) { #expect(abs(ring.start.x - x) < 12) }
    let size: Double = abs(area(middle))
    #expect(abs(size - 2 * 319) < 12)
  }

  @Test("A start elsewhere on the same outline changes nothing on the way")
  func rotatedStart() {
    let corners = [Point(0, 0), Point(60, 0), Point(80, 40), Point(30, 70), Point(-10, 30)]
    let turned = Array(corners[3...] + corners[..<3])
    let from = Path.polyline(corners, closed: true)
    // A close more makes the structure another one.
    let to = Path { builder in
      builder.polyline(turned + [turned[0]], closed: true)
    }
    let morph = PathMorph(from: from, to: to)
    for t in shares { #expect(abs(area(morph.path(at: t)) - area(from)) < 1e-6) }
  }

  @Test("A ring that turns the other way does not turn inside out")
  func orientation() {
    let from = Path.circle(center: .zero, radius: 30)
    let to = Path.polyline(
      [Point(-30, -30), Point(-30, 30), Point(30, 30), Point(30, -30)], closed: true)
    let morph = PathMorph(from: from, to: to)
    for t in shares { #expect(area(morph.path(at: t)) > 2700) }
  }

  @Test("A ring without a partner grows from a point")
  func growth() {
    let from = Path.circle(center: .zero, radius: 50)
    let to = ring(outer: .circle(center: .zero, radius: 50), hole: .rect(Rect(x: -10, y: -10, width: 20, height: 20)))
    for goal in [to, reversed(to)] {
      let morph = PathMorph(from: from, to: goal)
      var last = 0.0
      for t in shares {
        let areas = rings(of: morph.path(at: t)).map { area($0) }
        #expect(areas.count == 2 && areas[0] > 7800 && -areas[1] > last)
        last = -areas[1]
        #expect(abs(last - 400 * t * t) < 1)
      }
    }
  }

  @Test("An open line stays open, from its start to its end")
  func openLines() throws {
    let from = Path.polyline([Point(0, 0), Point(100, 0)])
    let to = Path.polyline([Point(0, 50), Point(50, 0), Point(100, 50)])
    let middle = PathMorph(from: from, to: to).path(at: 0.5)
    let line = try #require(middle.subpaths.first)
    #expect(!line.isClosed && line.segments.count == 2)
    #expect(line.start == Point(0, 25) && line.segments.last?.end == Point(100, 25))
  }

  @Test("Points that are not numbers, points without extent and many rings do not trap")
  func oddPaths() {
    let odd = [
      Path.polyline([Point(.nan, 0), Point(1, 1), Point(.infinity, 2)], closed: true),
      Path.polyline([Point(1, 1), Point(1, 1)], closed: true),
      Path {
        $0.move(to: Point(1, 1))
        $0.close()
      },
      Path.polyline([Point(1e300, 0), Point(-1e300, 1e300), Point(0, 0)], closed: true),
      Path { builder in for k in 0..<300 { builder.circle(center: Point(Double(k), 0), radius: 1) } },
    ]
    for a in odd {
      for b in odd { for t in [-1, 0.5, 2, .infinity] { _ = PathMorph(from: a, to: b).path(at: t) } }
    }
  }

  private func ring(outer: Path, hole: Path) -> Path {
    Path { builder in
      builder.append(outer)
      builder.append(reversed(hole))
    }
  }

  private func reversed(_ path: Path) -> Path {
    Path { builder in
      for ring in rings(of: path) { builder.polyline(ring.reversed(), closed: true) }
    }
  }
}
