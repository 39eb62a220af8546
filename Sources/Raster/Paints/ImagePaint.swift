import CRasterKernels
import Geometry
import Graphics

#if canImport(Glibc)
  import Glibc
#endif

/// An image on the canvas: bilinear where it is magnified, from its mip levels where it is minified.
///
/// A pixel's footprint in the image is an ellipse. Up to eight samples stand along its longer axis; the level is
/// chosen by what each of them has to cover.
struct ImagePaint: Sendable {
  private let chain: MipChain
  private let spread: Spread
  /// In 1/65536.
  private let opacity: UInt32
  /// From pixels of the canvas to texels.
  private let toImage: Transform
  /// From pixels of the canvas to texels, where they match one to one.
  private let shift: (x: Int, y: Int)?
  /// The same for every pixel where the map is affine.
  private let footprint: Footprint?

  /// What a pixel covers of the image; laid out as the loops in C take it.
  struct Footprint: BitwiseCopyable, Sendable {
    var level: Int32 = 0
    /// How much of the next level is mixed in, in 1/256.
    var mix: UInt32 = 0
    var taps: Int32 = 1
    private var unused: Int32 = 0
    /// From one sample to the next, in texels.
    var step = Point.zero

    /// The columns are the steps in the image for a pixel to the right, and for one down.
    init(_ dx: Point, _ dy: Point, levels: Int) {
      let a = dx.lengthSquared
      let d = dy.lengthSquared
      let b = dx.dot(dy)
      let mean = (a + d) / 2
      let spread = ((a - d) * (a - d) / 4 + b * b).squareRoot()
      let long = (mean + spread).squareRoot()
      let short = max(mean - spread, 0).squareRoot()
      guard long > 1.0001, long.isFinite else { return }
      let covered = max(short, 1, long / 8)
      taps = Int32(truncatingIfNeeded: ceilingClamped(long / covered - 0.001, 1, 8))
      if taps > 1 {
        // The pixel direction that is stretched most, carried into the image.
        let direction = spread > 0 ? Point(b, mean + spread - a) : Point(1, 0)
        let unit = direction.lengthSquared > 1e-20 * mean * mean ? direction.normalized : Point(1, 0)
        step = (dx * unit.x + dy * unit.y) / Double(taps)
      }
      let place = min(log2(covered), Double(levels - 1))
      level = Int32(place)
      mix = Int(level) + 1 < levels ? UInt32((place - Double(level)) * 256) : 0
    }
  }

  /// `transform` takes texels to pixels of the canvas.
  static func source(
    _ image: Image, transform: Transform, spread: Spread, opacity: Double, cache: ResourceCache
  ) -> PaintSource {
    let clamped = opacity > 0 ? min(opacity, 1) : 0
    guard clamped > 0, let inverse = transform.inverse, inverse.isFinite else { return .solid(.zero) }
    let chain = cache.mipChain(image)
    return .image(
      ImagePaint(chain: chain, spread: spread, opacity: UInt32((clamped * 65_536).rounded()), toImage: inverse))
  }

  private init(chain: MipChain, spread: Spread, opacity: UInt32, toImage t: Transform) {
    self.chain = chain
    self.spread = spread
    self.opacity = opacity
    toImage = t
    footprint =
      t.isAffine ? Footprint(Point(t.m11, t.m21), Point(t.m12, t.m22), levels: chain.levels.count) : nil
    let x = t.m13.rounded()
    let y = t.m23.rounded()
    let isShift =
      t.isAffine && abs(t.m11 - 1) < 1e-7 && abs(t.m22 - 1) < 1e-7 && abs(t.m12) < 1e-7 && abs(t.m21) < 1e-7
      && abs(t.m13 - x) < 1e-4 && abs(t.m23 - y) < 1e-4 && abs(x) < 1e6 && abs(y) < 1e6
    shift = isShift ? (Int(x), Int(y)) : nil
  }

  /// Colors for `columns` of row `y`, none of them varied; the pointers are those of the first column.
  func shade(
    columns: Range<Int>, y: Int, into colors: UnsafeMutablePointer<Pixel>, _ ditherMask: UnsafeMutablePointer<UInt8>,
    places: Scratch<Double>, footprints: Scratch<Footprint>
  ) {
    ditherMask.update(repeating: 0, count: columns.count)
    if let shift {
      for (i, x) in columns.enumerated() {
        colors[i] = narrowed(scaled(chain.levels[0].texel(x + shift.x, y + shift.y, spread) &<< 8, opacity))
      }
      return
    }
    let count = columns.count
    places.reserve(2 * count + 6)
    let u = places.base
    let v = u + count + 3
    let stride = findPlaces(columns, y, u, v, footprints)
    let footprints = footprints.base
    chain.levels.withUnsafeBufferPointer { levels in
      raster_image(
        levels.baseAddress, u, v, footprints, stride, opacity, count, colors.components, ditherMask)
      for i in 0..<count {
        if ditherMask[i] == 0 {
          colors[i] = narrowed(scaled(Self.sample(levels, u[i], v[i], footprints[i * stride], spread), opacity))
        }
        ditherMask[i] = 0
      }
    }
  }

  /// Where pixels of row `y` lie in the image, and what they cover of it; returns 1 where each has its own footprint, 0
  /// where all have the same.
  func findPlaces(
    _ columns: Range<Int>, _ y: Int, _ u: UnsafeMutablePointer<Double>, _ v: UnsafeMutablePointer<Double>,
    _ footprints: Scratch<Footprint>
  ) -> Int {
    let t = toImage
    let py = Double(y) + 0.5
    footprints.reserve(columns.count + 3)
    if let footprint {
      for (i, x) in columns.enumerated() {
        let px = Double(x) + 0.5
        u[i] = t.m11 * px + t.m12 * py + t.m13
        v[i] = t.m21 * px + t.m22 * py + t.m23
      }
      footprints.base[0] = footprint
      return 0
    }
    let levels = chain.levels.count
    let isDone =
      withUnsafeBytes(of: (t.m11, t.m12, t.m13, t.m21, t.m22, t.m23, t.m31, t.m32, t.m33)) { t in
        raster_footprints(
          t.baseAddress?.assumingMemoryBound(to: Double.self), Double(columns.lowerBound) + 0.5, py, columns.count,
          Int32(truncatingIfNeeded: levels), u, v, footprints.base)
      }
    if isDone { return 1 }
    for (i, x) in columns.enumerated() {
      let px = Double(x) + 0.5
      let k = 1 / (t.m31 * px + t.m32 * py + t.m33)
      let place = Point((t.m11 * px + t.m12 * py + t.m13) * k, (t.m21 * px + t.m22 * py + t.m23) * k)
      (u[i], v[i]) = (place.x, place.y)
      footprints.base[i] = Footprint(
        Point((t.m11 - place.x * t.m31) * k, (t.m21 - place.y * t.m31) * k),
        Point((t.m12 - place.x * t.m32) * k, (t.m22 - place.y * t.m32) * k), levels: levels)
    }
    return 1
  }

  @inline(__always)
  private static func sample(
    _ levels: UnsafeBufferPointer<MipChain.Level>, _ u: Double, _ v: Double, _ f: Footprint, _ spread: Spread
  ) -> WidePixel {
    if f.taps == 1 { return trilinear(levels, u, v, f, spread) }
    var sum = WidePixel.zero
    for i in 0..<f.taps {
      let k = Double(i) - Double(f.taps - 1) / 2
      sum &+= trilinear(levels, u + f.step.x * k, v + f.step.y * k, f, spread)
    }
    return widened(pixel(rounding: SIMD4<Float>(sum) / Float(f.taps)))
  }

  @inline(__always)
  private static func trilinear(
    _ levels: UnsafeBufferPointer<MipChain.Level>, _ u: Double, _ v: Double, _ f: Footprint, _ spread: Spread
  ) -> WidePixel {
    let near = sample(levels, Int(f.level), u, v, spread)
    if f.mix == 0 { return near }
    let far = sample(levels, Int(f.level) + 1, u, v, spread)
    return (near &* (256 &- f.mix) &+ far &* f.mix) &>> 8
  }

  @inline(__always)
  private static func sample(
    _ levels: UnsafeBufferPointer<MipChain.Level>, _ index: Int, _ u: Double, _ v: Double, _ spread: Spread
  ) -> WidePixel {
    let level = levels[index]
    if index == 0 { return level.sample(u, v, spread) }
    let k = 1 / Double(1 << index)
    return level.sample(u * k, v * k, spread)
  }
}
