import Formats
import StageKit

extension FramePlanes {
  /// The peak signal-to-noise ratio of red, green and blue where the drawn frame is opaque, in decibels; 100 at most. Where
  /// this is not quite opaque there, only its being clear is an error.
  func opaquePSNR(from frame: Image) -> Double {
    let components = format.planes[0].components
    let offsets = [PixelFormat.Component.red, .green, .blue].compactMap { components.firstIndex(of: $0) }
    let alpha = components.firstIndex(of: .alpha)
    guard offsets.count == 3 else { return 0 }
    var (sum, count) = (0, 0)
    for pixel in 0..<width * height where frame.pixels[pixel * 4 + 3] == 255 {
      let sample = pixel * components.count
      if let alpha, bytes[sample + alpha] != 255 {
        if bytes[sample + alpha] < 128 {
          sum += 3 * 255 * 255
          count += 3
        }
        continue
      }
      for channel in 0..<3 {
        let error = Int(bytes[sample + offsets[channel]]) - Int(frame.pixels[pixel * 4 + channel])
        sum += error * error
      }
      count += 3
    }
    return count == 0 ? 100 : FrameQuality.decibels(Double(sum) / Double(count))
  }

  /// The peak signal-to-noise ratio of alpha, in decibels, 100 at most; nil for formats without.
  func alphaPSNR(from frame: Image) -> Double? {
    let components = format.planes[0].components
    guard let alpha = components.firstIndex(of: .alpha) else { return nil }
    let sum = (0..<width * height).reduce(0) { sum, pixel in
      let error = Int(bytes[pixel * components.count + alpha]) - Int(frame.pixels[pixel * 4 + 3])
      return sum + error * error
    }
    return FrameQuality.decibels(Double(sum) / Double(max(1, width * height)))
  }
}
