import Formats
import StageKit

extension FramePlanes {
  /// The difference between the samples of a lossless codec and a drawn frame; nil for none.
  ///
  /// Pixels of formats without alpha must be equal. The colors of others were multiplied by alpha and then rounded in the drawn frame, so
  /// they may differ by a rounding of each and of alpha; so may those that are opaque only after rounding, which the drawn
  /// frame does not tell from others. Samples of more than 8 bits may differ by the drawn frame's dither.
  func difference(from frame: Image) -> String? {
    guard let red = samples(.red), let green = samples(.green), let blue = samples(.blue) else {
      return "is in \(format.name), which cannot be compared exactly"
    }
    let alpha = samples(.alpha)
    let greatest = 1 << format.depth - 1
    let isDeep = format.depth > 8
    // In 1/256 of what is drawn.
    func shown(_ sample: Int) -> Int { (sample * 255 * 256 + greatest / 2) / greatest }
    var count = 0
    var first = 0
    for pixel in 0..<width * height {
      let drawn = pixel * 4
      let opacity = alpha?[pixel] ?? greatest
      let isOpaque = opacity == greatest && frame.pixels[drawn + 3] == 255
      let tolerance = isDeep ? (isOpaque ? 256 : 512) : (isOpaque ? (alpha == nil ? 0 : 256) : 768)
      var isEqual =
        alpha == nil
        || abs(shown(opacity) - Int(frame.pixels[drawn + 3]) << 8) <= (isDeep || !isOpaque ? 256 : 0)
      for (channel, samples) in [red, green, blue].enumerated() {
        let value = shown(samples[pixel]) * opacity / greatest
        if abs(value - Int(frame.pixels[drawn + channel]) << 8) > tolerance { isEqual = false }
      }
      if isEqual { continue }
      if count == 0 { first = pixel }
      count += 1
    }
    if count == 0 { return nil }
    return "has \(count) pixels that are not what was drawn, the first at \(first % width), \(first / width)"
  }

  /// A component of all pixels; nil where it is missing or subsampled.
  private func samples(_ component: PixelFormat.Component) -> [Int]? {
    guard
      let plane = format.planes.firstIndex(where: { $0.components.contains(component) && $0.xShift + $0.yShift == 0 }),
      let offset = format.planes[plane].components.firstIndex(of: component)
    else { return nil }
    return samples(ofPlane: plane, at: offset)
  }
}
