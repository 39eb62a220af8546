import Geometry
import Graphics
import Testing

@Suite("Tones and curves")
struct ToneTests {
  @Test("A stop doubles linear light")
  func exposure() {
    var tone = Tone()
    tone.exposure = 1
    for value in [0.0, 0.01, 0.2, 0.5, 0.7] {
      let light = Color.linearLight(tone.component(value, channel: 0))
      #expect(abs(light - 2 * Color.linearLight(value)) < 1e-9)
    }
    #expect(tone.component(1, channel: 1) > 1)
  }

  @Test("Lift moves black, gain moves white, gamma neither")
  func liftGammaGain() {
    var tone = Tone()
    tone.lift = SIMD3(0.1, 0, 0)
    #expect(tone.component(0, channel: 0) == 0.1 && tone.component(1, channel: 0) == 1)
    #expect(tone.component(0.25, channel: 1) == 0.25)
    tone = Tone()
    tone.gain = SIMD3(1, 0.5, 1)
    #expect(tone.component(0.5, channel: 1) == 0.25 && tone.component(0.5, channel: 2) == 0.5)
    tone = Tone()
    tone.gamma = SIMD3(repeating: 2)
    #expect(tone.component(0.25, channel: 2) == 0.5 && tone.component(0, channel: 2) == 0)
    #expect(tone.component(1, channel: 2) == 1)
  }

  @Test("A curve goes through its points, keeps between them, and is level beyond")
  func curve() throws {
    let points = [Point(0.1, 0), Point(0.3, 0.6), Point(0.4, 0.6), Point(0.9, 1)]
    let curve = try #require(ToneCurve(points))
    for point in points { #expect(abs(curve.value(at: point.x) - point.y) < 1e-12) }
    #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
    var last = 0.0
    for step in 0...1000 {
      let value = curve.value(at: Double(step) / 1000)
      #expect(value >= last - 1e-12 && value <= 1)
      last = value
    }
    #expect(curve.value(at: 0.35) == 0.6)
  }

  @Test("A curve through two points is a line")
  func line() throws {
    let curve = try #require(ToneCurve([Point(0, 1), Point(1, 0)]))
    #expect(abs(curve.value(at: 0.3) - 0.7) < 1e-12)
  }

  @Test("Points of a curve go to the right")
  func wrong() {
    #expect(ToneCurve([Point(0, 0)]) == nil)
    #expect(ToneCurve([Point(0, 0), Point(0, 1)]) == nil)
    #expect(ToneCurve([Point(0, 0), Point(1, .nan)]) == nil)
  }

  @Test("The curve of all comes before a component's own")
  func order() {
    var curves = ColorCurves()
    curves.all = ToneCurve([Point(0, 0.5), Point(1, 0.5)])
    curves.red = ToneCurve([Point(0, 0), Point(0.5, 1), Point(1, 1)])
    #expect(curves.component(0, channel: 0) == 1 && curves.component(0, channel: 1) == 0.5)
  }

  @Test("A grade without values changes nothing, and each value changes its digest")
  func digests() throws {
    #expect(Grade().isIdentity)
    let table = try #require(LookupTable(.curves, size: 2, entries: [SIMD3(0, 0, 0), SIMD3(1, 1, 0.5)]))
    let changes: [(inout Grade) -> Void] = [
      { $0.tone.exposure = 1 }, { $0.tone.lift.y = 0.1 }, { $0.tone.gain.y = 0.1 }, { $0.tone.gamma.y = 0.1 },
      { $0.curves.blue = ToneCurve([.zero, Point(1, 0.5)]) }, { $0.curves.all = ToneCurve([.zero, Point(1, 0.5)]) },
      { $0.matrix = .saturation(0.5) }, { $0.table = Grade.Look(table) }, { $0.table = Grade.Look(table, amount: 0.5) },
      { $0.vignette = Grade.Vignette(Rect(x: 0, y: 0, width: 1, height: 1), amount: 0.5) },
      { $0.grain = Grade.Grain(amount: 0.1) }, { $0.grain = Grade.Grain(amount: 0.1, frame: 1) },
    ]
    let grades = changes.map { change in
      var grade = Grade()
      change(&grade)
      return grade
    }
    #expect(Set(grades.map { $0.digest }).count == changes.count)
    #expect(!grades.contains(Grade()))
  }
}
