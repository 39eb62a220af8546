@testable import Raster

/// The mean of a pixel over several samples, in linear light, as the kernels make it.
struct LightSum: BitwiseCopyable {
  /// The sum of samples that differ from the first: linear light times alpha and weight, and alpha times weight.
  private var sum: SIMD4<UInt32> = .zero
  private let first: Pixel
  private var firstWeight: UInt16
  private var isDithered: UInt8

  /// Begins with the first sample.
  @inline(__always)
  init(_ first: Pixel, isDithered: UInt8, weight: UInt32) {
    self.first = first
    self.isDithered = isDithered
    firstWeight = UInt16(truncatingIfNeeded: weight)
  }

  /// Adds another.
  @inline(__always)
  mutating func add(_ pixel: Pixel, isDithered: UInt8, weight: UInt32, _ light: LinearLight.Access) {
    self.isDithered |= isDithered
    if pixel == first {
      firstWeight &+= UInt16(truncatingIfNeeded: weight)
    } else {
      sum &+= Self.light(of: pixel, light) &* SIMD4(repeating: weight)
    }
  }

  /// Linear light times alpha, and alpha.
  @inline(__always)
  private static func light(of pixel: Pixel, _ light: LinearLight.Access) -> SIMD4<UInt32> {
    let a = UInt32(pixel.w)
    if a == Pixel.full {
      return SIMD4(light.light(UInt32(pixel.x)), light.light(UInt32(pixel.y)), light.light(UInt32(pixel.z)), a)
    }
    if a == 0 { return .zero }
    let full = UInt64(Pixel.full)
    @inline(__always)
    func component(_ premultiplied: UInt16) -> UInt32 {
      let straight = min((UInt32(premultiplied) &* Pixel.full &+ a >> 1) / a, Pixel.full)
      return UInt32(truncatingIfNeeded: (UInt64(light.light(straight)) &* UInt64(a) &+ full >> 1) / full)
    }
    return SIMD4(component(pixel.x), component(pixel.y), component(pixel.z), a)
  }

  /// 2⁴⁰ divided by a sum of weights, rounded up: what means are multiplied by instead of being divided, exactly, since
  /// sums have 32 bits and weights are at most `Exposure.maxWeight`.
  static func inverse(_ total: UInt32) -> UInt64 { ((1 << 40) + UInt64(total) - 1) / UInt64(max(total, 1)) }

  /// The mean of samples with weights of `total` in all, whose `inverse` it is given, and whether it is dithered, as means of
  /// different pixels are.
  @inline(__always)
  func mean(_ total: UInt32, _ inverse: UInt64, _ light: LinearLight.Access) -> (pixel: Pixel, isDithered: UInt8) {
    if firstWeight == total { return (first, isDithered) }
    var sum = sum
    if firstWeight > 0 { sum &+= Self.light(of: first, light) &* SIMD4(repeating: UInt32(firstWeight)) }
    let alphas = sum.w
    guard alphas > 0 else { return (.zero, 1) }
    if alphas == total &* Pixel.full {
      @inline(__always)
      func component(_ sum: UInt32) -> UInt16 {
        let rounded = UInt64(sum) &+ UInt64(total >> 1)
        let mean = UInt32(truncatingIfNeeded: (rounded &* inverse) >> 40)
        return UInt16(truncatingIfNeeded: light.component(min(mean, LinearLight.full)))
      }
      return (Pixel(component(sum.x), component(sum.y), component(sum.z), UInt16(Pixel.full)), 1)
    }
    let (full, whole) = (UInt64(Pixel.full), UInt64(alphas))
    let a = (whole &+ UInt64(total) >> 1) / UInt64(total)
    @inline(__always)
    func component(_ sum: UInt32) -> UInt16 {
      let mean = min((UInt64(sum) &* full &+ whole >> 1) / whole, UInt64(LinearLight.full))
      let component = UInt64(light.component(UInt32(truncatingIfNeeded: mean)))
      return UInt16(truncatingIfNeeded: (component &* a &+ full >> 1) / full)
    }
    return (
      Pixel(component(sum.x), component(sum.y), component(sum.z), UInt16(truncatingIfNeeded: a)), 1
    )
  }
}

extension LinearLight.Access {
  /// The linear light of a component, from 0 to 16,711,680.
  @inline(__always)
  func light(_ component: UInt32) -> UInt32 { linear[Int(component)] }

  /// The component whose linear light is nearest; `light` is at most `full`.
  @inline(__always)
  func component(_ light: UInt32) -> UInt32 {
    // Interpolates linearly between the ends of the bucket's 256 steps; the result is at most a step or two off.
    let bucket = Int(light >> 8)
    let (low, high) = (UInt32(components[bucket]), UInt32(components[bucket &+ 1]))
    var found = Int(low &+ ((high &- low) &* (light & 255)) >> 8)
    while found < Int(Pixel.full), light &* 2 >= linear[found] &+ linear[found &+ 1] { found &+= 1 }
    while found > 0, light &* 2 < linear[found &- 1] &+ linear[found] { found &-= 1 }
    return UInt32(truncatingIfNeeded: found)
  }
}
