import Graphics

@testable import Raster

/// Rows as they become bytes and planes.
extension Reference {
  static func quantize(_ row: PixelRow, columns: Range<Int>, y: Int, into bytes: UnsafeMutablePointer<UInt8>) {
    for x in columns {
      let isDithered = row.needsDither.pointee != 0 && row.ditherMask[x] != 0
      let bias = isDithered ? UInt16((x * 49_471 + y * 37_345) & 0xFFFF) >> 8 : 128
      let p = (pointwiseMin(row.pixels[x], Pixel(repeating: UInt16(Pixel.full))) &+ bias) &>> 8
      for i in 0..<4 { bytes[4 * x + i] = UInt8(p[i]) }
    }
  }

  /// Luma of RGBA pixels; Kr = 0.2126, Kb = 0.0722, in 1/65536 of 219 steps for components from 0 to 255.
  static func luma(_ rgba: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>) {
    for x in 0..<count {
      let (red, green, blue) = (Int32(rgba[4 * x]), Int32(rgba[4 * x + 1]), Int32(rgba[4 * x + 2]))
      let sum = red &* 11_966 &+ green &* 40_254 &+ blue &* 4_064 &+ (16 << 16 + 1 << 15)
      out[x] = UInt8(truncatingIfNeeded: sum >> 16)
    }
  }

  /// Chroma of blocks of 2 × 2 RGBA pixels, in 1/65536 of 224 steps.
  static func chroma(
    _ above: UnsafePointer<UInt8>, _ below: UnsafePointer<UInt8>, _ count: Int, _ u: UnsafeMutablePointer<UInt8>,
    _ v: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<count {
      func sum(_ i: Int) -> Int32 {
        Int32(above[8 * x + i]) &+ Int32(above[8 * x + 4 + i]) &+ Int32(below[8 * x + i])
          &+ Int32(below[8 * x + 4 + i])
      }
      let (red, green, blue) = (sum(0), sum(1), sum(2))
      let half: Int32 = 128 << 18 + 1 << 17
      u[x] = UInt8(truncatingIfNeeded: (red &* -6_596 &+ green &* -22_189 &+ blue &* 28_785 &+ half) >> 18)
      v[x] = UInt8(truncatingIfNeeded: (red &* 28_784 &+ green &* -26_145 &+ blue &* -2_639 &+ half) >> 18)
    }
  }
}
