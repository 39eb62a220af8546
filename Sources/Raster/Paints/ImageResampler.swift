import CRasterKernels
import Graphics

/// Memory for a row of an image.
final class ImageScratch {
  fileprivate let rows = Scratch<UnsafePointer<UInt8>?>()
  fileprivate let weights = Scratch<Int16>()
  /// Sums of the texels of some rows, and the same with what lies outside of the image.
  fileprivate let sums = Scratch<Float>()
  fileprivate let extended = Scratch<Float>()
}

/// Resamples an image that is scaled and moved, but not turned: the columns of texels first, then the row that these make.
struct ImageResampler {
  private let level: MipLevel
  private let spread: Spread
  private let columns: ColumnWeights
  private let rows: AxisWeights

  /// `toLevel` takes pixels to texels: x to scale · x + offset, then the same for y.
  init(
    _ level: MipLevel, spread: Spread, toLevel: (xScale: Double, x: Double, yScale: Double, y: Double),
    kernel: LanczosKernel = .three
  ) {
    self.level = level
    self.spread = spread
    columns = ColumnWeights(
      AxisWeights(scale: toLevel.xScale, offset: toLevel.x, count: level.width, spread: spread, kernel: kernel))
    rows = AxisWeights(scale: toLevel.yScale, offset: toLevel.y, count: level.height, spread: spread, kernel: kernel)
  }

  /// Makes weights for columns that will be shaded in many rows.
  func prepare(_ range: Range<Int>) { columns.prepare(range) }

  func shade(
    columns range: Range<Int>, y: Int, opacity: UInt32, into colors: UnsafeMutablePointer<Pixel>,
    _ scratch: ImageScratch
  ) {
    if let texels = copied(range, y) {
      raster_copy_texels(texels, range.count, opacity, colors.components)
      return
    }
    let sums = sums(for: range, y, scratch)
    columns.withKernels(for: range) { starts, weights in
      raster_sum_columns(sums, starts, weights, columns.axis.taps, range.count, opacity, colors.components)
    }
  }

  /// The texels of row `y` that pixels match one to one, where all lie within an image of 4 bytes a texel.
  private func copied(_ range: Range<Int>, _ y: Int) -> UnsafePointer<UInt8>? {
    guard level.size == 4, let right = columns.axis.shift, let down = rows.shift else { return nil }
    let (first, row) = (range.lowerBound + right, y + down)
    guard first >= 0, first + range.count <= level.width, row >= 0, row < level.height else { return nil }
    return (level.texels + 4 * (row * level.width + first)).assumingMemoryBound(to: UInt8.self)
  }

  /// Makes texels of a level, of 8 bytes.
  func shrink(columns range: Range<Int>, y: Int, into texels: UnsafeMutablePointer<Int16>, _ scratch: ImageScratch) {
    let sums = sums(for: range, y, scratch)
    columns.withKernels(for: range) { starts, weights in
      raster_shrink_columns(sums, starts, weights, columns.axis.taps, range.count, texels)
    }
  }

  /// Sums of the texels that a range of columns takes for row `y`, as if texel 0 was the first.
  private func sums(for range: Range<Int>, _ y: Int, _ scratch: ImageScratch) -> UnsafePointer<Float> {
    columns.prepare(range)
    let needed = columns.texels(for: range)
    let isInside = needed.lowerBound >= 0 && needed.upperBound <= level.width
    let inside: Range<Int>
    switch spread {
    case .pad, .clear:
      let first = min(max(needed.lowerBound, 0), level.width - 1)
      inside = first..<max(min(needed.upperBound, level.width), first + 1)
    case .repeat, .mirror: inside = isInside ? needed : 0..<level.width
    }
    let sums = sumRows(y, inside, scratch)
    if isInside { return sums - 4 * inside.lowerBound }
    scratch.extended.reserve(4 * needed.count)
    for (i, x) in needed.enumerated() {
      let place = Int(raster_texel(Int64(x), Int64(level.width), spread.kernelSpread))
      for c in 0..<4 {
        scratch.extended.base[4 * i + c] = place < 0 ? 0 : sums[4 * (place - inside.lowerBound) + c]
      }
    }
    return UnsafePointer(scratch.extended.base) - 4 * needed.lowerBound
  }

  /// Sums of the texels of `range` for row `y`.
  private func sumRows(_ y: Int, _ range: Range<Int>, _ scratch: ImageScratch) -> UnsafePointer<Float> {
    scratch.weights.reserve(rows.taps)
    scratch.rows.reserve(rows.taps)
    scratch.sums.reserve(4 * range.count)
    let first = rows.weigh(y, into: scratch.weights.base)
    var count = 0
    for i in 0..<rows.taps where scratch.weights.base[i] != 0 {
      let place = raster_texel(Int64(first + i), Int64(level.height), spread.kernelSpread)
      if place < 0 { continue }
      scratch.weights.base[count] = scratch.weights.base[i]
      scratch.rows.base[count] = (level.texels + level.size * (Int(place) * level.width + range.lowerBound))
        .assumingMemoryBound(to: UInt8.self)
      count += 1
    }
    raster_sum_rows(scratch.rows.base, level.size, scratch.weights.base, count, range.count, scratch.sums.base)
    return UnsafePointer(scratch.sums.base)
  }
}
