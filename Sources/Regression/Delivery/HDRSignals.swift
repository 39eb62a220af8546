import Formats
import Foundation
import StageKit

/// The signals of ITU-R BT.2100 for drawn pixels of 8 bits, by its formulas.
struct HDRSignals {
  private let rows: [SIMD3<Double>]
  private let transfer: HDRTransfer
  private let white: Double
  private var known: [Int: (Int, Int, Int)] = [:]

  /// Nil for colors of standard range.
  init?(_ gamut: ColorGamut, _ colors: DeliveredColors) {
    guard case .hdr(let transfer, let white) = colors else { return nil }
    (self.transfer, self.white) = (transfer, white)
    // ITU-R BT.2087-0, 4, from sRGB.
    let wide = [SIMD3(0.6274, 0.3293, 0.0433), SIMD3(0.0691, 0.9195, 0.0114), SIMD3(0.0164, 0.0880, 0.8956)]
    let own = gamut.matrix(to: .sRGB)
    rows = wide.map { $0.x * own[0] + $0.y * own[1] + $0.z * own[2] }
  }

  /// Red, green and blue as they are encoded, 255 × 256 for 1.
  mutating func signal(_ red: Int, _ green: Int, _ blue: Int) -> (Int, Int, Int) {
    let key = red << 16 | green << 8 | blue
    if let found = known[key] { return found }
    func light(_ value: Int) -> Double { Color.linearLight(Double(value) / 255) }
    let color = SIMD3(light(red), light(green), light(blue))
    var wide = rows.map { min(max(($0 * color).sum(), 0), 1) * white }
    if transfer == .hlg {
      let luminance = 0.2627 * wide[0] + 0.6780 * wide[1] + 0.0593 * wide[2]
      // The inverse OOTF for a peak of 1000 cd/m².
      let factor = luminance > 0 ? pow(luminance / 1000, (1 - 1.2) / 1.2) / 1000 : 0
      wide = wide.map { min($0 * factor, 1) }
    }
    let values = wide.map { light in Int(((transfer == .pq ? Self.pq(light) : Self.hlg(light)) * 65_280).rounded()) }
    let result = (values[0], values[1], values[2])
    known[key] = result
    return result
  }

  private static func pq(_ light: Double) -> Double {
    let power = pow(light / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  private static func hlg(_ light: Double) -> Double {
    light <= 1.0 / 12 ? (3 * light).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
  }
}
