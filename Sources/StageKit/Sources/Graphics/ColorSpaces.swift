#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A space in which CSS writes colors, other than sRGB's own notations.
enum ColorSpace: String, Sendable, CaseIterable {
  case lab, lch, oklab, oklch
  case srgb
  case linear = "srgb-linear"
  case displayP3 = "display-p3"
  case xyz = "xyz"
  case xyzD65 = "xyz-d65"

  /// The spaces that have a function of their own; the others are words of `color()`.
  static let functions: [ColorSpace] = [.lab, .lch, .oklab, .oklch]

  /// True where the third component is an angle in degrees.
  var isPolar: Bool { self == .lch || self == .oklch }

  /// The numbers that 100 % of each component stand for.
  var wholes: SIMD3<Double> {
    switch self {
    case .lab: SIMD3(100, 125, 125)
    case .lch: SIMD3(100, 150, 0)
    case .oklab: SIMD3(1, 0.4, 0.4)
    case .oklch: SIMD3(1, 0.4, 0)
    default: SIMD3(1, 1, 1)
    }
  }

  /// Red, green and blue of sRGB in linear light, which may be beyond 0…1. Formulas and matrices: CSS Color 4, 10 and 18.
  func linearSRGB(_ values: SIMD3<Double>) -> SIMD3<Double> {
    var color = values
    if isPolar {
      let (sine, cosine) = (sin(values.z * .pi / 180), cos(values.z * .pi / 180))
      color = SIMD3(values.x, max(values.y, 0) * cosine, max(values.y, 0) * sine)
    }
    switch self {
    case .srgb: return Self.light(color)
    case .linear: return color
    case .displayP3: return ColorGamut.product(Self.sRGBOfXYZ, ColorGamut.product(Self.xyzOfP3, Self.light(color)))
    case .xyz, .xyzD65: return ColorGamut.product(Self.sRGBOfXYZ, color)
    case .lab, .lch: return ColorGamut.product(Self.sRGBOfXYZ, Self.xyz(lab: color))
    case .oklab, .oklch: return Self.linearSRGB(oklab: SIMD3(min(max(color.x, 0), 1), color.y, color.z))
    }
  }

  static func linearSRGB(oklab color: SIMD3<Double>) -> SIMD3<Double> {
    let roots = ColorGamut.product(rootsOfOKLab, color)
    return ColorGamut.product(sRGBOfCones, roots * roots * roots)
  }

  /// From red, green and blue in linear light, which may be beyond 0…1.
  static func oklab(linearSRGB color: SIMD3<Double>) -> SIMD3<Double> {
    let cones = ColorGamut.product(conesOfSRGB, color)
    return ColorGamut.product(oklabOfRoots, SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z)))
  }

  private static func light(_ color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(ColorGamut.light(color.x), ColorGamut.light(color.y), ColorGamut.light(color.z))
  }

  private static func xyz(lab color: SIMD3<Double>) -> SIMD3<Double> {
    let y = (min(max(color.x, 0), 100) + 16) / 116
    let (x, z) = (color.y / 500 + y, y - color.z / 200)
    func value(_ f: Double) -> Double { f * f * f > 216.0 / 24389 ? f * f * f : (116 * f - 16) / (24389.0 / 27) }
    let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
    return ColorGamut.product(d65OfD50, SIMD3(value(x), value(y), value(z)) * white)
  }

  private static let xyzOfP3 = [
    SIMD3(0.4865709486482162, 0.26566769316909306, 0.1982172852343625),
    SIMD3(0.2289745640697488, 0.6917385218365064, 0.079286914093745),
    SIMD3(0, 0.04511338185890264, 1.043944368900976),
  ]
  private static let sRGBOfXYZ = [
    SIMD3(3.2409699419045226, -1.537383177570094, -0.4986107602930034),
    SIMD3(-0.9692436362808796, 1.8759675015077202, 0.04155505740717559),
    SIMD3(0.05563007969699366, -0.20397695888897652, 1.0569715142428786),
  ]
  private static let d65OfD50 = [
    SIMD3(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    SIMD3(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    SIMD3(0.012314014864481998, -0.020507649298898964, 1.330365926242124),
  ]
  private static let rootsOfOKLab = [
    SIMD3(1, 0.3963377773761749, 0.2158037573099136), SIMD3(1, -0.1055613458156586, -0.0638541728258133),
    SIMD3(1, -0.0894841775298119, -1.2914855480194092),
  ]
  private static let sRGBOfCones = [
    SIMD3(4.0767416360759583, -3.3077115392580629, 0.2309699031821043),
    SIMD3(-1.2684379732850315, 2.6097573492876882, -0.3413193760026570),
    SIMD3(-0.0041960761386756, -0.7034186179359362, 1.7076146940746117),
  ]
  private static let conesOfSRGB = [
    SIMD3(0.412_221_469_470_763, 0.536_332_537_261_734_7, 0.051_445_993_267_502_2),
    SIMD3(0.211_903_495_815_823_1, 0.680_699_550_645_234_2, 0.107_396_953_538_942_4),
    SIMD3(0.088_302_459_190_057_4, 0.281_718_838_919_161_7, 0.629_978_701_890_780_8),
  ]
  private static let oklabOfRoots = [
    SIMD3(0.210_454_268_309_314, 0.793_617_774_702_305_4, -0.004_072_043_011_619_3),
    SIMD3(1.977_998_532_431_168_4, -2.428_592_242_048_579_9, 0.450_593_709_617_411_2),
    SIMD3(0.025_904_042_465_547_8, 0.782_771_712_457_529_6, -0.808_675_754_923_077_4),
  ]
}

extension Color {
  /// The color of red, green and blue of sRGB in linear light. One beyond the gamut keeps its lightness and its hue and loses as
  /// much of its chroma as it must: CSS Color 4, 13.2.
  init(mapping linear: SIMD3<Double>, into gamut: ColorGamut, alpha: Double) {
    func isShare(_ c: SIMD3<Double>) -> Bool { c.min() >= -1e-6 && c.max() <= 1 + 1e-6 }
    func isInGamut(_ c: SIMD3<Double>) -> Bool {
      isShare(c) || gamut != .sRGB && isShare(ColorGamut.product(ColorGamut.sRGB.matrix(to: gamut), c))
    }
    func color(_ c: SIMD3<Double>) -> Color {
      isShare(c) ? Color(linearLight: c, alpha: alpha) : Color(wideLight: c, alpha: alpha)
    }
    guard !isInGamut(linear) else {
      self = color(linear)
      return
    }
    let origin = ColorSpace.oklab(linearSRGB: linear)
    let (least, most) = (1e-4, 0.02)
    guard origin.x < 1, origin.x > 0 else {
      self = (origin.x >= 1 ? Color.white : Color(0, 0, 0)).opacity(alpha)
      return
    }
    func clipped(_ c: SIMD3<Double>) -> SIMD3<Double> {
      func share(_ c: SIMD3<Double>) -> SIMD3<Double> {
        c.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
      }
      if gamut == .sRGB { return share(c) }
      let own = ColorGamut.product(ColorGamut.sRGB.matrix(to: gamut), c)
      return ColorGamut.product(gamut.matrix(to: .sRGB), share(own))
    }
    func distance(_ a: SIMD3<Double>, _ lab: SIMD3<Double>) -> Double {
      let d = ColorSpace.oklab(linearSRGB: a) - lab
      return (d * d).sum().squareRoot()
    }
    var result = clipped(linear)
    // As shares of the chroma.
    var (low, high) = (0.0, distance(result, origin) < most ? 0.0 : 1.0)
    let chroma = (origin.y * origin.y + origin.z * origin.z).squareRoot()
    var lowIsInGamut = true
    while (high - low) * chroma > least {
      let share = (low + high) / 2
      let current = SIMD3(origin.x, origin.y * share, origin.z * share)
      let color = ColorSpace.linearSRGB(oklab: current)
      if lowIsInGamut, isInGamut(color) {
        low = share
        continue
      }
      result = clipped(color)
      let error = distance(result, current)
      if error >= most {
        high = share
      } else if most - error < least {
        break
      } else {
        lowIsInGamut = false
        low = share
      }
    }
    self = color(result)
  }
}
