import Foundation
import Graphics

/// Primaries and transfer functions by their code points of ITU-T H.273.
enum CodePoints {
  /// The name of primaries; nil for sRGB's, BT.709's and those of standard definition, which all players show alike.
  static func name(primaries code: Int) -> String? {
    switch code {
    case 0...3, 5...7, 22: nil
    case 4: "NTSC of 1953"
    case 8: "film"
    case 9: "BT.2020"
    case 10: "CIE XYZ"
    case 11: "DCI-P3"
    case 12: "Display P3"
    default: "the code \(code)"
    }
  }

  /// White, red, green and blue as CIE x and y; sRGB's for all primaries without a name, nil for unknown ones.
  static func chromaticities(_ code: Int) -> [Double]? {
    switch code {
    case _ where name(primaries: code) == nil: sRGBChromaticities
    case 4: [0.310, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08]
    case 8: [0.310, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049]
    case 9: [0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
    case 10: [1 / 3, 1 / 3, 1, 0, 0, 1, 0, 0]
    case 11: [0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    case 12: [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    default: nil
    }
  }

  /// White, red, green and blue of a gamut as CIE x and y.
  static func chromaticities(of gamut: ColorGamut) -> [Double] {
    switch gamut {
    case .sRGB: sRGBChromaticities
    case .displayP3: chromaticities(displayP3) ?? sRGBChromaticities
    }
  }

  /// The primaries of Display P3.
  static let displayP3 = 12

  static let sRGBChromaticities = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

  /// The name of a transfer function; nil for those that are drawn as sRGB's, as players do.
  static func name(transfer code: Int) -> String? {
    switch code {
    case 0...4, 6, 7, 11...15: nil
    case 5: "gamma 2.8"
    case 8: "linear"
    case 9, 10: "logarithmic"
    case 16: "PQ"
    case 17: "SMPTE ST 428-1"
    case 18: "HLG"
    default: "of the code \(code)"
    }
  }

  /// The light for a value; sRGB's for all transfer functions without a name, nil for those of more light than white and for
  /// unknown ones.
  static func function(transfer code: Int) -> ToneFunction? {
    switch code {
    case _ where name(transfer: code) == nil: .sRGB
    case 5: .gamma(2.8)
    case 8: .gamma(1)
    case 17: .scaled(pow(52.37 / 48, 1 / 2.6), gamma: 2.6)
    default: nil
    }
  }
}

/// A function that gives the light, from 0 to 1, for a value.
enum ToneFunction: Hashable {
  /// IEC 61966-2-1's.
  case sRGB
  /// The value to a power.
  case gamma(Double)
  /// The value times a factor, to a power.
  case scaled(Double, gamma: Double)
}
