/// Smooth noise that is the same in every run: values that wander between −1 and 1, for shakes, drifts and uneven edges.
///
/// Gradient noise on a lattice of whole numbers, with continuous first and second derivatives: 0 at every lattice point, and
/// about one swing from each to the next. Source: Perlin, Improving Noise (2002), with a lattice hashed from a seed.
public struct SeededNoise: Sendable {
  private let table: [UInt8]

  /// Every seed is as good as any other; neighboring seeds give unrelated noise.
  public init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var table = (0...255).map { UInt8($0) }
    for index in stride(from: 255, to: 0, by: -1) {
      table.swapAt(index, Int(numbers.unit() * Double(index + 1)))
    }
    self.table = table
  }

  /// The noise at a point, within −1…1. Leave out what does not vary.
  ///
  /// With a `period`, a whole number of at least 1, it repeats along x after that many units: with x as a loop's time
  /// times the period over the loop's length, the loop has no seam.
  public func value(_ x: Double, _ y: Double = 0.5, _ z: Double = 0.5, period: Int = 0) -> Double {
    guard x.isFinite, y.isFinite, z.isFinite else { return 0 }
    let (i, j, k) = (x.rounded(.down), y.rounded(.down), z.rounded(.down))
    let (u, v, w) = (x - i, y - j, z - k)
    func column(_ step: Double) -> Double {
      let place = i + step
      return period > 0 ? place - (place / Double(period)).rounded(.down) * Double(period) : place
    }
    func corner(_ a: Double, _ b: Double, _ c: Double) -> Double {
      gradient(hash(column(a), j + b, k + c), x: u - a, y: v - b, z: w - c)
    }
    let (fx, fy, fz) = (Self.fade(u), Self.fade(v), Self.fade(w))
    func along(_ b: Double, _ c: Double) -> Double { Self.mix(corner(0, b, c), corner(1, b, c), fx) }
    let value = Self.mix(
      Self.mix(along(0, 0), along(1, 0), fy), Self.mix(along(0, 1), along(1, 1), fy), fz)
    return min(max(value, -1), 1)
  }

  /// Noise with finer and finer parts, within −1…1: each of the `octaves` is twice as dense as the one before it and
  /// `roughness` times as strong.
  public func fractal(
    _ x: Double, _ y: Double = 0.5, _ z: Double = 0.5, octaves: Int, roughness: Double = 0.5, period: Int = 0
  ) -> Double {
    var (sum, total, strength, density) = (0.0, 0.0, 1.0, 1)
    for octave in 0..<max(octaves, 1) {
      let scale = Double(density)
      // Octaves lie apart, so that lattice points do not coincide.
      let shift = Double(octave) * 31.7
      sum += strength * value(x * scale, y * scale + shift, z * scale + shift, period: period * density)
      total += abs(strength)
      strength *= roughness
      density *= 2
    }
    return total > 0 ? sum / total : 0
  }

  private func hash(_ x: Double, _ y: Double, _ z: Double) -> Int {
    func index(_ value: Double, _ before: Int) -> Int {
      let place = Int(value - (value / 256).rounded(.down) * 256)
      return Int(table[(place + before) & 255])
    }
    return index(z, index(y, index(x, 0)))
  }

  /// The product with one of twelve directions, to the middles of a cube's edges; four of them twice.
  private func gradient(_ hash: Int, x: Double, y: Double, z: Double) -> Double {
    let h = hash & 15
    let u = h < 8 ? x : y
    let v = h < 4 ? y : h == 12 || h == 14 ? x : z
    return (h & 1 == 0 ? u : -u) + (h & 2 == 0 ? v : -v)
  }

  private static func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }
  private static func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }
}
