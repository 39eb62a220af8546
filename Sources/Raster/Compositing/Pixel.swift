import Graphics

/// Red, green, blue, alpha, premultiplied sRGB; 65280 (255 × 256) is 1, so 8-bit values are exact.
typealias Pixel = SIMD4<UInt16>

/// A pixel with room for products.
typealias WidePixel = SIMD4<UInt32>

extension Pixel {
  /// The value of 1 in a component.
  static let full: UInt32 = 65_280
}

extension UnsafePointer<Pixel> {
  /// The components of all pixels.
  @inline(__always)
  var components: UnsafePointer<UInt16> { UnsafeRawPointer(self).assumingMemoryBound(to: UInt16.self) }
}

extension UnsafeMutablePointer<Pixel> {
  /// The components of all pixels.
  @inline(__always)
  var components: UnsafeMutablePointer<UInt16> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt16.self) }
}

extension SIMD4 {
  /// Hands over the four scalars as C takes them.
  @inline(__always)
  func withScalars<Result>(_ body: (UnsafePointer<Scalar>?) -> Result) -> Result {
    withUnsafeBytes(of: self) { body($0.baseAddress?.assumingMemoryBound(to: Scalar.self)) }
  }
}

@inline(__always)
func widened(_ p: Pixel) -> WidePixel { WidePixel(truncatingIfNeeded: p) }

@inline(__always)
func narrowed(_ p: WidePixel) -> Pixel { Pixel(truncatingIfNeeded: p) }

/// `p` times `factor` / 65536, rounded; a factor of 65536 leaves it as it is.
@inline(__always)
func scaled(_ p: WidePixel, _ factor: UInt32) -> WidePixel { (p &* factor &+ 32_768) &>> 16 }

/// The share of the pixel below an alpha, in 1/65536: (1 − alpha), exactly 0 for 1 and 65536 for 0.
@inline(__always)
func remainder(_ alpha: UInt32) -> UInt32 { 65_536 &- factor(alpha) }

/// An alpha or component as a factor in 1/65536, at most 65536: rounding in source-over may have carried it a step
/// beyond 1.
@inline(__always)
func factor(_ component: UInt32) -> UInt32 { min(component &+ ((component &* 257 &+ 32_768) &>> 16), 65_536) }

/// Source-over.
@inline(__always)
func over(_ source: WidePixel, _ below: Pixel) -> Pixel {
  narrowed(source &+ scaled(widened(below), remainder(source.w)))
}

extension Color {
  /// Premultiplied; components beyond 0…1 are clamped and NaN counts as 0.
  func pixel(opacity: Double = 1) -> Pixel {
    func clamp(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
    let a = clamp(alpha) * clamp(opacity)
    func component(_ v: Double) -> UInt16 { UInt16((clamp(v) * a * Double(Pixel.full)).rounded()) }
    return Pixel(component(red), component(green), component(blue), UInt16((a * Double(Pixel.full)).rounded()))
  }
}

/// The nearest pixel to components from 0 to 65280; colors never exceed alpha.
///
/// Adding 1.5 × 2^23 leaves the rounded integer in the low bits of the significand.
@inline(__always)
func pixel(rounding v: SIMD4<Float>) -> Pixel {
  let alpha = SIMD4<Float>(repeating: v.w)
  let bounded = v.replacing(with: alpha, where: v .> alpha)
  return Pixel(truncatingIfNeeded: unsafeBitCast(bounded + 12_582_912, to: SIMD4<UInt32>.self))
}
