import CRasterKernels
import Graphics

/// The texels that pixels take along one axis, where the image is not turned, with their weights.
struct AxisWeights {
  /// Maps the center of a pixel to texels of a level: `scale` × x + `offset`.
  private let scale: Double
  private let offset: Double
  private let span: Double
  /// Positions beyond are bounded: there all texels are equal, or too many to matter.
  private let bounds: ClosedRange<Double>
  private let kernel: LanczosKernel
  private let usedTaps: Int
  /// A multiple of 4.
  let taps: Int
  /// Where pixels are copied: from a pixel to its texel.
  let shift: Int?
  /// The largest number of texels under a pixel; those beyond are left out.
  static let maxSpan = 16.0

  /// `count` is how many texels the level has along the axis.
  init(scale: Double, offset: Double, count: Int, spread: Spread = .pad, kernel: LanczosKernel = .three) {
    self.scale = scale
    self.kernel = kernel
    let margin = Double(kernel.lobes) * Self.maxSpan
    bounds = spread == .pad || spread == .clear ? -margin...Double(count) + margin : -1e5...1e5
    // Pixels that match texels one to one are copied.
    let shift = offset.rounded()
    let isShift = abs(scale - 1) < 1e-7 && abs(offset - shift) < 1e-4
    self.offset = isShift ? shift : offset
    span = isShift ? 1 : min(max(abs(scale), 1), Self.maxSpan)
    usedTaps = isShift ? 2 : kernel.taps(span: span)
    taps = (usedTaps + 3) & ~3
    // Pixels of canvases lie much nearer.
    self.shift = isShift && abs(shift) < 1e9 ? Int(shift) : nil
  }

  /// The first of the texels for pixel `x`, and the weights of all, of which there are `taps`.
  func weigh(_ x: Int, into weights: UnsafeMutablePointer<Int16>) -> Int {
    let place = scale * (Double(x) + 0.5) + offset - 0.5
    let bounded = place > bounds.lowerBound ? min(place, bounds.upperBound) : bounds.lowerBound
    let below = bounded.rounded(.down)
    (weights + usedTaps).update(repeating: 0, count: taps - usedTaps)
    if usedTaps == 2 {
      (weights[0], weights[1]) = (Int16(LanczosKernel.one), 0)
      return Int((bounded + 0.5).rounded(.down))
    }
    kernel.weigh(part: bounded - below, span: span, taps: usedTaps, into: weights)
    return Int(below) - usedTaps / 2 + 1
  }
}

/// The weights for a range of columns, made once for all rows.
final class ColumnWeights {
  let axis: AxisWeights
  private(set) var columns = 0..<0
  private let starts = Scratch<Int32>()
  private let weights = Scratch<Int16>()

  init(_ axis: AxisWeights) { self.axis = axis }

  /// Makes the weights for `range`, unless they are there.
  func prepare(_ range: Range<Int>) {
    if columns.lowerBound <= range.lowerBound && range.upperBound <= columns.upperBound { return }
    columns = range
    starts.reserve(range.count)
    weights.reserve(range.count * axis.taps)
    for (i, x) in range.enumerated() {
      starts.base[i] = Int32(axis.weigh(x, into: weights.base + i * axis.taps))
    }
  }

  /// The texels that prepared columns take.
  func texels(for range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = Int(starts.base[range.lowerBound - columns.lowerBound])
    let last = Int(starts.base[range.upperBound - 1 - columns.lowerBound])
    return min(first, last)..<max(first, last) + axis.taps
  }

  /// Lends the starts and weights of prepared columns.
  func withKernels(for range: Range<Int>, _ body: (_ starts: UnsafePointer<Int32>, UnsafePointer<Int16>) -> Void) {
    let first = range.lowerBound - columns.lowerBound
    body(starts.base + first, weights.base + first * axis.taps)
  }
}
