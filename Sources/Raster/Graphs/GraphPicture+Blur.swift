#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

extension GraphPicture {
  /// Blurred by a Gaussian of two standard deviations, in pixels; clear beyond the bounds.
  func blurred(_ x: Double, _ y: Double) -> GraphPicture {
    turned(blurring: x > 0.01 ? x : nil).turned(blurring: y > 0.01 ? y : nil)
  }

  /// With rows for columns, each of which was blurred as a row.
  private func turned(blurring sigma: Double?) -> GraphPicture {
    let result = GraphPicture(
      PixelRect(x0: bounds.y0, y0: bounds.x0, x1: bounds.y1, y1: bounds.x1), isLinear: isLinear)
    let blur = sigma.map { LineBlur(sigma: min($0, 4000), count: bounds.width) }
    let (width, height) = (bounds.width, bounds.height)
    for y in 0..<height {
      let row = pixels + y * width
      guard (0..<width).contains(where: { row[$0] != .zero }) else { continue }
      if let blur {
        blur.apply(row) { x, value in result.pixels[x * height + y] = value }
      } else {
        for x in 0..<width { result.pixels[x * height + y] = row[x] }
      }
    }
    return result
  }
}

/// A Gaussian over rows of pixels: of weights where it is narrow, and else three boxes whose ends are parts of pixels, which differ
/// from it by up to 1 % of an edge (Gwosdek et al., 2011).
///
/// The sums of boxes are of integers, so that they do not depend on where a row begins.
private final class LineBlur {
  private let count: Int
  private let weights: [Float]
  private let radius: Int
  private let end: Float
  private let center: Float
  private let margin: Int
  private let pad: Int
  private let lines: (UnsafeMutablePointer<SIMD4<Int32>>, UnsafeMutablePointer<SIMD4<Int32>>)
  private static let full: Float = 65_280

  /// The nearest integers of numbers below 2^22: adding 1.5 × 2^23 leaves them in the low bits of the significand.
  @inline(__always)
  private static func rounded(_ value: SIMD4<Float>) -> SIMD4<Int32> {
    unsafeBitCast(value + 12_582_912, to: SIMD4<Int32>.self) &- 0x4B40_0000
  }

  init(sigma: Double, count: Int) {
    self.count = count
    if sigma < 2 {
      let reach = Int((3.5 * sigma).rounded(.up))
      let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      let sum = raw.reduce(0, +)
      weights = raw.map { Float($0 / sum) }
      (radius, end, center, margin) = (0, 0, 0, reach)
    } else {
      let variance = sigma * sigma / 3
      let inner = Int((((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down))
      let l = Double(inner)
      let part = (2 * l + 1) * (l * (l + 1) - 3 * variance) / (6 * (variance - (l + 1) * (l + 1)))
      let length = 2 * l + 1 + 2 * part
      (radius, end, center) = (inner, Float(part / length), Float(1 / length))
      (weights, margin) = ([], 3 * (inner + 1))
    }
    pad = margin + radius + 2
    let size = count + 2 * pad
    lines = (.allocate(capacity: size), .allocate(capacity: size))
    lines.0.initialize(repeating: .zero, count: size)
    lines.1.initialize(repeating: .zero, count: size)
  }

  deinit {
    lines.0.deallocate()
    lines.1.deallocate()
  }

  /// Hands over the blurred pixels of a row.
  func apply(_ row: UnsafePointer<SIMD4<Float>>, _ body: (Int, SIMD4<Float>) -> Void) {
    if !weights.isEmpty {
      for x in 0..<count {
        var sum = SIMD4<Float>.zero
        for i in max(x - margin, 0)...min(x + margin, count - 1) { sum += row[i] * weights[i - x + margin] }
        body(x, sum)
      }
      return
    }
    var (from, to) = lines
    let size = count + 2 * pad
    from.update(repeating: .zero, count: size)
    for x in 0..<count { from[x + pad] = Self.rounded(row[x] * Self.full) }
    // One pass spreads values beyond the ends, and the next brings some of them back.
    for _ in 0..<3 {
      to.update(repeating: .zero, count: size)
      var sum = SIMD4<Int32>.zero
      for x in radius + 1..<size - radius - 1 {
        if x == radius + 1 {
          for i in 1...2 * radius + 1 { sum &+= from[i] }
        } else {
          sum &+= from[x + radius] &- from[x - radius - 1]
        }
        let ends = from[x - radius - 1] &+ from[x + radius + 1]
        let value = SIMD4<Float>(sum) * center + SIMD4<Float>(ends) * end
        to[x] = Self.rounded(value)
      }
      swap(&from, &to)
    }
    for x in 0..<count { body(x, SIMD4<Float>(from[x + pad]) / Self.full) }
  }
}
