import CRasterKernels

/// The sums of several samples of pixels, in linear light, for their means.
final class LightSums {
  /// For each pixel the first sample, and the weight of all that equal it.
  private let first = Scratch<Pixel>()
  private let weights = Scratch<UInt16>()
  /// For each pixel, 1 where a sample is dithered.
  private let flags = Scratch<UInt8>()
  /// The sums of the samples that differ from the first: linear light times alpha and weight, and alpha times weight.
  private let sums = Scratch<SIMD4<UInt32>>()

  /// Begins with the first sample of the pixels of `part`.
  func begin(_ layer: PixelLayer, _ part: PixelRect, weight: UInt32) {
    let count = part.width * part.height
    first.reserve(count)
    weights.reserve(count)
    flags.reserve(count)
    sums.reserve(count)
    weights.base.update(repeating: UInt16(truncatingIfNeeded: weight), count: count)
    sums.base.update(repeating: .zero, count: count)
    for y in part.y0..<part.y1 {
      let (row, start) = (layer.row(y), (y - part.y0) * part.width)
      (first.base + start).update(from: row.pixels + part.x0, count: part.width)
      (flags.base + start).update(from: row.ditherMask + part.x0, count: part.width)
    }
  }

  /// Adds another sample.
  func add(_ layer: PixelLayer, _ part: PixelRect, weight: UInt32, _ light: LinearLight.Access) {
    for y in part.y0..<part.y1 {
      let (row, start) = (layer.row(y), (y - part.y0) * part.width)
      raster_light_add(
        light.linear, row.components(part.x0), row.ditherMask + part.x0, UInt16(truncatingIfNeeded: weight),
        part.width, components(first.base + start), weights.base + start, flags.base + start,
        UnsafeMutableRawPointer(sums.base + start).assumingMemoryBound(to: UInt32.self))
    }
  }

  /// Replaces pixels by the means of samples with weights of `total` in all. Means of different pixels are dithered.
  func putMeans(onto layer: PixelLayer, _ part: PixelRect, total: UInt32, _ light: LinearLight.Access) {
    for y in part.y0..<part.y1 {
      let (row, start) = (layer.row(y), (y - part.y0) * part.width)
      let isDithered = raster_light_mean(
        light.linear, light.components, total, part.width, components(first.base + start), weights.base + start,
        flags.base + start, UnsafeRawPointer(sums.base + start).assumingMemoryBound(to: UInt32.self),
        row.components(part.x0), row.ditherMask + part.x0)
      if isDithered { row.needsDither.pointee = 1 }
    }
  }

  private func components(_ pixels: UnsafePointer<Pixel>) -> UnsafePointer<UInt16> {
    UnsafeRawPointer(pixels).assumingMemoryBound(to: UInt16.self)
  }
}
