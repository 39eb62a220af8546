import Graphics

@testable import Raster

/// The colors that layers give.
extension Reference {
  private typealias Floats = SIMD4<Float>

  private static func pixels(_ components: UnsafePointer<UInt16>) -> UnsafePointer<Pixel> {
    UnsafeRawPointer(components).assumingMemoryBound(to: Pixel.self)
  }

  private static func pixels(_ components: UnsafeMutablePointer<UInt16>) -> UnsafeMutablePointer<Pixel> {
    UnsafeMutableRawPointer(components).assumingMemoryBound(to: Pixel.self)
  }

  /// From 0 to 1, to a pixel with colors from 0 to alpha.
  private static func rounded(_ color: Floats) -> Pixel {
    let bounded = pointwiseMax(pointwiseMin(color, Floats(repeating: min(color.w, 1))), .zero)
    return Pixel(truncatingIfNeeded: unsafeBitCast(bounded * 65_280 + 12_582_912, to: SIMD4<UInt32>.self))
  }

  static func transformColors(
    _ matrix: UnsafePointer<Float>?, _ count: Int, _ components: UnsafeMutablePointer<UInt16>?
  ) {
    guard let m = matrix, let components else { return }
    let row = pixels(components)
    for x in 0..<count {
      let c = Floats(row[x]) * (1 / 65_280)
      func component(_ i: Int) -> Float { m[i] * c.x + m[i + 1] * c.y + m[i + 2] * c.z + m[i + 3] * c.w }
      row[x] = rounded(Floats(component(0), component(4), component(8), c.w))
    }
  }

  static func tintInside(
    _ color: UnsafePointer<Float>?, _ parts: UnsafePointer<Float>?, _ count: Int,
    _ components: UnsafeMutablePointer<UInt16>?
  ) {
    guard let color, let parts, let components else { return }
    let row = pixels(components)
    let tint = Floats(color[0], color[1], color[2], 0)
    for x in 0..<count {
      let c = Floats(row[x]) * (1 / 65_280)
      let part = 1 - min(parts[x] * (1 / 65_280), 1)
      var result = c * (1 - part * color[3]) + tint * part * c.w
      result.w = c.w
      row[x] = rounded(result)
    }
  }

  static func replace(
    _ source: UnsafePointer<UInt16>?, _ factors: UnsafePointer<UInt32>?, _ count: Int,
    _ components: UnsafeMutablePointer<UInt16>?
  ) {
    guard let source, let factors, let components else { return }
    let (from, row) = (pixels(source), pixels(components))
    for x in 0..<count {
      let mixed = widened(from[x]) &* factors[x] &+ widened(row[x]) &* (65_536 &- factors[x])
      row[x] = narrowed((mixed &+ 32_768) &>> 16)
    }
  }

  static func mask(
    _ mask: UnsafePointer<UInt16>?, _ isLuminance: Bool, _ isInverted: Bool, _ count: Int,
    _ factors: UnsafeMutablePointer<UInt32>?
  ) {
    guard let mask, let factors else { return }
    let row = pixels(mask)
    for x in 0..<count {
      let p = widened(row[x])
      let value = isLuminance ? (p.x &* 13_933 &+ p.y &* 46_871 &+ p.z &* 4_732 &+ 32_768) &>> 16 : p.w
      let part = isInverted ? remainder(value) : factor(value)
      factors[x] = UInt32((UInt64(factors[x]) * UInt64(part) + 32_768) >> 16)
    }
  }

  /// Blends with `multiply`, `softLight` or `luminosity`.
  static func blend(
    _ mode: BlendMode, _ source: PixelRow, _ factors: UnsafePointer<UInt32>, columns: Range<Int>, onto row: PixelRow
  ) {
    for x in columns {
      let s = Floats(source.pixels[x]) * (Float(factors[x]) * (1 / 65_536 / 65_280))
      if s.w == 0 { continue }
      let d = Floats(row.pixels[x]) * (1 / 65_280)
      let both = s.w * d.w
      var result = s * (1 - d.w) + d * (1 - s.w)
      switch mode {
      case .multiply: result += s * d
      case .softLight:
        let c = pointwiseMin(d / max(d.w, 1e-9), Floats(repeating: 1))
        let low = ((16 * c - 12) * c + 4) * c
        let root = c.squareRoot().replacing(with: low, where: c .<= 0.25)
        let change = (root - c).replacing(with: c * (1 - c), where: 2 * s .<= Floats(repeating: s.w))
        result += d * s.w + (2 * s - s.w) * d.w * change
      default:
        var part = d * s.w
        func luminosity(_ c: Floats) -> Float { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
        let target = luminosity(s * d.w)
        part += target - luminosity(part)
        let (low, high) = (min(part.x, part.y, part.z), max(part.x, part.y, part.z))
        let up = low < 0 ? target / max(target - low, 1e-9) : 1
        let down = high > both ? (both - target) / max(high - target, 1e-9) : 1
        result += target + (part - target) * up * down
      }
      result.w = s.w + d.w - both
      row.pixels[x] = rounded(result)
    }
  }
}
