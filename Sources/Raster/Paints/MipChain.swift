import Graphics

/// A texel: premultiplied red, green, blue, alpha.
typealias Texel = SIMD4<UInt8>

/// An image and its halves down to one texel, each texel the mean of the ones it stands for.
///
/// Sendable, since nothing is written after `init`.
final class MipChain: @unchecked Sendable {
  struct Level {
    let width: Int
    let height: Int
    let texels: UnsafePointer<Texel>
  }

  let levels: [Level]
  /// In bytes.
  let cost: Int
  private let storage: UnsafeMutablePointer<Texel>

  init(_ image: Image) {
    var sizes = [(image.width, image.height)]
    while let (w, h) = sizes.last, w > 1 || h > 1 { sizes.append(((w + 1) / 2, (h + 1) / 2)) }
    let total = sizes.reduce(0) { $0 + $1.0 * $1.1 }
    let storage = UnsafeMutablePointer<Texel>.allocate(capacity: total)
    self.storage = storage
    cost = total * MemoryLayout<Texel>.stride
    var levels: [Level] = []
    var next = storage
    image.pixels.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: storage, count: bytes.count).copyMemory(from: bytes)
    }
    for (i, (w, h)) in sizes.enumerated() {
      if i > 0 { Self.halve(levels[i - 1], into: next, width: w, height: h) }
      levels.append(Level(width: w, height: h, texels: UnsafePointer(next)))
      next += w * h
    }
    self.levels = levels
  }

  deinit { storage.deallocate() }

  /// Where a side is odd, the last texel stands for one row or column alone.
  private static func halve(_ from: Level, into out: UnsafeMutablePointer<Texel>, width: Int, height: Int) {
    for y in 0..<height {
      let above = from.texels + 2 * y * from.width
      let below = from.texels + min(2 * y + 1, from.height - 1) * from.width
      for x in 0..<width {
        let right = min(2 * x + 1, from.width - 1)
        let sum =
          SIMD4<UInt16>(truncatingIfNeeded: above[2 * x]) &+ SIMD4<UInt16>(truncatingIfNeeded: above[right])
          &+ SIMD4<UInt16>(truncatingIfNeeded: below[2 * x]) &+ SIMD4<UInt16>(truncatingIfNeeded: below[right])
        out[y * width + x] = Texel(truncatingIfNeeded: (sum &+ 2) &>> 2)
      }
    }
  }
}

extension MipChain.Level {
  /// Bilinear between the four texels around (u, v), in texels with centers at halves.
  @inline(__always)
  func sample(_ u: Double, _ v: Double, _ spread: Spread) -> WidePixel {
    let fu = nearestInteger((min(max(u, -1e6), 1e6) - 0.5) * 256)
    let fv = nearestInteger((min(max(v, -1e6), 1e6) - 0.5) * 256)
    let (x, y) = (fu >> 8, fv >> 8)
    let wx = UInt32(truncatingIfNeeded: fu & 255)
    let wy = UInt32(truncatingIfNeeded: fv & 255)
    let a = texel(x, y, spread)
    let b = texel(x + 1, y, spread)
    let c = texel(x, y + 1, spread)
    let d = texel(x + 1, y + 1, spread)
    let above = a &* (256 &- wx) &+ b &* wx
    let below = c &* (256 &- wx) &+ d &* wx
    return (above &* (256 &- wy) &+ below &* wy) &>> 8
  }

  @inline(__always)
  func texel(_ x: Int, _ y: Int, _ spread: Spread) -> WidePixel {
    guard let column = Self.place(x, width, spread), let row = Self.place(y, height, spread) else { return .zero }
    return WidePixel(truncatingIfNeeded: texels[row * width + column])
  }

  /// Which of `count` texels stands at `i`; nil where none does.
  @inline(__always)
  private static func place(_ i: Int, _ count: Int, _ spread: Spread) -> Int? {
    if i >= 0 && i < count { return i }
    switch spread {
    case .pad: return i < 0 ? 0 : count - 1
    case .clear: return nil
    case .repeat:
      let rest = i % count
      return rest < 0 ? rest + count : rest
    case .mirror:
      let rest = i % (2 * count)
      let turned = rest < 0 ? rest + 2 * count : rest
      return turned < count ? turned : 2 * count - 1 - turned
    }
  }
}
