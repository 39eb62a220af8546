import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Grain")
struct GrainTests {
  /// The components of a gray canvas with grain, less the gray, from 0 to 1.
  private func noise(
    _ grain: Grade.Grain, gray: Double = 0.5, width: Int = 512, height: Int = 256, scale: Double = 1,
    x: Int = 0, y: Int = 0
  ) -> [Double] {
    var grade = Grade()
    grade.grain = grain
    let cache = ResourceCache()
    let rasterizer = Rasterizer(width: width, height: height, scale: scale, cache: cache)
    let layer = PixelLayer()
    let part = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    let level = UInt16(gray * 65_280)
    layer.reset(part, background: Pixel(level, level, level, 65_280))
    let region = PixelRect(x0: x, y0: y, x1: x + width, y1: y + height)
    rasterizer.grade(
      part, layer, PreparedGrade(grade, .identity, scale, cache: cache), of: Surface(region: region, stripHeight: 16))
    return (0..<height).flatMap { row in
      (0..<width).map { (Double(layer.row(row).pixels[$0].x) - Double(level)) / 65_280 }
    }
  }

  private func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  @Test("In middle gray its standard deviation is its amount, and its mean 0", arguments: [1.0, 2, 3.5])
  func strength(size: Double) {
    let values = noise(Grade.Grain(amount: 0.04, size: size))
    #expect(abs(deviation(values) - 0.04) < 0.002)
    let mean: Double = values.reduce(0, +) / Double(values.count)
    #expect(abs(mean) < 0.002)
  }

  @Test("By luma it is 4 Y (1 - Y), so that black and white have none")
  func luma() {
    for gray in [0.1, 0.25, 0.8] {
      let found = deviation(noise(Grade.Grain(amount: 0.02), gray: gray))
      #expect(abs(found - 0.02 * 4 * gray * (1 - gray)) < 0.0008)
    }
    for gray in [0.0, 1] { #expect(noise(Grade.Grain(amount: 0.5), gray: gray).allSatisfy { $0 == 0 }) }
  }

  @Test("Grains of one pixel are independent; larger ones are as a Gaussian makes them", arguments: [1.0, 2, 4])
  func size(size: Double) {
    let values = noise(Grade.Grain(amount: 0.04, size: size))
    let variance = deviation(values) * deviation(values)
    func product(of count: Int, _ step: Int) -> Double {
      var sum = 0.0
      for place in 0..<count { sum += values[place] * values[place + step] }
      return sum / Double(count) / variance
    }
    // Rows end beside the start of the next one, which hardly counts.
    let (beside, below) = (product(of: 256 * 512 - 1, 1), product(of: 255 * 512, 512))
    let sigma = (size - 1) / 2
    // The correlation of a blur by a sampled Gaussian with itself.
    let taps = (-20...20).map { (place: Int) -> Double in
      sigma > 0 ? exp(-Double(place * place) / (2 * sigma * sigma)) : place == 0 ? 1 : 0
    }
    var (shifted, same) = (0.0, 0.0)
    for place in taps.indices.dropLast() {
      shifted += taps[place] * taps[place + 1]
      same += taps[place] * taps[place]
    }
    for correlation in [beside, below] { #expect(abs(correlation - shifted / same) < 0.02) }
  }

  @Test("Its size is in points")
  func scale() {
    #expect(
      noise(Grade.Grain(amount: 0.04, size: 1), scale: 3) == noise(Grade.Grain(amount: 0.04, size: 3), scale: 1))
  }

  @Test("It depends on the pixel, the seed and the frame alone")
  func place() {
    let grain = Grade.Grain(amount: 0.04, seed: 3, frame: 7)
    let whole = noise(grain)
    let part = noise(grain, width: 101, height: 30, x: 200, y: 90)
    for y in 0..<30 { for x in 0..<101 { #expect(part[y * 101 + x] == whole[(y + 90) * 512 + x + 200]) } }
    for other in [
      Grade.Grain(amount: 0.04, seed: 3, frame: 8), Grade.Grain(amount: 0.04, seed: 4, frame: 7),
    ] {
      let values = noise(other)
      var sum = 0.0
      for (a, b) in zip(whole, values) { sum += a * b }
      #expect(abs(sum / Double(whole.count)) < 0.1 * 0.04 * 0.04)
    }
  }
}
