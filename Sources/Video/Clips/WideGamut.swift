import Foundation
import Graphics

/// Colors of BT.2020's primaries as those of BT.709, which sRGB has, too, or of another gamut.
enum WideGamut {
  /// ITU-R BT.2087, the inverse of its matrix: what becomes red, green and blue.
  private static let rows: [SIMD3<Float>] = [
    [1.660_491, -0.587_641, -0.072_850], [-0.124_550, 1.132_900, -0.008_349], [-0.018_151, -0.100_579, 1.118_730],
  ]
  /// The display's light of each component, after BT.1886.
  private static let light = (0...255).map { Float(pow(Double($0) / 255, 2.4)) }
  /// For each 1/4095 of light the component.
  private static let components = (0...4095).map { UInt8((pow(Double($0) / 4095, 1 / 2.4) * 255).rounded()) }

  private static let rowsToP3 = PrimariesMatrix(
    CodePoints.chromaticities(9) ?? CodePoints.sRGBChromaticities, to: .displayP3
  ).rows.map { SIMD3<Float>($0) }

  /// Converts straight pixels of 4 bytes in place; what the gamut has not is clipped.
  static func convert(_ pixels: inout [UInt8], to gamut: ColorGamut = .sRGB) {
    let rows = gamut == .sRGB ? rows : rowsToP3
    for start in stride(from: 0, to: pixels.count - 3, by: 4) {
      let (r, g, b) = (pixels[start], pixels[start + 1], pixels[start + 2])
      // Grays stay.
      if r == g, g == b { continue }
      let wide = SIMD3(light[Int(r)], light[Int(g)], light[Int(b)])
      for channel in 0..<3 {
        let value = min(max((rows[channel] * wide).sum(), 0), 1)
        pixels[start + channel] = component(value)
      }
    }
  }

  private static func component(_ value: Float) -> UInt8 {
    // The dark end is steep: it has a formula of its own.
    value < 0.02 ? UInt8((pow(Double(value), 1 / 2.4) * 255).rounded()) : components[Int((value * 4095).rounded())]
  }
}
