#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The colors that a canvas can show. Components of each gamut are encoded by the transfer function of sRGB.
///
/// A `Color` is in sRGB, with components beyond 0…1 where a canvas shows more; see `Color.converted(to:)`.
///
/// ```swift
/// let brand = try Color(parsingCSS: "color(display-p3 1 0 0.2)", in: .displayP3)
/// frame.drawing.fill(.rect(box), brand)
/// ```
public enum ColorGamut: String, Hashable, Sendable, CaseIterable {
  /// That of nearly all screens, and of the web (IEC 61966-2-1).
  case sRGB = "srgb"
  /// That of phones, tablets and newer computers: the primaries of SMPTE EG 432-1 with the white of sRGB.
  case displayP3 = "display-p3"

  /// The rows of the matrix from linear light of this gamut's primaries to that of another's; each has a sum of 1.
  public func matrix(to other: ColorGamut) -> [SIMD3<Double>] {
    switch (self, other) {
    case (.sRGB, .displayP3): Self.p3OfSRGB
    case (.displayP3, .sRGB): Self.sRGBOfP3
    default: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    }
  }

  /// The light of a component; below 0 that of its opposite, negated (CSS Color 4, 10.2).
  static func light(_ component: Double) -> Double {
    let size = abs(component)
    let light = size <= 0.040_45 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return component < 0 ? -light : light
  }

  /// The component of a light; below 0 that of its opposite, negated.
  static func component(_ light: Double) -> Double {
    // Last digits of powers differ between machines.
    let rounded = (Color.component(ofLight: abs(light)) * 0x1p24).rounded() / 0x1p24
    return light < 0 ? -rounded : rounded
  }

  /// The product of a matrix, by its rows, and a vector.
  static func product(_ rows: [SIMD3<Double>], _ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows[0] * v).sum(), (rows[1] * v).sum(), (rows[2] * v).sum())
  }

  private static let p3OfSRGB = [
    SIMD3(0.822_461_968_714_362_3, 0.177_538_031_285_637_75, 0),
    SIMD3(0.033_194_198_850_961_62, 0.966_805_801_149_038_4, 0),
    SIMD3(0.017_082_630_721_120_033, 0.072_397_440_663_963_47, 0.910_519_928_614_916_5),
  ]
  private static let sRGBOfP3 = [
    SIMD3(1.224_940_176_280_559_8, -0.224_940_176_280_559_96, 0),
    SIMD3(-0.042_056_954_709_688_16, 1.042_056_954_709_688, 0),
    SIMD3(-0.019_637_554_590_334_432, -0.078_636_045_550_631_89, 1.098_273_600_140_966_3),
  ]
}

extension Color {
  /// True if a component is beyond 0…1, as those of colors that sRGB does not have.
  var isBeyondSRGB: Bool { min(red, green, blue) < 0 || max(red, green, blue) > 1 }

  /// Linear light of sRGB's primaries, which may be beyond 0…1.
  var wideLight: SIMD3<Double> {
    SIMD3(ColorGamut.light(red), ColorGamut.light(green), ColorGamut.light(blue))
  }

  /// A color of linear light that may be beyond 0…1, as are its components then.
  init(wideLight c: SIMD3<Double>, alpha: Double) {
    self.init(ColorGamut.component(c.x), ColorGamut.component(c.y), ColorGamut.component(c.z), alpha)
  }

  /// The components of this color in a gamut, from 0 to 1: what the gamut has not is clipped. In sRGB all stay as they are.
  public func converted(to gamut: ColorGamut) -> Color {
    if gamut == .sRGB { return self }
    let light = ColorGamut.product(ColorGamut.sRGB.matrix(to: gamut), wideLight)
    return Color(wideLight: light.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1)), alpha: alpha)
  }
}
