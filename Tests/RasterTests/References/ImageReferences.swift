import CRasterKernels

@testable import Raster

/// Images.
extension Reference {
  /// The sums of four columns each, one after the other, then of both halves.
  private static func total(_ sums: [SIMD4<Float>], _ weights: [Int16]) -> SIMD4<Float> {
    var totals = [SIMD4<Float>](repeating: .zero, count: 4)
    for (i, (sum, weight)) in zip(sums, weights).enumerated() { totals[i % 4] += sum * Float(weight) }
    return ((totals[0] + totals[2]) + (totals[1] + totals[3])) * 0x1p-14
  }

  private static func pixel(_ sums: [SIMD4<Float>], _ weights: [Int16], _ opacity: UInt32) -> Pixel {
    let total = total(sums, weights)
    let alpha = min(Int(max(total.w + 0.5, 0)), 65_280)
    var result = Pixel.zero
    for c in 0..<4 {
      let value = min(Int(max(total[c] + 0.5, 0)), alpha)
      result[c] = UInt16((value * Int(opacity) + 32_768) >> 16)
    }
    return result
  }

  private static func sum(_ texels: [SIMD4<Int>], _ weights: [Int16], isWide: Bool) -> SIMD4<Float> {
    var total = SIMD4<Int>.zero
    for (texel, weight) in zip(texels, weights) { total &+= texel &* Int(weight) }
    return SIMD4<Float>(total) * (isWide ? 0x1p-11 : 0x1p-6)
  }

  static func sumRows(_ rows: [[SIMD4<Int>]], _ weights: [Int16], isWide: Bool) -> [SIMD4<Float>] {
    rows[0].indices.map { x in sum(rows.map { $0[x] }, weights, isWide: isWide) }
  }

  /// Sums of columns as colors, and as texels of a level.
  static func sumColumns(
    _ sums: [SIMD4<Float>], _ starts: [Int32], _ weights: [Int16], taps: Int, _ opacity: UInt32
  ) -> [(color: Pixel, texel: SIMD4<Int16>)] {
    starts.enumerated().map { i, start in
      let (sums, weights) = (Array(sums[Int(start)..<Int(start) + taps]), Array(weights[i * taps..<(i + 1) * taps]))
      let level = (total(sums, weights) * 0.125).clamped(
        lowerBound: SIMD4(repeating: -32_767), upperBound: SIMD4(repeating: 32_767))
      return (pixel(sums, weights, opacity), SIMD4<Int16>(level.rounded(.toNearestOrEven)))
    }
  }

  static func texel(_ i: Int, _ count: Int, _ spread: raster_spread) -> Int? {
    if i >= 0 && i < count { return i }
    switch spread {
    case RASTER_PAD: return i < 0 ? 0 : count - 1
    case RASTER_CLEAR: return nil
    default:
      let period = spread == RASTER_MIRROR ? 2 * count : count
      let rest = i - Int((Double(i) / Double(period)).rounded(.down)) * period
      return rest < count ? rest : period - 1 - rest
    }
  }

  /// One pixel of an image whose levels are given by `texels`.
  static func image(_ t: [Double], _ x: Double, _ y: Double, _ image: raster_image_levels, _ opacity: UInt32) -> Pixel {
    let k = 1 / (t[6] * x + (t[7] * y + t[8]))
    let u = (t[0] * x + (t[1] * y + t[2])) * k
    let v = (t[3] * x + (t[4] * y + t[5])) * k
    func index(_ dx: Double, _ dy: Double) -> Int {
      let square = dx * dx + dy * dy
      guard square > 1 else { return 0 }
      return Int(square.exponent) * 32 + Int((square.significand - 1) * 32)
    }
    let across = index((t[0] - u * t[6]) * k, (t[1] - u * t[7]) * k)
    let down = index((t[3] - v * t[6]) * k, (t[4] - v * t[7]) * k)
    let last = Int(RASTER_KERNEL_COUNT) - 1
    let wanted = max((min(across, down) - 24) >> 5, (max(across, down) - last + 31) >> 5)
    let number = min(max(wanted, 0), Int(image.count) - 1)
    let level = image.levels[number]
    func weights(_ place: Double, _ index: Int) -> (first: Int, weights: [Int16]) {
      let kernel = image.kernels[min(max(index - 32 * number, 0), last)]
      let clamped: Double = min(max(place, -1e6), 1e6)
      let scaled: Double = (clamped - 0.5) * 128 + 0.5
      let fixed = Int(scaled.rounded(.down))
      let weights = kernel.weights + (fixed & 127) * Int(kernel.stride)
      return ((fixed >> 7) - Int(kernel.taps) / 2 + 1, (0..<Int(kernel.taps)).map { weights[$0] })
    }
    let columns = weights(u * level.scale_x, across)
    let rows = weights(v * level.scale_y, down)
    let sums = columns.weights.indices.map { i in
      let texels = rows.weights.indices.map { j -> SIMD4<Int> in
        guard let x = texel(columns.first + i, Int(level.width), image.spread),
          let y = texel(rows.first + j, Int(level.height), image.spread)
        else { return .zero }
        let offset: Int = Int(level.size) * (y * Int(level.width) + x)
        let p = UnsafeRawPointer(level.texels) + offset
        if level.size == 4 { return SIMD4<Int>(truncatingIfNeeded: p.loadUnaligned(as: SIMD4<UInt8>.self)) }
        return SIMD4<Int>(truncatingIfNeeded: p.loadUnaligned(as: SIMD4<Int16>.self))
      }
      return sum(texels, rows.weights, isWide: level.size == 8)
    }
    return pixel(sums, columns.weights, opacity)
  }
}
