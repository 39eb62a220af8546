import Geography
import Geometry
import Graphics
import Raster
import Testing

@Suite("Strokes")
struct StrokeTests {
  private func area(
    _ path: Path, _ style: StrokeStyle, transform: Transform = .identity, size: Int = 48
  ) -> Double {
    draw(size, size) { $0.stroke(path, .white, style, transform: transform) }.redArea
  }

  private func line(_ points: Point...) -> Path {
    Path { path in
      for (i, p) in points.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
    }
  }

  @Test("A line is a rectangle")
  func lineIsARectangle() {
    let stroke = draw(32, 16) { $0.stroke(line(Point(4, 6), Point(25, 6)), .white, StrokeStyle(width: 3)) }
    let fill = draw(32, 16) { $0.fill(rectangle(4, 4.5, 21, 3), .white) }
    #expect(stroke == fill)
  }

  @Test("Ends are flat, half round or square")
  func capsHaveTheirAreas() {
    let path = line(Point(10, 20), Point(34, 26))
    let length = Point(24, 6).length
    let expected: [LineCap: Double] = [.butt: 0, .round: .pi * 36, .square: 12 * 12]
    for cap in LineCap.allCases {
      let area = area(path, StrokeStyle(width: 12, cap: cap))
      #expect(abs(area - length * 12 - (expected[cap] ?? 0)) < 0.6)
    }
  }

  @Test("A stroked circle is a ring")
  func circleIsARing() {
    let area = area(circle(Point(24, 24), 16), StrokeStyle(width: 5))
    #expect(abs(area - 2 * .pi * 16 * 5) < 1.5)
  }

  @Test("Corners are mitered up to the limit, rounded, or cut")
  func joinsHaveTheirAreas() {
    let corner = line(Point(8, 40), Point(24, 24), Point(40, 40))
    let body = 2 * 16 * 2.0.squareRoot() * 6.0
    // Two legs at a right angle share a square of 3 × 3 inside; outside stands as much of one as the join gives.
    func outside(_ style: StrokeStyle) -> Double { area(corner, style) - body + 9 }
    #expect(abs(outside(StrokeStyle(width: 6, join: .miter)) - 9) < 0.2)
    #expect(abs(outside(StrokeStyle(width: 6, join: .round)) - .pi * 9 / 4) < 0.3)
    #expect(abs(outside(StrokeStyle(width: 6, join: .bevel)) - 4.5) < 0.2)
    #expect(abs(outside(StrokeStyle(width: 6, join: .miter, miterLimit: 1.4)) - 4.5) < 0.2)
  }

  @Test("A line that turns back has a round end where joins are round")
  func turningBackIsRound() {
    let path = line(Point(10, 24), Point(30, 24), Point(12, 24))
    #expect(abs(area(path, StrokeStyle(width: 8, join: .round)) - (160 + .pi * 8)) < 0.5)
    #expect(abs(area(path, StrokeStyle(width: 8, join: .miter)) - 160) < 0.3)
    let other = line(Point(30, 24), Point(10, 24), Point(28, 24))
    #expect(abs(area(other, StrokeStyle(width: 8, join: .round)) - (160 + .pi * 8)) < 0.5)
  }

  @Test("A tight loop is filled, without holes inside the stroke")
  func tightLoopIsSolid() {
    let path = Path { path in
      path.move(to: Point(8, 36))
      path.cubic(Point(60, 0), Point(-12, 0), to: Point(40, 36))
    }
    let frame = draw(48, 48) { $0.stroke(path, .white, StrokeStyle(width: 14)) }
    // Along the path every pixel lies inside the pen.
    for i in 5..<96 {
      let t = Double(i) / 100
      let u = 1 - t
      let p =
        Point(8, 36) * (u * u * u) + Point(60, 0) * (3 * u * u * t) + Point(-12, 0) * (3 * u * t * t)
        + Point(40, 36) * (t * t * t)
      #expect(frame.red(Int(p.x), Int(p.y)) == 255)
    }
  }

  @Test("Dashes begin at the offset, and an odd count runs through twice")
  func dashesFollowThePattern() {
    let path = line(Point(0, 2), Point(40, 2))
    func row(_ style: StrokeStyle) -> String {
      let frame = draw(24, 4) { $0.stroke(path, .white, style) }
      return String((0..<24).map { frame.red($0, 2) == 255 ? "#" : frame.red($0, 2) == 0 ? "." : "?" })
    }
    #expect(row(StrokeStyle(width: 2, dashes: [4, 2])) == "####..####..####..####..")
    #expect(row(StrokeStyle(width: 2, dashes: [4, 2], dashOffset: 5)) == ".####..####..####..####.")
    #expect(row(StrokeStyle(width: 2, dashes: [4, 2], dashOffset: -2)) == "..####..####..####..####")
    #expect(row(StrokeStyle(width: 2, dashes: [3, 1, 2])) == "###.##...#..###.##...#..")
    #expect(row(StrokeStyle(width: 2, dashes: [0, 0])) == String(repeating: "#", count: 24))
    #expect(row(StrokeStyle(width: 2, dashes: [4, -2])) == String(repeating: "#", count: 24))
  }

  @Test("Dashes without length are dots where ends are round, and nothing where they are flat")
  func emptyDashesAreDots() {
    let path = line(Point(4, 8), Point(29, 8))
    let dots = draw(32, 16) { $0.stroke(path, .white, StrokeStyle(width: 4, cap: .round, dashes: [0, 8])) }
    #expect(abs(dots.redArea - 4 * .pi * 4) < 0.6)
    let none = draw(32, 16) { $0.stroke(path, .white, StrokeStyle(width: 4, dashes: [0, 8])) }
    #expect(none.redArea == 0)
  }

  @Test("A closed dashed path joins where it closes")
  func closedDashesJoin() {
    // The pattern of 40 is on at both ends of the square's 80: its first corner lies inside a dash.
    let square = rectangle(10, 10, 20, 20)
    let frame = draw(40, 40) {
      $0.stroke(square, .white, StrokeStyle(width: 4, dashes: [20, 20], dashOffset: 10))
    }
    #expect(frame.red(8, 8) == 255)
    #expect(frame.red(31, 8) == 0)
  }

  @Test("A subpath without length is a dot with round and square ends")
  func pointsAreDots() {
    let place = Path { $0.move(to: Point(8, 8)) }
    let closed = Path { path in
      path.move(to: Point(8, 8))
      path.close()
    }
    let spot = line(Point(24, 24), Point(24, 24))
    #expect(abs(area(spot, StrokeStyle(width: 10, cap: .round)) - .pi * 25) < 0.7)
    #expect(abs(area(spot, StrokeStyle(width: 10, cap: .square)) - 100) < 0.1)
    #expect(area(spot, StrokeStyle(width: 10)) == 0)
    #expect(abs(area(closed, StrokeStyle(width: 10, cap: .square)) - 100) < 0.1)
    #expect(area(place, StrokeStyle(width: 10, cap: .round)) == 0)
  }

  @Test("A width on the ground is transformed, one on the screen is not")
  func ordersDiffer() {
    let path = line(Point(2, 6), Point(10, 6))
    let stretched = Transform.scale(4, 4)
    #expect(abs(area(path, StrokeStyle(width: 2), transform: stretched) - 32 * 8) < 0.1)
    #expect(
      abs(area(path, StrokeStyle(width: 2, order: .transformThenOutline), transform: stretched) - 32 * 2) < 0.1)
  }

  @Test("Both orders agree where a transform only turns and moves")
  func ordersAgreeUnderTurns() {
    let turn = Transform.rotation(degrees: 30, about: Point(24, 24))
    for cap in LineCap.allCases {
      let path = Path { path in
        path.move(to: Point(10, 10))
        path.line(to: Point(36, 14))
        path.quad(Point(38, 38), to: Point(12, 34))
      }
      let style = StrokeStyle(width: 5, cap: cap, join: .round, dashes: [9, 6])
      var onScreen = style
      onScreen.order = .transformThenOutline
      let a = draw(48, 48) { $0.stroke(path, .white, style, transform: turn) }
      let b = draw(48, 48) { $0.stroke(path, .white, onScreen, transform: turn) }
      let worst = zip(a.pixels, b.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 16)
    }
  }

  @Test("Strokes are cut at the near plane, and nothing flips behind it")
  func strokesAreCutAtTheNearPlane() {
    let camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 50, pitch: 70,
      canvas: Size(48, 48))
    let road = line(Point(0, 500), Point(0, -500))
    for order in [StrokeStyle.Order.outlineThenTransform, .transformThenOutline] {
      let frame = draw(48, 48) {
        $0.stroke(road, .white, StrokeStyle(width: 4, order: order), transform: camera.groundToCanvas)
      }
      #expect(frame.red(24, 47) == 255)
      #expect(frame.red(24, 24) == 255)
      #expect(frame.red(2, 24) == 0)
      let horizon = Int((camera.horizon ?? 0).rounded(.down)) - 3
      if horizon >= 0 { for x in 0..<48 { for y in 0..<horizon { #expect(frame.red(x, y) == 0) } } }
    }
  }
}
