import CRasterKernels
import Coding
import Graphics

#if canImport(Glibc)
  import Glibc
#endif

/// The noise of a frame's grain: the sum of two tiles of noise, each moved to a place that the seed and the frame choose.
///
/// The tiles have sides of their own, so that the sum repeats after 3840 pixels only.
struct GrainPattern: Sendable {
  private let first: GrainTile
  private let second: GrainTile
  private let offsets: SIMD4<Int>

  /// The factor that makes a variance of 1 of the numbers.
  static let factor = Float(1 / (GrainTile.deviation * 2.0.squareRoot()))

  /// Nil without grain. `scale` is in pixels for each point.
  init?(_ grain: Grade.Grain, scale: Double, cache: ResourceCache) {
    guard grain.amount > 0 else { return nil }
    let size = grain.size * scale
    // In sixteenths, so that frames share tiles.
    let sixteenths = size > 1 ? Int((min(size, 64) * 16).rounded()) : 16
    first = GrainTile.of(side: 256, sixteenths, cache)
    second = GrainTile.of(side: 240, sixteenths, cache)
    var numbers = SeededNumbers(seed: UInt64(bitPattern: Int64(grain.seed)))
    numbers = SeededNumbers(seed: numbers.next() ^ UInt64(bitPattern: Int64(grain.frame)))
    func place(_ side: Int) -> Int { Int(numbers.next() % UInt64(side)) }
    offsets = SIMD4(place(256), place(256), place(240), place(240))
  }

  /// Writes the noise of `count` pixels of a row.
  func fill(_ noise: UnsafeMutablePointer<Int16>, x: Int, y: Int, count: Int) {
    first.withRow(y + offsets[0]) { a in
      second.withRow(y + offsets[2]) { b in
        raster_grain_row(
          a, first.side, first.wrapped(x + offsets[1]), b, second.side, second.wrapped(x + offsets[3]), count, noise)
      }
    }
  }
}

/// A square of Gaussian noise that goes on at its other side.
private final class GrainTile: Sendable {
  let side: Int
  private let values: [Int16]

  /// The standard deviation of the numbers.
  static let deviation = 4096.0

  /// Tiles of a side and a size of grains.
  static func of(side: Int, _ sixteenths: Int, _ cache: ResourceCache) -> GrainTile {
    let key = Digest { hasher in
      hasher.combine("grain")
      hasher.combine(side)
      hasher.combine(sixteenths)
    }
    return cache.value(
      for: key, cost: { $0.values.count * 2 }, isKept: true,
      make: { GrainTile(side: side, size: Double(sixteenths) / 16) })
  }

  /// Grains are as wide as a Gaussian of half of what they are larger than a pixel.
  private init(side: Int, size: Double) {
    self.side = side
    var numbers = SeededNumbers(seed: UInt64(side))
    // The sum of twelve uniform numbers is nearly normal.
    var noise = (0..<side * side).map { _ in (0..<12).reduce(-6.0) { sum, _ in sum + numbers.unit() } }
    let sigma = (size - 1) / 2
    if sigma > 0 {
      let radius = min(Int((3 * sigma).rounded(.up)), side / 2)
      let taps = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      for isRow in [true, false] { noise = Self.filtered(noise, side, taps, isRow: isRow) }
    }
    let mean = noise.reduce(0, +) / Double(noise.count)
    let variance = noise.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(noise.count)
    let factor = Self.deviation / variance.squareRoot()
    // Two of them fit the range.
    values = noise.map { Int16(min(max((($0 - mean) * factor).rounded(), -16_383), 16_383)) }
  }

  private static func filtered(_ noise: [Double], _ side: Int, _ taps: [Double], isRow: Bool) -> [Double] {
    let radius = taps.count / 2
    return noise.indices.map { index in
      let (x, y) = (index % side, index / side)
      return taps.indices.reduce(0) { sum, tap in
        let moved = ((isRow ? x : y) + tap - radius + side) % side
        return sum + taps[tap] * noise[isRow ? y * side + moved : moved * side + x]
      }
    }
  }

  func wrapped(_ place: Int) -> Int { (place % side + side) % side }

  func withRow(_ y: Int, _ body: (UnsafePointer<Int16>) -> Void) {
    values.withUnsafeBufferPointer { values in
      if let base = values.baseAddress { body(base + wrapped(y) * side) }
    }
  }
}
