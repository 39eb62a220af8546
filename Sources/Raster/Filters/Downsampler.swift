import CRasterKernels

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
      let samples = downsample(channels[index], range.count, image.x)
      let target = image.plane.sample(range.lowerBound, row, channel: index)
      raster_add_scaled(samples, image.y.decimation[phase], range.count, target)
      if image.y.step == 1 { continue }
      raster_add_scaled(
        samples, image.y.decimation[phase + image.y.step], range.count, target - image.plane.stride)
    }
  }

  /// The samples of a row; those of a row like the last are known.
  private func downsample(_ channel: Channel, _ count: Int, _ kernel: GaussianKernel) -> UnsafePointer<Float> {
    if kernel.step == 1 { return UnsafePointer(channel.line.base) }
    let bytes = (count + 1) * kernel.step * MemoryLayout<Float>.stride
    if memcmp(channel.line.base, channel.lastLine.base, bytes) != 0 {
      raster_downsample(channel.line.base, kernel.shift, kernel.decimation, count, channel.samples.base)
      swap(&channel.line, &channel.lastLine)
    }
    return UnsafePointer(channel.samples.base)
  }
}
