import CRasterKernels

/// Downsamples values to `count` samples 2^`shift` apart, each the sum of 2^(`shift` + 1) values times their weights.
///
/// `shift` is at least 1. Vector extensions of C were not faster.
func downsample(
  _ values: UnsafePointer<Float>, shift: Int, _ weights: [Float], _ count: Int,
  into samples: UnsafeMutablePointer<Float>
) {
  weights.withUnsafeBytes { weights in
    for i in 0..<count {
      let values = UnsafeRawPointer(values + (i << shift))
      var four: SIMD4<Float>
      if shift == 1 {
        four = values.loadUnaligned(as: SIMD4<Float>.self) * weights.loadUnaligned(as: SIMD4<Float>.self)
      } else {
        var sums = SIMD8<Float>.zero
        for offset in stride(from: 0, to: 8 << shift, by: 32) {
          sums +=
            values.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            * weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        }
        four = sums.lowHalf + sums.highHalf
      }
      samples[i] = (four[0] + four[2]) + (four[1] + four[3])
    }
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// Adds rows of pixels to the samples of an image.
final class Downsampler {
  private let channels = (0..<4).map { _ in Channel() }

  private final class Channel {
    /// A row of pixels, and the last one, with zeros up to the first pixel of the first sample and the last one of the last.
    var line = Scratch<Float>()
    var lastLine = Scratch<Float>()
    /// The samples of the last row.
    let samples = Scratch<Float>()
  }

  /// Makes room for rows with pixels in `columns` of the canvas.
  func begin(_ columns: Range<Int>, _ kernel: GaussianKernel) {
    let range = kernel.samples(of: columns)
    let length = (range.count + 1) * kernel.step
    for channel in channels {
      for memory in [channel.line, channel.lastLine, channel.samples] {
        memory.reserve(length)
        memory.base.update(repeating: 0, count: length)
      }
    }
  }

  /// Adds row `y` of the canvas, whose pixels in `columns` are written by `body` for each channel.
  @inline(__always)
  func add(
    row y: Int, _ columns: Range<Int>, to image: BlurredImage,
    _ body: (_ channel: Int, UnsafeMutablePointer<Float>) -> Void
  ) {
    let range = image.x.samples(of: columns)
    let start = columns.lowerBound - image.x.firstPixel(of: range.lowerBound)
    let (row, phase) = image.y.sample(of: y)
    for index in 0..<image.plane.channelCount {
      body(index, channels[index].line.base + start)
      let samples = samples(channels[index], range.count, image.x)
      let target = image.plane.sample(range.lowerBound, row, channel: index)
      raster_add_scaled(samples, image.y.decimation[phase], range.count, target)
      if image.y.step == 1 { continue }
      raster_add_scaled(
        samples, image.y.decimation[phase + image.y.step], range.count, target - image.plane.stride)
    }
  }

  /// The samples of a row; those of a row like the last are known.
  private func samples(_ channel: Channel, _ count: Int, _ kernel: GaussianKernel) -> UnsafePointer<Float> {
    if kernel.step == 1 { return UnsafePointer(channel.line.base) }
    let bytes = (count + 1) * kernel.step * MemoryLayout<Float>.stride
    if memcmp(channel.line.base, channel.lastLine.base, bytes) != 0 {
      downsample(channel.line.base, shift: kernel.shift, kernel.decimation, count, into: channel.samples.base)
      swap(&channel.line, &channel.lastLine)
    }
    return UnsafePointer(channel.samples.base)
  }
}
