/// How one axis is thinned out: a triangle two steps wide, in whole numbers.
struct Thinning {
  let step: Int
  /// The logarithm of `step`, a power of two.
  let shift: Int
  /// The weights of all pixels of a sample sum up to this.
  let total: Int
  /// For each phase the weights of a pixel for the sample before its own and for its own.
  private(set) var weights: [(Int64, Int64)] = []
  /// For each phase how much samples rise by, that before a pixel's own, its own and the next, where all pixels
  /// from it on rise by 1.
  private(set) var rises: [(Int64, Int64, Int64)] = []

  init(step: Int) {
    self.step = step
    shift = step.trailingZeroBitCount
    guard step > 1 else {
      total = 1
      weights = [(0, 1)]
      rises = [(0, 1, 0)]
      return
    }
    total = 2 * step * step
    let triangle = (0..<2 * step).map { Int64(2 * step - abs(2 * $0 + 1 - 2 * step)) }
    for phase in 0..<step {
      weights.append((triangle[phase + step], triangle[phase]))
      let before = triangle[(phase + step)...].reduce(0, +)
      let own = triangle[phase...].reduce(0, +)
      rises.append((before, own - before, Int64(total) - own))
    }
  }

  /// The sample that a pixel counts to with the one before, and its phase in it.
  @inline(__always)
  func sample(_ pixel: Int) -> (index: Int, phase: Int) {
    let place = pixel + step / 2
    return (place >> shift, place & (step - 1))
  }

  /// The samples that pixels count to.
  func samples(of pixels: Range<Int>) -> Range<Int> {
    sample(pixels.lowerBound).index - (step > 1 ? 1 : 0)..<sample(pixels.upperBound - 1).index + 1
  }
}

/// Thins out alpha, row by row from the top, where it changes; exactly, so that what is flat stays flat.
final class AlphaThinner {
  private var x = Thinning(step: 1)
  private var y = Thinning(step: 1)
  private var columns = 0..<0
  /// Changes from sample to sample of the two rows of samples that pixels count to now.
  private var above = Scratch<Int64>()
  private var own = Scratch<Int64>()
  private var weights: (Int64, Int64) = (0, 0)
  private var row = 0
  private var hasAbove = false
  private var hasOwn = false
  /// Where the rows of samples go: 0 is the sample at place 0.
  private var out: UnsafeMutablePointer<Float>?
  private var stride = 0

  /// Begins a picture whose pixels have `columns`; sample (i, j) goes to `out[j × stride + i]`, where nothing but
  /// zeros must be.
  func begin(
    _ x: Thinning, _ y: Thinning, columns: Range<Int>, firstRow: Int, stride: Int, out: UnsafeMutablePointer<Float>
  ) {
    self.x = x
    self.y = y
    self.columns = x.samples(of: columns)
    self.stride = stride
    self.out = out
    row = y.sample(firstRow).index
    (hasAbove, hasOwn) = (false, false)
    for changes in [above, own] {
      changes.reserve(self.columns.count + 4)
      changes.base.update(repeating: 0, count: self.columns.count + 4)
    }
  }

  /// Goes on to a row, below all that came before.
  func begin(row pixel: Int) {
    let (index, phase) = y.sample(pixel)
    while row < index {
      finishRow()
      if !hasAbove && !hasOwn { row = index }
    }
    weights = y.weights[phase]
  }

  /// All pixels of the row from `pixel` on rise by `change`.
  @inline(__always)
  func rise(at pixel: Int, by change: Int) {
    let (index, phase) = x.sample(pixel)
    let (before, at, after) = x.rises[phase]
    let place = index - columns.lowerBound + 1
    let high = weights.0 &* Int64(change)
    let low = weights.1 &* Int64(change)
    let above = above.base + place
    let own = own.base + place
    above[-1] &+= high &* before
    above[0] &+= high &* at
    above[1] &+= high &* after
    own[-1] &+= low &* before
    own[0] &+= low &* at
    own[1] &+= low &* after
    (hasAbove, hasOwn) = (true, true)
  }

  func finish() {
    finishRow()
    finishRow()
  }

  /// No more pixels count to the row of samples above, or where nothing is thinned out, to their own.
  private func finishRow() {
    if y.step == 1 {
      if hasOwn { write(own.base, row) }
      (hasAbove, hasOwn) = (false, false)
    } else {
      if hasAbove { write(above.base, row - 1) }
      swap(&above, &own)
      (hasAbove, hasOwn) = (hasOwn, false)
    }
    row += 1
  }

  private func write(_ changes: UnsafeMutablePointer<Int64>, _ row: Int) {
    guard let out else { return }
    let line = out + row * stride + columns.lowerBound
    let factor = 1 / Float(x.total * y.total)
    // A change before the first sample counts from it on.
    var sum = changes[0]
    var i = 0
    while i < columns.count {
      let end = min(i + 8, columns.count)
      let next = UnsafeRawPointer(changes + i + 1)
      if end == i + 8 && next.loadUnaligned(as: SIMD8<Int64>.self) == .zero {
        (line + i).update(repeating: Float(sum) * factor, count: 8)
        i = end
        continue
      }
      while i < end {
        sum &+= changes[i + 1]
        line[i] = Float(sum) * factor
        i += 1
      }
    }
    changes.update(repeating: 0, count: columns.count + 4)
  }
}
