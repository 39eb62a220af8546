import StageKit
import Testing

@Suite("Paints of jobs")
struct PaintTests {
  private let box = Rect(x: 10, y: 20, width: 40, height: 20)
  private let stops = [GradientStop(0, .black), GradientStop(1, .white)]

  private func paint(_ geometry: GradientValue.Geometry, units: GradientValue.Units = .box) -> Paint {
    GradientValue(geometry, stops: stops, units: units).paint(in: box, along: 7)
  }

  @Test("Angles are those of CSS and lines reach corner to corner")
  func angles() {
    #expect(paint(.angle(180)) == .linear(from: Point(30, 20), to: Point(30, 40), stops: stops))
    #expect(paint(.angle(90)) == .linear(from: Point(10, 30), to: Point(50, 30), stops: stops))
    // At 45° the line is as long as both sides' projections: (40 + 20) / √2.
    guard case .linear(let from, let to, _, _) = paint(.angle(45)) else {
      Issue.record("no linear gradient")
      return
    }
    #expect(abs(from.distance(to: to) - 60 / 2.0.squareRoot()) < 1e-9)
    #expect(to.x > from.x && to.y < from.y)
  }

  @Test("Coordinates are fractions of the box, a radius one of its longer side")
  func fractions() {
    #expect(
      paint(.line(from: Point(0, 0), to: Point(1, 0.5)))
        == .linear(from: Point(10, 20), to: Point(50, 30), stops: stops))
    #expect(
      paint(.radial(center: Point(0.5, 0.5), radius: 0.5)) == .radial(center: Point(30, 30), radius: 20, stops: stops))
    #expect(
      paint(.conic(center: Point(0, 1), angle: 0)) == .conic(center: Point(10, 40), startDegrees: -90, stops: stops))
    #expect(paint(.along) == .alongPath(start: 0, end: 7, stops: stops))
  }

  @Test("Points are taken as they are")
  func points() {
    #expect(
      paint(.radial(center: Point(1, 2), radius: 3), units: .points)
        == .radial(center: Point(1, 2), radius: 3, stops: stops))
  }

  @Test("A gradient without extent is its last color")
  func degenerate() {
    #expect(paint(.line(from: Point(1, 1), to: Point(1, 1))) == .color(.white))
    #expect(paint(.radial(center: .zero, radius: 0)) == .color(.white))
    #expect(GradientValue(.angle(90), stops: stops).paint(in: .zero) == .color(.white))
    #expect(GradientValue(.along, stops: stops).paint(in: box) == .color(.white))
    #expect(GradientValue(.angle(90), stops: [stops[0]]).paint(in: box) == .color(.black))
  }

  @Test("Stops without offsets are spread between their neighbors")
  func offsets() {
    func offsets(_ entries: [Double?]) -> [Double] {
      GradientStop.list(entries.map { ($0, .black) }).map(\.offset)
    }
    #expect(offsets([nil, nil, nil]) == [0, 0.5, 1])
    #expect(offsets([0.2, nil, nil, 0.8]) == [0.2, 0.4, 0.6000000000000001, 0.8])
    #expect(offsets([nil]) == [0])
    #expect(offsets([0.5, 0.2]) == [0.5, 0.5])
    #expect(offsets([]) == [])
  }

  @Test("Gradients of one kind mix, a color mixes with any, others wait")
  func mixing() {
    let a = PaintValue.gradient(GradientValue(.angle(0), stops: stops))
    let b = PaintValue.gradient(
      GradientValue(.angle(90), stops: stops.reversed().map { GradientStop(1 - $0.offset, $0.color) }))
    let grey = Color(0.5, 0.5, 0.5)
    #expect(
      a.interpolated(to: b, at: 0.5)
        == .gradient(GradientValue(.angle(45), stops: [GradientStop(0, grey), GradientStop(1, grey)])))
    #expect(
      a.interpolated(to: .color(.white), at: 0.5)
        == .gradient(GradientValue(.angle(0), stops: [GradientStop(0, grey), GradientStop(1, .white)])))
    let radial = PaintValue.gradient(GradientValue(.radial(center: .zero, radius: 1), stops: stops))
    #expect(!a.mixes(with: radial))
    #expect(a.interpolated(to: radial, at: 0.9) == a)
    #expect(a.interpolated(to: radial, at: 1) == radial)
  }

  private func bytes(_ color: Color) -> [Int] {
    [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) }
  }

  @Test("Colors in OKLab have their published values")
  func oklab() {
    // CSS Color 4 and its tests.
    for (color, expected) in [
      (Color.white, SIMD3(1, 0, 0)), (Color(1, 0, 0), SIMD3(0.62796, 0.22486, 0.12585)),
      (Color(0, 1, 0), SIMD3(0.86644, -0.23389, 0.17950)), (Color(0, 0, 1), SIMD3(0.45201, -0.03246, -0.31153)),
    ] {
      let difference = color.oklab - expected
      #expect(max(difference.max(), -difference.min()) < 1e-5)
    }
    let half = Color.black.interpolated(to: .white, at: 0.5, in: .oklab)
    #expect(bytes(half) == [99, 99, 99])
    #expect(bytes(Color(1, 0, 0).interpolated(to: Color(0, 0, 1), at: 0.5, in: .oklab)) == [140, 83, 162])
    #expect(bytes(Color.black.interpolated(to: .white, at: 0.5, in: .linear)) == [188, 188, 188])
  }

  @Test("What is clear has no color of its own in any space", arguments: InterpolationSpace.allCases)
  func premultiplied(space: InterpolationSpace) {
    let half = Color(1, 0.5, 0).interpolated(to: .clear, at: 0.5, in: space)
    #expect(bytes(half) == [255, 128, 0] && half.alpha == 0.5)
  }

  @Test("Gradients mix in their own space, and those in sRGB stay as they are")
  func interpolation() {
    for space in InterpolationSpace.allCases {
      let value = GradientValue(.angle(90), stops: stops, interpolation: space)
      guard case .linear(_, _, let mixed, _) = value.paint(in: box) else {
        Issue.record("no linear gradient")
        continue
      }
      if space == .srgb { #expect(mixed == stops) } else { #expect(mixed.count > 8) }
      #expect(mixed.first == stops.first && mixed.last == stops.last)
      if let middle = mixed.first(where: { $0.offset == 0.5 }) {
        #expect(middle.color == Color.black.interpolated(to: .white, at: 0.5, in: space))
      }
    }
  }

  @Test("Hard edges stay hard where gradients of unequal counts mix")
  func hardEdges() {
    let edge = [GradientStop(0, .white), GradientStop(0, .black), GradientStop(1, .black)]
    let plain = [GradientStop(0, Color.black), GradientStop(1, .black)]
    let (a, b) = (GradientValue(.angle(0), stops: edge), GradientValue(.angle(0), stops: plain))
    let grey = Color(0.5, 0.5, 0.5)
    #expect(
      PaintValue.gradient(a).interpolated(to: .gradient(b), at: 0.5)
        == .gradient(
          GradientValue(.angle(0), stops: [GradientStop(0, grey), GradientStop(0, .black), GradientStop(1, .black)])))
  }

  @Test("Gradients of unequal counts mix at the offsets of both")
  func unequalCounts() {
    let two = PaintValue.gradient(GradientValue(.angle(0), stops: stops))
    let three = PaintValue.gradient(
      GradientValue(.angle(0), stops: GradientStop.list([(nil, .black), (nil, .black), (nil, .white)])))
    #expect(
      two.interpolated(to: three, at: 0.5)
        == .gradient(
          GradientValue(
            .angle(0),
            stops: [
              GradientStop(0, .black), GradientStop(0.5, Color(0.25, 0.25, 0.25)), GradientStop(1, .white),
            ])))
  }
}
