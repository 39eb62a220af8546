import Coding
import Geography
import Geometry
import Graphics
import Raster
import Testing

@Suite("Wide strokes")
struct WideStrokeTests {
  private func check(
    _ path: Path, _ style: StrokeStyle, size: Int = 48, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let frame = draw(size, size) { $0.stroke(path, .white, style) }
    let (wrong, _, meanError) = frame.wrongPixels(SweepReference(path, style).contains)
    #expect(wrong.isEmpty, comment, sourceLocation: sourceLocation)
    #expect(meanError < 5, comment, sourceLocation: sourceLocation)
  }

  private func parsed(_ text: String) -> Path { SVGPath.parse(text).path }

  @Test("A circle that is wider than its radius has no holes", arguments: [16.0, 20, 22, 27, 35, 40])
  func circles(width: Double) { check(circle(Point(24, 24), 10), StrokeStyle(width: width)) }

  @Test(
    "An arc sweeps beyond its center, and ends straight",
    arguments: [
      "M 41.6 20 A 8.3 8.3 0 0 0 33.3 11.7", "M 30 20 A 13 13 0 1 1 18 8", "M 24 14 A 10 10 0 1 1 14 24",
      "M 12 24 A 12 4 0 1 1 36 24", "M 24 24 A 0.05 0.05 0 0 1 24.1 24",
    ])
  func arcs(text: String) {
    for width in [8.0, 24, 40, 60] { check(parsed(text), StrokeStyle(width: width), "\(text), \(width)") }
  }

  @Test(
    "Cusps, loops and curves that turn back are as wide as all else",
    arguments: [
      "M 14 34 C 44 10 4 10 34 34", "M 14 34 C 50 6 -2 6 34 34", "M 12 24 C 48 24 0 24 36 24", "M 12 24 Q 40 24 20 24",
      "M 20 30 Q 24 6 28 30", "M 24 24 C 24 24 30 24 30 30", "M 20 20 C 30 20 18 28 28 28",
    ])
  func cusps(text: String) {
    for width in [2.0, 9, 24, 40] { check(parsed(text), StrokeStyle(width: width), "\(text), \(width)") }
  }

  @Test("Strokes of any shape, width, join and cap are what the pen sweeps over", arguments: 0..<32 as Range<UInt64>)
  func anyStroke(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let path = Self.randomPath(&numbers)
    let style = Self.randomStyle(&numbers)
    check(path, style, "\(path.points) \(style)")
  }

  @Test("Polylines of any width keep all that their segments cover", arguments: 0..<24 as Range<UInt64>)
  func anyPolyline(seed: UInt64) {
    var numbers = SeededNumbers(seed: 1000 + seed)
    var p = Point(24, 24)
    let path = Path { path in
      path.move(to: p)
      for _ in 0..<Int.random(in: 2...12, using: &numbers) {
        let step = Double.random(in: 0.5...9, using: &numbers)
        p = p + Point(Double.random(in: -1...1, using: &numbers), Double.random(in: -1...1, using: &numbers)) * step
        path.line(to: p)
      }
      if Bool.random(using: &numbers) { path.close() }
    }
    let style = Self.randomStyle(&numbers)
    check(path, style, "\(path.points) \(style)")
  }

  @Test("Dashes of wide curves end across the curve", arguments: 0..<16 as Range<UInt64>)
  func dashes(seed: UInt64) {
    var numbers = SeededNumbers(seed: 2000 + seed)
    func place() -> Point {
      Point(Double.random(in: 14...34, using: &numbers), Double.random(in: 14...34, using: &numbers))
    }
    let path = Path { path in
      path.move(to: place())
      path.cubic(place(), place(), to: place())
    }
    let style = StrokeStyle(
      width: Double.random(in: 4...30, using: &numbers), cap: seed % 4 == 0 ? .round : .butt,
      dashes: [Double.random(in: 2...9, using: &numbers), Double.random(in: 2...9, using: &numbers)],
      dashOffset: Double.random(in: 0...2, using: &numbers))
    check(path, style, "\(path.points) \(style)")
  }

  @Test("Under perspective too, in both orders", arguments: 0..<12 as Range<UInt64>)
  func perspective(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: 3000 + seed)
    let path = Self.randomPath(&numbers)
    var style = Self.randomStyle(&numbers)
    let transform =
      Transform.translation(24, 24)
      * Transform(
        Double.random(in: 0.4...1.2, using: &numbers), Double.random(in: -0.5...0.5, using: &numbers), 0,
        Double.random(in: -0.5...0.5, using: &numbers), Double.random(in: 0.4...1.2, using: &numbers), 0,
        Double.random(in: -0.01...0.01, using: &numbers), Double.random(in: -0.01...0.01, using: &numbers),
        1) * Transform.translation(-24, -24)
    let inverse = try #require(transform.inverse)
    for order in [StrokeStyle.Order.outlineThenTransform, .transformThenOutline] {
      style.order = order
      let frame = draw(48, 48) { $0.stroke(path, .white, style, transform: transform) }
      let isOnScreen = order == .transformThenOutline
      let sweep = SweepReference(path, style, transform: isOnScreen ? transform : .identity)
      let (wrong, _, _) = frame.wrongPixels { sweep.contains(isOnScreen ? $0 : inverse.apply($0)) }
      #expect(wrong.isEmpty, "\(path.points) \(style)")
    }
  }

  @Test("With a gradient along them, tight bends have the shape of any stroke", arguments: 0..<16 as Range<UInt64>)
  func pathGradientShape(seed: UInt64) {
    var numbers = SeededNumbers(seed: 4000 + seed)
    let path = Self.randomPath(&numbers)
    let style = Self.randomStyle(&numbers)
    let even = [GradientStop(0, .white), GradientStop(1, .white)]
    let frame = draw(48, 48) { $0.stroke(path, .alongPath(start: 0, end: 1000, stops: even), style) }
    let (wrong, worst, _) = frame.wrongPixels(SweepReference(path, style).contains)
    // Where two stretches meet in one pixel, only the larger part shows.
    #expect(wrong.count <= 12 && worst < 96, "\(path.points) \(style)")
  }

  @Test("With a gradient along them, tight bends show the most opaque part", arguments: 0..<16 as Range<UInt64>)
  func pathGradientColors(seed: UInt64) {
    var numbers = SeededNumbers(seed: 5000 + seed)
    func place() -> Point {
      Point(Double.random(in: 14...34, using: &numbers), Double.random(in: 14...34, using: &numbers))
    }
    let path = Path { path in
      path.move(to: place())
      path.cubic(place(), place(), to: place())
    }
    let style = StrokeStyle(width: Double.random(in: 6...50, using: &numbers))
    let fade = [GradientStop(0, Color(1, 1, 1, 0)), GradientStop(1, .white)]
    let frame = draw(48, 48) {
      $0.stroke(path, .alongPath(start: seed % 2 == 0 ? 0 : 80, end: seed % 2 == 0 ? 80 : 0, stops: fade), style)
    }
    let sweep = SweepReference(path, style)
    var wrong: [Point] = []
    for y in 0..<48 {
      for x in 0..<48 {
        // The surroundings of the pixel, so that no edge crosses it.
        let steps = [-1.0, 0, 1]
        let around = steps.flatMap { (i: Double) -> [Point] in
          steps.map { (j: Double) -> Point in Point(Double(x) + 0.5 + i, Double(y) + 0.5 + j) }
        }
        let opacities = around.map { (q: Point) -> Double in
          let values = sweep.feet(q).map { (foot: Double) -> Double in
            255 * min(seed % 2 == 0 ? foot / 80 : 1 - foot / 80, 1)
          }
          return values.max() ?? 0
        }
        let value = Double(frame.red(x, y))
        let (low, high) = (opacities.min() ?? 0, opacities.max() ?? 0)
        if value < low - 3 || value > high + 3 {
          wrong.append(Point(Double(x), Double(y)))
        }
      }
    }
    // Where a bend reaches a pixel twice, in parts, the larger part shows.
    #expect(wrong.count <= 2, "\(path.points) \(style)")
  }

  private static func randomPath(_ numbers: inout SeededNumbers) -> Path {
    let spread = Double.random(in: 2...16, using: &numbers)
    func place() -> Point {
      Point(
        24 + Double.random(in: -spread...spread, using: &numbers),
        24 + Double.random(in: -spread...spread, using: &numbers))
    }
    return Path { path in
      path.move(to: place())
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: path.line(to: place())
        case 1: path.quad(place(), to: place())
        default: path.cubic(place(), place(), to: place())
        }
      }
      if Int.random(in: 0..<3, using: &numbers) == 0 { path.close() }
    }
  }

  private static func randomStyle(_ numbers: inout SeededNumbers) -> StrokeStyle {
    StrokeStyle(
      width: Double.random(in: 1...6, using: &numbers) * Double.random(in: 1...6, using: &numbers),
      cap: LineCap.allCases.randomElement(using: &numbers) ?? .butt,
      join: LineJoin.allCases.randomElement(using: &numbers) ?? .miter)
  }
}
