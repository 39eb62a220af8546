import Geometry
import Graphics

/// Noise as the code of the standard makes it (Filter Effects Module Level 1, 9.22).
struct GraphNoise {
  private let turbulence: FilterGraph.Turbulence
  /// They fit the region where noise is stitched.
  private var frequencyX: Double
  private var frequencyY: Double
  private var stitch: Stitch?
  private var lattice: [Int]
  private var gradients: [SIMD2<Double>]

  private static let size = 256
  /// All that follow change less than a tenth of a level of 255.
  private static let maxOctaves = 12

  init(_ turbulence: FilterGraph.Turbulence, _ region: Rect) {
    self.turbulence = turbulence
    (frequencyX, frequencyY) = (turbulence.frequencyX, turbulence.frequencyY)
    let size = Self.size
    lattice = Array(repeating: 0, count: 2 * size + 2)
    // For each channel.
    gradients = Array(repeating: .zero, count: 4 * (2 * size + 2))
    var seed = Self.seed(turbulence.seed)
    func random() -> Int {
      seed = Self.random(seed)
      return seed
    }
    for channel in 0..<4 {
      for i in 0..<size {
        lattice[i] = i
        let x = Double((random() % (2 * size)) - size) / Double(size)
        let y = Double((random() % (2 * size)) - size) / Double(size)
        let length = (x * x + y * y).squareRoot()
        gradients[channel * (2 * size + 2) + i] = SIMD2(x / length, y / length)
      }
    }
    for i in stride(from: size - 1, to: 0, by: -1) { lattice.swapAt(i, random() % size) }
    for i in 0..<size + 2 {
      lattice[size + i] = lattice[i]
      for channel in 0..<4 {
        let start = channel * (2 * size + 2)
        gradients[start + size + i] = gradients[start + i]
      }
    }
    if turbulence.stitches, region.width > 0, region.height > 0 {
      func fitting(_ frequency: Double, _ side: Double) -> Double {
        guard frequency != 0 else { return 0 }
        let low = (side * frequency).rounded(.down) / side
        let high = (side * frequency).rounded(.up) / side
        return low > 0 && frequency / low < high / frequency ? low : high
      }
      frequencyX = fitting(frequencyX, region.width)
      frequencyY = fitting(frequencyY, region.height)
      let (width, height) = (region.width * frequencyX + 0.5, region.height * frequencyY + 0.5)
      if width < 1e9, height < 1e9, abs(region.x * frequencyX) < 1e9, abs(region.y * frequencyY) < 1e9 {
        stitch = Stitch(
          width: Int(width), height: Int(height), wrapX: Int(region.x * frequencyX) + 4096 + Int(width),
          wrapY: Int(region.y * frequencyY) + 4096 + Int(height))
      }
    }
  }

  private static func seed(_ seed: Int) -> Int {
    var seed = seed
    if seed <= 0 { seed = -(seed % 2_147_483_646) + 1 }
    return min(seed, 2_147_483_646)
  }

  private static func random(_ seed: Int) -> Int {
    let result = 16_807 * (seed % 127_773) - 2_836 * (seed / 127_773)
    return result <= 0 ? result + 2_147_483_647 : result
  }

  /// The tile on which noise goes on where it ends.
  private struct Stitch {
    var width = 0
    var height = 0
    var wrapX = 0
    var wrapY = 0
  }

  /// Straight components at a place; those beyond 0…1 are not clamped.
  func color(at point: Point) -> SIMD4<Float> {
    SIMD4(value(0, point), value(1, point), value(2, point), value(3, point))
  }

  private func value(_ channel: Int, _ point: Point) -> Float {
    var stitch = self.stitch
    var (sum, ratio) = (0.0, 1.0)
    var (x, y) = (point.x * frequencyX, point.y * frequencyY)
    for _ in 0..<min(max(turbulence.octaves, 0), Self.maxOctaves) {
      let noise = noise(channel, x, y, stitch)
      sum += (turbulence.isFractal ? noise : abs(noise)) / ratio
      (x, y, ratio) = (x * 2, y * 2, ratio * 2)
      if let own = stitch {
        stitch = Stitch(
          width: own.width * 2, height: own.height * 2, wrapX: 2 * own.wrapX - 4096, wrapY: 2 * own.wrapY - 4096)
      }
    }
    return Float(turbulence.isFractal ? (sum + 1) / 2 : sum)
  }

  private func noise(_ channel: Int, _ x: Double, _ y: Double, _ stitch: Stitch?) -> Double {
    let (tx, ty) = (x + 4096, y + 4096)
    guard abs(tx) < 1e15, abs(ty) < 1e15 else { return 0 }
    var (x0, y0) = (Int(tx), Int(ty))
    var (x1, y1) = (x0 + 1, y0 + 1)
    let (rx0, ry0) = (tx - Double(x0), ty - Double(y0))
    let (rx1, ry1) = (rx0 - 1, ry0 - 1)
    if let stitch {
      if x0 >= stitch.wrapX { x0 -= stitch.width }
      if x1 >= stitch.wrapX { x1 -= stitch.width }
      if y0 >= stitch.wrapY { y0 -= stitch.height }
      if y1 >= stitch.wrapY { y1 -= stitch.height }
    }
    let mask = Self.size - 1
    (x0, x1, y0, y1) = (x0 & mask, x1 & mask, y0 & mask, y1 & mask)
    let (i, j) = (lattice[x0], lattice[x1])
    let start = channel * (2 * Self.size + 2)
    func product(_ place: Int, _ x: Double, _ y: Double) -> Double {
      let gradient = gradients[start + place]
      return x * gradient.x + y * gradient.y
    }
    func curve(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    func mix(_ t: Double, _ a: Double, _ b: Double) -> Double { a + t * (b - a) }
    let (sx, sy) = (curve(rx0), curve(ry0))
    let a = mix(sx, product(lattice[i + y0], rx0, ry0), product(lattice[j + y0], rx1, ry0))
    let b = mix(sx, product(lattice[i + y1], rx0, ry1), product(lattice[j + y1], rx1, ry1))
    return mix(sy, a, b)
  }
}
