import StageKit
import Testing

@Suite("Seeded noise")
struct SeededNoiseTests {
  private let noise = SeededNoise(seed: 3)

  private var places: [(Double, Double, Double)] {
    var numbers = SeededNumbers(seed: 1)
    return (0..<2000).map { _ in (numbers.within(-300...300), numbers.within(-9...9), numbers.within(-9...9)) }
  }

  @Test("It is 0 at whole numbers, and within −1…1 with a wide range between")
  func range() {
    for x in -3...3 { for y in -3...3 { #expect(noise.value(Double(x), Double(y), 2) == 0) } }
    let values = places.map { noise.value($0.0, $0.1, $0.2) }
    #expect(values.allSatisfy { abs($0) <= 1 })
    #expect((values.max() ?? 0) > 0.6 && (values.min() ?? 0) < -0.6)
    let sum: Double = values.reduce(0, +)
    #expect(abs(sum / 2000) < 0.03)
  }

  @Test("It is smooth, across lattice points, too")
  func smooth() {
    let h = 1e-4
    for (x, y, z) in places.prefix(500) + [(2, 0.3, 0.4), (-5, 0.5, 0.5)] {
      func slope(_ x: Double) -> Double { (noise.value(x + h, y, z) - noise.value(x - h, y, z)) / (2 * h) }
      #expect(abs(slope(x)) < 4)
      #expect(abs(slope(x + h) - slope(x - h)) < 0.01)
    }
  }

  @Test("With a period it repeats along x, in every octave", arguments: [1, 2, 7])
  func periodic(period: Int) {
    for (x, y, z) in places.prefix(200) {
      let next = x + Double(period)
      #expect(abs(noise.value(x, y, z, period: period) - noise.value(next, y, z, period: period)) < 1e-9)
      let (a, b) = (
        noise.fractal(x, y, z, octaves: 4, period: period), noise.fractal(next, y, z, octaves: 4, period: period)
      )
      #expect(abs(a - b) < 1e-9 && abs(a) <= 1)
    }
  }

  @Test("Equal seeds give equal noise, neighboring ones unrelated noise")
  func seeds() {
    let (same, other) = (SeededNoise(seed: 3), SeededNoise(seed: 4))
    var products = 0.0
    for (x, y, z) in places {
      #expect(noise.value(x, y, z) == same.value(x, y, z))
      products += noise.value(x, y, z) * other.value(x, y, z)
    }
    #expect(abs(products / 2000) < 0.01)
    #expect(noise.value(.nan) == 0 && noise.value(.infinity, 1, 1) == 0)
  }
}
