import StageKit

extension Image {
  /// Colors divided by their alpha above alpha as a gray, opaque and twice as high.
  var stackedAlpha: Image {
    var samples = [UInt8](repeating: 255, count: pixels.count * 2)
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[pixel + 3])
      for channel in 0..<3 {
        samples[pixel + channel] =
          alpha == 0 ? 0 : UInt8(min(255, (Int(pixels[pixel + channel]) * 255 + alpha / 2) / alpha))
        samples[pixels.count + pixel + channel] = UInt8(alpha)
      }
    }
    return Image(width: width, height: height * 2, premultiplied: samples, gamut: gamut) ?? self
  }
}
