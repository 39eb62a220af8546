import Geometry
import Graphics
import Raster
import Testing

@Suite("Paints")
struct PaintTests {
  private let stops = [GradientStop(0, .black), GradientStop(1, .white)]

  private func fill(_ paint: Paint, _ width: Int, _ height: Int, transform: Transform = .identity) -> Image {
    draw(width, height) { list in
      list.fill(
        rectangle(-1000, -1000, 4000, 4000), paint,
        transform: transform)
    }
  }

  @Test("A linear gradient has its value at every pixel's center")
  func linearValues() {
    let frame = fill(.linear(from: Point(4, 0), to: Point(20, 0), stops: stops), 24, 4)
    for x in 0..<24 {
      let t = min(max((Double(x) + 0.5 - 4) / 16, 0), 1)
      for y in 0..<4 { #expect(abs(Double(frame.red(x, y)) - t * 255) <= 1) }
    }
    #expect(frame.red(2, 1) == 0 && frame.red(22, 1) == 255)
  }

  @Test("Of stops at one offset the first counts before it and the last from it on, at both ends too")
  func hardEdges() {
    let colors = [Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1), Color(1, 1, 0)]
    func row(_ offsets: [Double], _ spread: Spread = .pad) -> [[Int]] {
      let stops = zip(offsets, colors).map { GradientStop($0, $1) }
      let frame = fill(.linear(from: Point(4, 0), to: Point(12, 0), stops: stops, spread: spread), 16, 1)
      return (0..<16).map { Array(frame[$0, 0][0..<3]) }
    }
    let (red, green, blue, yellow) = ([255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0])
    func sides(_ left: [Int], _ count: Int, _ right: [Int]) -> [[Int]] { (0..<16).map { $0 < count ? left : right } }
    let start = row([0, 0])
    #expect(start == sides(red, 4, green))
    let end = row([1, 1])
    #expect(end == sides(red, 12, green))
    let middle = row([0.5, 0.5, 0.5])
    #expect(middle == sides(red, 8, blue))
    let both = row([0, 0, 1, 1])
    #expect(both[3] == red && both[12] == yellow && both[4][1] > 230 && both[11][2] > 230)
    #expect(row([0, 0], .clear)[4] == green)
    #expect(row([0, 0], .repeat).allSatisfy { $0 == green })
    // Around a center nothing lies before 0.
    let stops = [
      GradientStop(0, colors[0]), GradientStop(0, colors[1]), GradientStop(1, colors[1]), GradientStop(1, colors[2]),
    ]
    let radial = fill(.radial(center: Point(8, 0.5), radius: 5, stops: stops), 16, 1)
    #expect(Array(radial[8, 0][0..<3]) == green && Array(radial[14, 0][0..<3]) == blue)
    let conic = fill(.conic(center: Point(8, 0.5), startDegrees: 0, stops: stops), 16, 1)
    #expect(Array(conic[2, 0][0..<3]) == green)
    let along = draw(16, 3) {
      $0.stroke(
        Path { path in
          path.move(to: Point(0, 1.5))
          path.line(to: Point(16, 1.5))
        }, .alongPath(start: 4, end: 12, stops: stops), StrokeStyle(width: 3))
    }
    #expect(Array(along[6, 1][0..<3]) == green)
  }

  @Test("Between expanded stops no color is off by more than a step of 16 bits", arguments: InterpolationSpace.allCases)
  func expandedStops(space: InterpolationSpace) {
    let ends = [GradientStop(0.1, Color(0, 0, 0)), GradientStop(0.9, Color(1, 0.9, 0.2, 0.25))]
    let stops = ends.expanded(from: space)
    #expect(stops.first == ends[0] && stops.last == ends[1])
    for i in 0...5000 {
      let t = Double(i) / 5000
      let offset = 0.1 + 0.8 * t
      let exact = ends[0].color.interpolated(to: ends[1].color, at: t, in: space)
      guard let next = stops.firstIndex(where: { $0.offset > offset }), next > 0 else { continue }
      let (a, b) = (stops[next - 1], stops[next])
      let mixed = a.color.interpolated(to: b.color, at: (offset - a.offset) / (b.offset - a.offset))
      for (x, y) in [(mixed.red, exact.red), (mixed.green, exact.green), (mixed.blue, exact.blue)] {
        #expect(abs(x * mixed.alpha - y * exact.alpha) < 1 / 65_280)
      }
    }
  }

  @Test("What covers opaque gradients leaves them opaque")
  func coveredGradients() {
    // Over opaque pixels this alpha rounds to a step above 1.
    let veil = Color(0, 0, 0, 33_023 / 65_280)
    let frame = draw(32, 32) { list in
      list.fill(rectangle(0, 0, 32, 32), .linear(from: .zero, to: Point(32, 0), stops: stops))
      list.fill(rectangle(0, 0, 32, 32), veil)
    }
    for y in 0..<32 { for x in 0..<32 { #expect(frame[x, y][3] == 255) } }
  }

  @Test("A radial gradient depends on the distance alone")
  func radialValues() {
    let frame = fill(.radial(center: Point(12, 12), radius: 10, stops: stops), 24, 24)
    for y in 0..<24 {
      for x in 0..<24 {
        let t = min(Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(12, 12)) / 10, 1)
        #expect(abs(Double(frame.red(x, y)) - t * 255) <= 1)
      }
    }
  }

  @Test("A conic gradient runs clockwise from its start")
  func conicValues() {
    let frame = fill(.conic(center: Point(10, 10), startDegrees: 0, stops: stops), 20, 20)
    #expect(frame.red(19, 10) < 6)
    #expect(abs(frame.red(9, 19) - 64) <= 3)
    #expect(abs(frame.red(0, 9) - 127) <= 3)
    #expect(abs(frame.red(10, 0) - 191) <= 3)
    #expect(frame.red(19, 9) > 249)
    let turned = fill(.conic(center: Point(10, 10), startDegrees: 90, stops: stops), 20, 20)
    #expect(turned.red(9, 19) < 6)
  }

  @Test("Beyond its ends a gradient goes on, starts again, turns back, or ends")
  func spreads() {
    func row(_ spread: Spread) -> Image {
      fill(.linear(from: Point(8, 0), to: Point(16, 0), stops: stops, spread: spread), 24, 2)
    }
    for x in 0..<24 {
      let t = (Double(x) + 0.5 - 8) / 8
      let folded = abs(t - 2 * ((t / 2).rounded()))
      #expect(abs(Double(row(.pad).red(x, 0)) - min(max(t, 0), 1) * 255) <= 1)
      #expect(abs(Double(row(.repeat).red(x, 0)) - (t - t.rounded(.down)) * 255) <= 1)
      #expect(abs(Double(row(.mirror).red(x, 0)) - folded * 255) <= 1)
      #expect(abs(Double(row(.clear).red(x, 0)) - (t >= 0 && t <= 1 ? t : 0) * 255) <= 1)
    }
  }

  @Test("Two stops at one place make a hard edge")
  func hardStops() {
    let hard = [
      GradientStop(0, .black), GradientStop(0.5, .black), GradientStop(0.5, .white), GradientStop(1, .white),
    ]
    let frame = fill(.linear(from: Point(0, 0), to: Point(16, 0), stops: hard), 16, 1)
    #expect((0..<16).map { frame.red($0, 0) } == [Int](repeating: 0, count: 8) + [Int](repeating: 255, count: 8))
  }

  @Test("Stops out of order, alone or missing are safe")
  func oddStops() {
    let jumbled = [GradientStop(0.75, .white), GradientStop(0.25, .black), GradientStop(.nan, .white)]
    let frame = fill(.linear(from: Point(0, 0), to: Point(16, 0), stops: jumbled), 16, 1)
    #expect(frame.red(2, 0) == 255 && frame.red(14, 0) == 255)
    let one = fill(.radial(center: .zero, radius: 5, stops: [GradientStop(0.3, .white)]), 4, 4)
    #expect(one.red(3, 3) == 255)
    #expect(fill(.linear(from: .zero, to: Point(1, 0), stops: []), 4, 4).red(1, 1) == 0)
    #expect(fill(.linear(from: .zero, to: .zero, stops: stops), 4, 4).red(1, 1) == 255)
  }

  @Test("Colors mix premultiplied: towards clear black, white stays white")
  func premultipliedMixing() {
    let frame = draw(16, 1, background: .clear) { list in
      list.fill(
        rectangle(0, 0, 16, 1),
        .linear(from: .zero, to: Point(16, 0), stops: [GradientStop(0, .white), GradientStop(1, .clear)]))
    }
    for x in 0..<16 {
      #expect(frame[x, 0][0] == frame[x, 0][3])
      #expect(abs(Double(frame[x, 0][3]) - 255 * (1 - (Double(x) + 0.5) / 16)) <= 1)
    }
  }

  @Test("Under a projective transform a gradient has the value of the point that is seen")
  func projectiveGradient() throws {
    let seen = try #require(
      Transform(
        mapping: Rect(x: 0, y: 0, width: 20, height: 20),
        to: [Point(6, 2), Point(18, 2), Point(24, 22), Point(0, 22)]))
    let back = try #require(seen.inverse)
    let frame = draw(24, 24) { list in
      list.fill(
        rectangle(0, 0, 20, 20), .linear(from: Point(0, 0), to: Point(0, 20), stops: stops), transform: seen)
    }
    for y in 3..<21 {
      for x in 8..<17 {
        let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        #expect(abs(Double(frame.red(x, y)) - p.y / 20 * 255) <= 1)
      }
    }
  }

  @Test("Where a paint is flat nothing is dithered")
  func flatStaysFlat() {
    let odd = Color(0.501, 0.503, 0.507)
    let frame = draw(32, 16) { list in
      list.fill(rectangle(0, 0, 32, 16), odd)
      list.fill(rectangle(0, 0, 32, 8), Color(1, 1, 1, 0.3))
      list.fill(
        rectangle(16, 0, 16, 8),
        .linear(from: Point(-9, 0), to: Point(-5, 0), stops: [GradientStop(0, .black), GradientStop(1, odd)]))
    }
    for y in 0..<16 { for x in 0..<32 { #expect(frame[x, y] == frame[x / 16 * 16, y / 8 * 8]) } }
    // Past its last stop the gradient is flat too.
    #expect(frame[16, 0] == frame[0, 8])
  }

  @Test("A faint gradient keeps its mean and does not band")
  func faintGradientsAreDithered() {
    let frame = draw(256, 16) { list in
      list.fill(rectangle(0, 0, 256, 16), Color(hex: 0x101010))
      list.fill(
        rectangle(0, 0, 256, 16),
        .linear(
          from: .zero, to: Point(256, 0),
          stops: [GradientStop(0, Color(1, 1, 1, 0)), GradientStop(1, Color(1, 1, 1, 0.02))]))
    }
    for x in stride(from: 0, to: 256, by: 16) {
      var sum = 0.0
      for y in 0..<16 { for i in x..<x + 16 { sum += Double(frame.red(i, y)) } }
      let alpha = 0.02 * (Double(x) + 8) / 256
      let expected = 16 * (1 - alpha) + 255 * alpha
      #expect(abs(sum / 256 - expected) < 0.06)
    }
    // Five steps over 256 pixels would be bands of 51 equal pixels.
    for y in 0..<16 {
      var run = 1
      for x in 17..<256 {
        run = frame.red(x, y) == frame.red(x - 1, y) ? run + 1 : 1
        #expect(run < 26)
      }
    }
  }

  @Test("Alpha is never below a color, dithered or not")
  func alphaBoundsColors() {
    let frame = draw(32, 32, background: .clear) { list in
      list.fill(
        circle(Point(16, 16), 15),
        .radial(
          center: Point(16, 16), radius: 15,
          stops: [GradientStop(0, Color(1, 0.9, 0.3, 0.3)), GradientStop(1, Color(0.2, 1, 1, 0))]))
      list.group(opacity: 0.3, effects: [.blur(sigma: 1.5)]) { $0.fill(circle(Point(9, 9), 6), Color(1, 0.5, 1, 0.7)) }
    }
    for y in 0..<32 { for x in 0..<32 { #expect(frame[x, y][0...2].allSatisfy { $0 <= frame[x, y][3] }) } }
  }
}
