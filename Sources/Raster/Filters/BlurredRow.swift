import CRasterKernels

/// A row of a blurred alpha, thinned out along x.
struct BlurredRow {
  let samples: UnsafePointer<Float>
  /// The place of the first sample on the grid.
  let first: Int
  /// The samples that this row is mixed of, or those of the rows above and below; where all are the same, so are
  /// neighboring rows.
  let lines: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>)
  let axis: BlurAxis
  /// What takes x on the surface to the grid's pixels.
  let origin: Int

  /// Hands over the row's values between `pixels`, of the surface, from the left, as far as they are `visible`: runs of
  /// one value, and runs brought back, with `parts` indexed from the start of the run. What is visible changes no value
  /// and nothing that is told of it.
  @inline(__always)
  func forEachRun(
    _ pixels: Range<Int>, visible: Range<Int>, scratch: Scratch<Float>,
    flat: (Range<Int>, _ value: Float, _ isFlatAround: Bool) -> Void,
    varying: (Range<Int>, _ parts: UnsafePointer<Float>) -> Void
  ) {
    let block = axis.block
    let end = pixels.upperBound + origin
    let limit = axis.samples(showing: pixels.lowerBound + origin..<end).upperBound - first
    let shown = visible.lowerBound + origin..<visible.upperBound + origin
    var equal = 0..<0
    var x = pixels.lowerBound + origin
    if shown.lowerBound > x {
      x = max(x, runStart(shown.lowerBound & -block, notBefore: x & -block, limit, &equal))
    }
    while x < min(end, shown.upperBound) {
      var start = x & -block
      let count = flatBlocks(from: start, limit, &equal)
      if count > 0 {
        let next = min(start + count * block, end)
        let low = lowestSample(start)
        let run = (x..<next).clamped(to: shown)
        if !run.isEmpty {
          flat(run.lowerBound - origin..<run.upperBound - origin, samples[low], isSteady(low..<equal.upperBound))
        }
        x = next
        continue
      }
      repeat { start += block } while start < end && flatBlocks(from: start, limit, &equal) == 0
      let next = min(start, end)
      let run = (x..<next).clamped(to: shown)
      if !run.isEmpty {
        varying(run.lowerBound - origin..<run.upperBound - origin, restored(run, scratch))
      }
      x = next
    }
  }

  /// The first of the samples that a block takes: those at its places and four more, or, where nothing is thinned
  /// out, one on either side.
  @inline(__always)
  private func lowestSample(_ start: Int) -> Int {
    start >> axis.thinning.shift - first + (axis.filter.step == 1 ? -1 : axis.firstSample)
  }

  /// Where the run of flat blocks begins that the block at `start` belongs to; `start` where it is not flat.
  @inline(__always)
  private func runStart(_ start: Int, notBefore first: Int, _ limit: Int, _ equal: inout Range<Int>) -> Int {
    guard start > first, flatBlocks(from: start, limit, &equal) > 0 else { return start }
    var low = lowestSample(start)
    let value = samples[low]
    let lowest = lowestSample(first)
    while low > lowest && samples[low - 1] == value { low -= 1 }
    equal = low..<equal.upperBound
    var begin = start
    while begin > first && lowestSample(begin - axis.block) >= low { begin -= axis.block }
    return begin
  }

  /// How many blocks from `start` on have but one value; `equal` is the last run of equal samples that was looked at.
  @inline(__always)
  private func flatBlocks(from start: Int, _ limit: Int, _ equal: inout Range<Int>) -> Int {
    let low = lowestSample(start)
    if !equal.contains(low) {
      let value = samples[low]
      var end = low + 1
      let bits = SIMD4<UInt32>(repeating: value.bitPattern)
      func differs(_ place: UnsafePointer<Float>) -> SIMD4<UInt32> {
        UnsafeRawPointer(place).loadUnaligned(as: SIMD4<UInt32>.self) ^ bits
      }
      while end + 16 <= limit {
        let next = samples + end
        if !isZero(differs(next) | differs(next + 4) | differs(next + 8) | differs(next + 12)) { break }
        end += 16
      }
      while end + 4 <= limit && isZero(differs(samples + end)) { end += 4 }
      while end < limit && samples[end] == value { end += 1 }
      equal = low..<end
    }
    return max(equal.upperBound - low - (axis.filter.step == 1 ? 2 : 4), 0) >> axis.blockShift
  }

  /// Whether neighboring rows have the same samples.
  private func isSteady(_ range: Range<Int>) -> Bool {
    func four(_ place: UnsafePointer<Float>) -> SIMD4<Float> {
      UnsafeRawPointer(place).loadUnaligned(as: SIMD4<Float>.self)
    }
    var i = range.lowerBound
    while i + 4 <= range.upperBound {
      let own = four(lines.0 + i)
      let differs = (own .!= four(lines.1 + i)) .| (own .!= four(lines.2 + i)) .| (own .!= four(lines.3 + i))
      if !isZero(unsafeBitCast(differs, to: SIMD4<UInt32>.self)) { return false }
      i += 4
    }
    while i < range.upperBound {
      if lines.0[i] != lines.1[i] || lines.0[i] != lines.2[i] || lines.0[i] != lines.3[i] { return false }
      i += 1
    }
    return true
  }

  /// The values of pixels of the grid.
  private func restored(_ pixels: Range<Int>, _ scratch: Scratch<Float>) -> UnsafePointer<Float> {
    let shift = axis.thinning.shift
    if shift == 0 { return samples + (pixels.lowerBound - first) }
    let length = axis.block
    let start = pixels.lowerBound & -8
    let phase = start & (length - 1)
    let count = (pixels.upperBound - start + 7) / 8 * 8
    scratch.reserve(count)
    let out = scratch.base
    let from = samples + ((start - phase) >> shift - first + axis.firstSample)
    raster_upsample(from, phase, shift, axis.weights, length, count, out)
    return UnsafePointer(out + (pixels.lowerBound - start))
  }
}

@inline(__always)
private func isZero(_ bits: SIMD4<UInt32>) -> Bool {
  let halves = unsafeBitCast(bits, to: SIMD2<UInt64>.self)
  return halves[0] | halves[1] == 0
}
