import Formats
import StageKit

extension FramePlanes {
  /// How the samples of a lossless codec differ from a drawn frame; nil where they do not.
  ///
  /// Opaque pixels must be equal. The colors of others were multiplied by alpha and then rounded in the drawn frame, so
  /// they may differ by a rounding of each.
  func difference(from frame: Image) -> String? {
    let components = format.planes[0].components
    func offset(_ component: PixelFormat.Component) -> Int? { components.firstIndex(of: component) }
    guard let red = offset(.red), let green = offset(.green), let blue = offset(.blue) else {
      return "is in \(format.name), which cannot be compared exactly"
    }
    let alpha = offset(.alpha)
    var count = 0
    var first = 0
    for pixel in 0..<width * height {
      let (sample, drawn) = (pixel * components.count, pixel * 4)
      let opacity = alpha.map { Int(bytes[sample + $0]) } ?? 255
      var isEqual = opacity == Int(frame.pixels[drawn + 3]) || alpha == nil
      for (channel, position) in [red, green, blue].enumerated() {
        let shown = (Int(bytes[sample + position]) * opacity + 127) / 255
        if abs(shown - Int(frame.pixels[drawn + channel])) > (opacity == 255 ? 0 : 2) { isEqual = false }
      }
      if isEqual { continue }
      if count == 0 { first = pixel }
      count += 1
    }
    if count == 0 { return nil }
    return "has \(count) pixels that are not what was drawn, the first at \(first % width), \(first / width)"
  }
}
