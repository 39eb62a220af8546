import Geography
import Geometry
import Graphics
import Raster
import Testing

@Suite("Strokes with colors along them")
struct PathGradientStrokeTests {
  private let fade = [GradientStop(0, Color(1, 1, 1, 0)), GradientStop(1, .white)]

  private func line(_ points: [Point]) -> Path {
    Path { path in
      for (i, p) in points.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
    }
  }

  @Test("The color is that of the arc length, and nothing lies beyond both ends")
  func colorsFollowArcLength() {
    let frame = draw(48, 12) { list in
      list.stroke(
        line([Point(2, 6), Point(46, 6)]), .alongPath(start: 4, end: 36, stops: fade), StrokeStyle(width: 6))
    }
    for x in 0..<48 {
      let t = (Double(x) + 0.5 - 6) / 32
      #expect(abs(Double(frame.red(x, 6)) - (t > 0 && t < 1 ? t * 255 : 0)) <= 1)
    }
  }

  @Test("Where a line crosses itself the more opaque part shows alone", arguments: orders)
  func crossingsDoNotBlendTwice(order: StrokeStyle.Order) {
    let path = line([Point(4, 24), Point(44, 24), Point(44, 4), Point(24, 4), Point(24, 44)])
    let even = [GradientStop(0, Color(1, 1, 1, 0.5)), GradientStop(1, Color(1, 1, 1, 0.5))]
    let flat = draw(48, 48) {
      $0.stroke(path, .alongPath(start: 0, end: 500, stops: even), StrokeStyle(width: 6, order: order))
    }
    #expect(flat.red(24, 24) == 128)
    #expect(flat.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element <= 128 })
    let length = 40.0 + 20 + 20 + 40
    let fading = draw(48, 48) {
      $0.stroke(path, .alongPath(start: 0, end: length, stops: fade), StrokeStyle(width: 6, order: order))
    }
    // The second passage has run 100 of 120, the first 20.
    #expect(abs(Double(fading.red(24, 24)) - 255 * 100.5 / 120) <= 2)
    #expect(abs(Double(fading.red(14, 24)) - 255 * 10.5 / 120) <= 2)
  }

  @Test("There is no seam between pieces, at corners and along curves", arguments: LineJoin.allCases)
  func noSeams(join: LineJoin) {
    let path = Path { path in
      path.move(to: Point(6, 40))
      path.line(to: Point(14, 12))
      path.line(to: Point(22, 36))
      path.cubic(Point(30, 60), Point(26, -10), to: Point(42, 20))
    }
    let even = [GradientStop(0, .white), GradientStop(1, .white)]
    let style = StrokeStyle(width: 5, cap: .round, join: join)
    let ribbon = draw(48, 48) { $0.stroke(path, .alongPath(start: 0, end: 1000, stops: even), style) }
    let stroke = draw(48, 48) { $0.stroke(path, .white, style) }
    let differences = zip(ribbon.pixels, stroke.pixels).map { abs(Int($0) - Int($1)) }
    // Where two stretches meet in one pixel, as in the notch of a corner, only the larger part shows.
    #expect(differences.count { $0 > 12 } <= 4 * 3)
    #expect(differences.allSatisfy { $0 < 80 })
  }

  @Test("A closed line has no seam where it closes")
  func closedLinesHaveNoSeam() {
    let even = [GradientStop(0, .white), GradientStop(1, .white)]
    let style = StrokeStyle(width: 6, join: .round)
    for path in [circle(Point(20, 20), 12), rectangle(8, 8, 22, 20)] {
      let ribbon = draw(40, 40) { $0.stroke(path, .alongPath(start: 0, end: 1000, stops: even), style) }
      let stroke = draw(40, 40) { $0.stroke(path, .white, style) }
      let worst = zip(ribbon.pixels, stroke.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 12)
    }
  }

  @Test("A line that turns back over itself shows its more opaque part")
  func turningBack() {
    let path = line([Point(6, 10), Point(40, 10), Point(6, 10)])
    let frame = draw(48, 20) {
      $0.stroke(path, .alongPath(start: 0, end: 68, stops: fade), StrokeStyle(width: 5, join: .round))
    }
    for x in 8..<40 {
      let back = 34 + 40 - (Double(x) + 0.5)
      #expect(abs(Double(frame.red(x, 10)) - back / 68 * 255) <= 2)
    }
  }

  @Test("Under perspective the color is that of the place on the ground", arguments: orders)
  func perspective(order: StrokeStyle.Order) throws {
    let camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 100, pitch: 60,
      canvas: Size(48, 48))
    let seen = camera.groundToCanvas
    let back = try #require(seen.inverse)
    let road = line([Point(0, 4000), Point(0, -4000)])
    let width = order == .transformThenOutline ? 4.0 : 8.0
    let frame = draw(48, 48) {
      $0.stroke(
        road, .alongPath(start: 3950, end: 4050, stops: fade), StrokeStyle(width: width, order: order),
        transform: seen)
    }
    for y in 0..<48 {
      let place = back.apply(Point(24.5, Double(y) + 0.5))
      let t = (4000 - place.y - 3950) / 100
      guard t > 0.02, t < 0.98 else { continue }
      #expect(abs(Double(frame.red(24, y)) - t * 255) <= 2)
    }
  }
}

private let orders = [StrokeStyle.Order.outlineThenTransform, .transformThenOutline]
