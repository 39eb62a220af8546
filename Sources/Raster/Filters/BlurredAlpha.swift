import CRasterKernels
import Graphics

/// One axis of a blurred alpha: its filter, how it is thinned out, and where pixels lie among the samples.
///
/// Samples lie on a grid of the canvas, so the same wherever a layer begins. A class, since every row hands it on.
final class BlurAxis {
  let filter: GaussianFilter
  let thinning: Thinning
  /// Whole pixels from what is blurred to where it shows; the filter moves by the rest.
  let offset: Int
  /// The first of the four samples of a pixel, relative to the sample at its own place; the least of all phases.
  let firstSample: Int
  /// For each pixel of a block the weights of five samples, those of the first for all pixels, then the second's.
  let weights: [Float]

  init(sigma: Double, shift: Double) {
    let whole = shift.rounded(.down)
    offset = Int(whole)
    let filter = GaussianFilter(sigma: sigma, shift: shift - whole)
    let step = filter.step
    let firstSample = filter.firstSample.min() ?? 0
    block = max(step, 8)
    blockShift = (block / step).trailingZeroBitCount
    let pixels = step > 1 ? 0..<block : 0..<0
    self.filter = filter
    self.firstSample = firstSample
    thinning = Thinning(step: step)
    weights = (0..<5).flatMap { i in
      pixels.map { x in
        let phase = x & (step - 1)
        let weight = i + firstSample - filter.firstSample[phase]
        return 0..<4 ~= weight ? filter.spline[phase][weight] : 0
      }
    }
  }

  /// Pixels are brought back in blocks that begin at multiples of this.
  let block: Int
  /// The logarithm of the samples of a block.
  let blockShift: Int

  /// The samples that the blocks of pixels take, with what loops read beyond.
  func samples(showing pixels: Range<Int>) -> Range<Int> {
    let low = pixels.lowerBound & -block
    let high = (pixels.upperBound & -block) + block
    return low >> thinning.shift + firstSample - 2..<high >> thinning.shift + firstSample + 16
  }
}

/// The alpha of a group, blurred and moved: samples as far apart as the blur allows, from which rows are brought back
/// where they show.
final class BlurredAlpha {
  /// Where it shows, in the surface's coordinates.
  private(set) var bounds = PixelRect.empty
  private(set) var x = BlurAxis(sigma: 0, shift: 0)
  private(set) var y = BlurAxis(sigma: 0, shift: 0)
  /// The place of the surface on the canvas, less the axes' offsets.
  private var originX = 0
  private var originY = 0
  private var columns = 0..<0
  private var rows = 0..<0
  private let samples = Scratch<Float>()
  private let tiles = BlurTiles()
  /// The rows brought back last, side by side: a strip's are drawn again where something opaque parts its columns.
  private let mixed = Scratch<Float>()
  private var mixedRows = 0..<0
  private static let mostMixed = 16
  /// For each row of the surface from `firstOpaqueRow`, the longest run of opaque pixels of the group itself.
  private let opaque = Scratch<Int32>()
  private var firstOpaqueRow = 0
  private var opaqueRows = 0

  /// Begins with a group whose pixels lie in `drawn`, in coordinates of the canvas; false where nothing shows on
  /// `surface`.
  func begin(_ effect: PixelEffect, drawn: PixelRect, surface: Surface, _ thinner: AlphaThinner) -> Bool {
    x = BlurAxis(sigma: effect.sigmaX, shift: effect.shift.x)
    let isSquare = effect.sigmaX == effect.sigmaY && effect.shift.x == effect.shift.y
    y = isSquare ? x : BlurAxis(sigma: effect.sigmaY, shift: effect.shift.y)
    let region = surface.region
    originX = region.x0 - x.offset
    originY = region.y0 - y.offset
    let shown = drawn.moved(x: -originX, y: -originY).grown(
      x: GaussianFilter.margin(sigma: effect.sigmaX, shift: 1) + 2,
      y: GaussianFilter.margin(sigma: effect.sigmaY, shift: 1) + 2)
    bounds = shown.intersection(surface.bounds)
    guard !bounds.isEmpty else { return false }
    columns = Self.union(
      x.samples(showing: bounds.x0 + originX..<bounds.x1 + originX), x.thinning.samples(of: drawn.x0..<drawn.x1))
    rows = Self.union(
      y.samples(showing: bounds.y0 + originY..<bounds.y1 + originY), y.thinning.samples(of: drawn.y0..<drawn.y1))
    let count = columns.count * rows.count
    samples.reserve(count)
    samples.base.update(repeating: 0, count: count)
    mixedRows = 0..<0
    thinner.begin(
      x.thinning, y.thinning, columns: drawn.x0..<drawn.x1, firstRow: drawn.y0, stride: columns.count,
      out: samples.base - rows.lowerBound * columns.count - columns.lowerBound)
    firstOpaqueRow = drawn.y0 - region.y0
    opaqueRows = drawn.height
    opaque.reserve(2 * opaqueRows)
    opaque.base.update(repeating: 0, count: 2 * opaqueRows)
    return true
  }

  private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }

  /// Notes opaque pixels of the group, in coordinates of the canvas.
  func noteOpaque(row: Int, _ pixels: Range<Int>, on surface: Surface) {
    let place = opaque.base + 2 * (row - surface.region.y0 - firstOpaqueRow)
    if pixels.count > Int(place[1] - place[0]) {
      place[0] = Int32(truncatingIfNeeded: pixels.lowerBound - surface.region.x0)
      place[1] = Int32(truncatingIfNeeded: pixels.upperBound - surface.region.x0)
    }
  }

  /// The opaque pixels of a row of the surface.
  func opaquePixels(ofRow row: Int) -> Range<Int> {
    let i = row - firstOpaqueRow
    return i >= 0 && i < opaqueRows ? Int(opaque.base[2 * i])..<Int(opaque.base[2 * i + 1]) : 0..<0
  }

  /// In bytes.
  var memory: Int { samples.capacity * MemoryLayout<Float>.stride }

  /// Blurs the samples that were gathered, with the help of as many others.
  func blur(samples work: Scratch<Float>) {
    work.reserve(columns.count * rows.count)
    let size = (width: columns.count, height: rows.count)
    y.filter.blurColumns(samples.base, size, into: work.base, tiles)
    x.filter.blurRows(work.base, size, into: samples.base, tiles)
  }

  /// The samples for a row of the surface, brought back along y where they are thinned out; good until the next call.
  func row(_ row: Int) -> BlurredRow {
    let width = columns.count
    let place = row + originY
    let (step, shift) = (y.thinning.step, y.thinning.shift)
    if step == 1 {
      let line = UnsafePointer(samples.base + (place - rows.lowerBound) * width)
      return BlurredRow(
        samples: line, first: columns.lowerBound, lines: (line, line - width, line + width, line), axis: x,
        origin: originX)
    }
    let phase = place & (step - 1)
    let first = place >> shift + y.filter.firstSample[phase] - rows.lowerBound
    let weights = y.filter.spline[phase]
    let a = UnsafePointer(samples.base + first * width)
    let b = a + width
    let c = b + width
    let d = c + width
    let isThere = mixedRows.contains(row)
    if !isThere {
      let follows = row == mixedRows.upperBound && mixedRows.count < Self.mostMixed
      mixedRows = follows ? mixedRows.lowerBound..<row + 1 : row..<row + 1
      mixed.reserve(width * mixedRows.count)
    }
    let out = mixed.base + (row - mixedRows.lowerBound) * width
    if !isThere { mix(a, width, (weights[0], weights[1], weights[2], weights[3]), width, into: out) }
    return BlurredRow(samples: out, first: columns.lowerBound, lines: (a, b, c, d), axis: x, origin: originX)
  }
}

/// Four lines of `count` samples, `stride` apart, each times its weight.
func mix(
  _ lines: UnsafePointer<Float>, _ stride: Int, _ weights: (Float, Float, Float, Float), _ count: Int,
  into out: UnsafeMutablePointer<Float>
) {
  SIMD4(weights.0, weights.1, weights.2, weights.3).withScalars { raster_mix(lines, stride, $0, count, out) }
}
