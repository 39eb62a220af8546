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

  /// The threshold of a sample in 1/256: 128 where it is not dithered.
  private static func threshold(_ x: Int, _ y: Int, phase: Int = 0, _ flag: Bool) -> Int32 {
    flag ? Int32((x * 49_471 + y * 37_345 + phase) & 0xFFFF) >> 8 : 128
  }

  /// Red, green and blue from 0 to 32640.
  private static func colors(_ pixels: UnsafePointer<UInt16>, _ index: Int) -> SIMD4<Int32> {
    SIMD4(
      truncatingIfNeeded: (0..<4).reduce(into: SIMD4<UInt16>()) { $0[$1] = min(pixels[4 * index + $1], 65_280) >> 1 })
  }

  private static func store(_ value: Int32, _ index: Int, _ depth: Int32, _ out: UnsafeMutableRawPointer) {
    if depth == 8 {
      out.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: index, as: UInt8.self)
    } else {
      out.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: 2 * index, as: UInt16.self)
    }
  }

  /// Luma of pixels, in 1/4194304 of 219 steps of 8 bits.
  static func luma(
    _ pixels: UnsafePointer<UInt16>, _ mask: UnsafePointer<UInt8>?, _ count: Int, _ x: UInt32, _ y: UInt32,
    _ depth: Int32, _ out: UnsafeMutableRawPointer
  ) {
    let shift = 30 - depth
    for index in 0..<count {
      let c = colors(pixels, index)
      let sum = c.x &* 5_983 &+ c.y &* 20_127 &+ c.z &* 2_032 &+ 16 << 22
      let rounding = threshold(Int(x) + index, Int(y), mask.map { $0[index] != 0 } ?? false)
      store((sum &+ rounding << (shift - 8)) >> shift, index, depth, out)
    }
  }

  private static func storeChroma(
    _ c: SIMD4<Int32>, _ flag: Bool, _ x: Int, _ y: Int, _ index: Int, _ depth: Int32, _ u: UnsafeMutableRawPointer,
    _ v: UnsafeMutableRawPointer
  ) {
    let shift = 31 - depth
    let cb = c.x &* -6_596 &+ c.y &* -22_189 &+ c.z &* 28_785 &+ 128 << 23
    let cr = c.x &* 28_784 &+ c.y &* -26_145 &+ c.z &* -2_639 &+ 128 << 23
    store((cb &+ threshold(x, y, phase: 21_845, flag) << (shift - 8)) >> shift, index, depth, u)
    store((cr &+ threshold(x, y, phase: 43_690, flag) << (shift - 8)) >> shift, index, depth, v)
  }

  /// Chroma of blocks of 2 × 2 pixels, in 1/8388608 of 224 steps of 8 bits.
  static func chroma(
    _ above: UnsafePointer<UInt16>, _ below: UnsafePointer<UInt16>, _ maskAbove: UnsafePointer<UInt8>?,
    _ maskBelow: UnsafePointer<UInt8>?, _ count: Int, _ x: UInt32, _ y: UInt32, _ depth: Int32,
    _ u: UnsafeMutableRawPointer, _ v: UnsafeMutableRawPointer
  ) {
    for index in 0..<count {
      func column(_ i: Int) -> SIMD4<Int32> { (colors(above, i) &+ colors(below, i)) &>> 1 }
      var flag = false
      if let maskAbove, let maskBelow {
        flag = maskAbove[2 * index] | maskAbove[2 * index + 1] | maskBelow[2 * index] | maskBelow[2 * index + 1] != 0
      }
      storeChroma(
        (column(2 * index) &+ column(2 * index + 1)) &>> 1, flag, Int(x) + index, Int(y), index, depth, u, v)
    }
  }

  static func fullChroma(
    _ pixels: UnsafePointer<UInt16>, _ mask: UnsafePointer<UInt8>?, _ count: Int, _ x: UInt32, _ y: UInt32,
    _ depth: Int32, _ u: UnsafeMutableRawPointer, _ v: UnsafeMutableRawPointer
  ) {
    for index in 0..<count {
      let flag = mask.map { $0[index] != 0 } ?? false
      storeChroma(colors(pixels, index), flag, Int(x) + index, Int(y), index, depth, u, v)
    }
  }

  /// A component in full range.
  static func componentSamples(
    _ pixels: UnsafePointer<UInt16>, _ component: Int32, _ mask: UnsafePointer<UInt8>?, _ count: Int, _ x: UInt32,
    _ y: UInt32, _ depth: Int32, _ out: UnsafeMutableRawPointer
  ) {
    for index in 0..<count {
      let value = UInt64(min(pixels[4 * index + Int(component)], 65_280))
      let rounding = UInt64(threshold(Int(x) + index, Int(y), mask.map { $0[index] != 0 } ?? false))
      switch depth {
      case 8: store(Int32((value + rounding) >> 8), index, depth, out)
      case 10: store(Int32((value * 65_728 + value * 3 / 4 + rounding << 14) >> 22), index, depth, out)
      default: store(Int32((value * 257 + 128) >> 8), index, depth, out)
      }
    }
  }
}
