import CRasterKernels

/// An image of one or four channels, blurred and displaced: samples that rows of pixels are upsampled from.
final class BlurredImage {
  /// The visible part, in the coordinates of its surface.
  private(set) var bounds = PixelRect.empty
  let plane = SamplePlane()
  private(set) var x = GaussianKernel(sigma: 0, displacement: 0)
  private(set) var y = GaussianKernel(sigma: 0, displacement: 0)
  /// The offset that takes pixels of the surface to those of the grid.
  private var origin = (x: 0, y: 0)
  /// For each row of samples and each block of pixels how the samples vary that are taken from there on.
  private let variation = Scratch<UInt8>()
  private var blocks = 0..<0

  /// The variation of the samples of a block of a row of pixels.
  enum Variation: UInt8 {
    case varied = 0
    /// They are one value along the row.
    case flatRow = 1
    /// They are one value, in the adjacent rows too.
    case flat = 3
  }

  /// Begins an image of what is drawn in `drawn`, in pixels of the canvas; false if nothing of it shows on a surface of
  /// this `region`, or memory is refused.
  func begin(_ blur: Blur, channelCount: Int, drawn: PixelRect, region: PixelRect) -> Bool {
    x = GaussianKernel(sigma: blur.sigmaX, displacement: blur.displacement.x)
    y = GaussianKernel(sigma: blur.sigmaY, displacement: blur.displacement.y)
    origin = (region.x0 - x.offset, region.y0 - y.offset)
    bounds = drawn.moved(x: -origin.x, y: -origin.y)
      .grown(
        x: GaussianKernel.margin(sigma: blur.sigmaX, displacement: 1) + 2,
        y: GaussianKernel.margin(sigma: blur.sigmaY, displacement: 1) + 2
      )
      .intersection(PixelRect(x0: 0, y0: 0, x1: region.width, y1: region.height))
    return prepare(channelCount, drawn)
  }

  /// Begins an image of all pixels that it is made of, and returns these; nil if memory is refused.
  func begin(_ blur: Blur, showing bounds: PixelRect, region: PixelRect) -> PixelRect? {
    x = GaussianKernel(sigma: blur.sigmaX, displacement: 0)
    y = GaussianKernel(sigma: blur.sigmaY, displacement: 0)
    origin = (region.x0, region.y0)
    self.bounds = bounds
    let drawn = blur.pixels(showing: bounds.moved(x: region.x0, y: region.y0))
    return prepare(4, drawn) ? drawn : nil
  }

  /// Makes room for the samples of pixels of the canvas and of what shows.
  private func prepare(_ channelCount: Int, _ drawn: PixelRect) -> Bool {
    guard !bounds.isEmpty else { return false }
    let (left, right) = (bounds.x0 + origin.x, bounds.x1 + origin.x - 1)
    blocks = left >> x.blockShift..<(right >> x.blockShift) + 1
    let columns = x.samples(showing: blocks.lowerBound << x.blockShift..<blocks.upperBound << x.blockShift)
    let rows = y.samples(showing: bounds.y0 + origin.y..<bounds.y1 + origin.y)
    return plane.reset(
      columns: columns.union(x.samples(of: drawn.x0..<drawn.x1)),
      rows: rows.union(y.samples(of: drawn.y0..<drawn.y1)), channelCount: channelCount)
  }

  /// Blurs the samples that were added, with the help of `work`; false if memory is refused.
  func finish(_ work: Scratch<Float>) -> Bool {
    let count = blocks.count * plane.rows.count
    guard variation.reserveIfAllowed(count) else { return false }
    variation.base.update(repeating: Variation.flat.rawValue, count: count)
    let first = firstSample(ofBlock: blocks.lowerBound)
    let isDone = plane.filter(x: x, y: y, work: work) { row, channel in
      let i = row - plane.rows.lowerBound
      let line = plane.sample(first, row, channel: channel)
      raster_find_flat(
        line, i > 0 ? line - plane.stride : line, blocks.count, x.block >> x.shift, x.blockWindow,
        variation.base + i * blocks.count)
    }
    if isDone { raster_join_flat(variation.base, blocks.count, plane.rows.count, y.step > 1 ? 4 : 3) }
    return isDone
  }

  private func firstSample(ofBlock block: Int) -> Int { block << (x.blockShift - x.shift) + x.firstOfBlock }

  // MARK: - Rows of pixels

  /// A row of pixels.
  struct Row {
    /// The first row of samples that it takes; the one above, where samples are pixels.
    let first: Int
    let weights: SIMD4<Float>
  }

  func row(_ row: Int) -> Row {
    let place = row + origin.y
    if y.step == 1 { return Row(first: place - 1, weights: SIMD4(0, 1, 0, 0)) }
    let (first, weights) = y.interpolation[place & (y.step - 1)]
    return Row(first: place >> y.shift + first, weights: weights)
  }

  /// Hands over runs of columns of the surface, from the left, whose blocks vary in one way.
  @inline(__always)
  func forEachRun(_ row: Row, _ columns: Range<Int>, _ body: (Range<Int>, Variation) -> Void) {
    let line = variation.base + (row.first - plane.rows.lowerBound) * blocks.count - blocks.lowerBound
    let end = columns.upperBound + origin.x
    var start = columns.lowerBound + origin.x
    while start < end {
      var block = start >> x.blockShift
      let flags = line[block]
      repeat { block += 1 } while block << x.blockShift < end && line[block] == flags
      let next = min(block << x.blockShift, end)
      body(start - origin.x..<next - origin.x, Variation(rawValue: flags) ?? .varied)
      start = next
    }
  }

  /// The value of a run that is flat, at least along the row.
  @inline(__always)
  func value(_ row: Row, _ run: Range<Int>, _ variation: Variation, channel: Int) -> Float {
    let block = (run.lowerBound + origin.x) >> x.blockShift
    let p = plane.sample(firstSample(ofBlock: block), row.first, channel: channel)
    if variation == .flat { return p[0] }
    let stride = plane.stride
    return (SIMD4(p[0], p[stride], p[2 * stride], p[3 * stride]) * row.weights).sum()
  }

  /// The values of the pixels of a run, in `memory` or among the samples.
  func values(_ row: Row, _ run: Range<Int>, channel: Int, _ memory: UpsamplingMemory) -> UnsafePointer<Float> {
    let pixels = run.lowerBound + origin.x..<run.upperBound + origin.x
    let start = x.step == 1 ? pixels.lowerBound : pixels.lowerBound & -8
    let phase = start & (x.block - 1)
    let count = (pixels.upperBound - start + 7) & -8
    let first = x.step == 1 ? start : firstSample(ofBlock: start >> x.blockShift)
    var line = plane.sample(first, row.first, channel: channel)
    if y.step == 1 {
      line += plane.stride
    } else {
      let needed = x.step == 1 ? pixels.count : (phase + count - 1) >> x.shift + 5
      memory.samples.reserve(needed)
      row.weights.withScalars { raster_mix(line, plane.stride, $0, needed, memory.samples.base) }
      line = memory.samples.base
    }
    if x.step == 1 { return UnsafePointer(line) }
    memory.pixels.reserve(count)
    raster_upsample(line, phase, x.shift, x.blockWeights, x.block, count, memory.pixels.base)
    return UnsafePointer(memory.pixels.base + (pixels.lowerBound - start))
  }

  /// Puts pixels of a varied run into `mask`: where samples are pixels those that differ from a neighbor, else all.
  func markVaried(_ row: Row, _ run: Range<Int>, _ mask: UnsafeMutablePointer<UInt8>) {
    guard x.step == 1, y.step == 1 else {
      (mask + run.lowerBound).update(repeating: 1, count: run.count)
      return
    }
    for channel in 0..<plane.channelCount {
      let line = plane.sample(run.lowerBound + origin.x, row.first + 1, channel: channel)
      raster_mark_varied(line, plane.stride, run.count, mask + run.lowerBound)
    }
  }
}

/// The memory for upsampling rows of a channel.
struct UpsamplingMemory {
  let samples = Scratch<Float>()
  let pixels = Scratch<Float>()
}
