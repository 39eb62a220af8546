import CLibAV
import Foundation

/// A transfer function of ITU-R BT.2100-2 for pictures with more light than paper white.
enum HDRCurve: Hashable, Sendable {
  /// Perceptual quantization (SMPTE ST 2084): a value stands for an absolute light.
  case pq
  /// Hybrid log-gamma (ARIB STD-B67): a value stands for the light of the scene.
  case hlg

  /// Nil for the transfer functions of standard range.
  init?(_ transfer: AVColorTransferCharacteristic) {
    switch transfer {
    case AVCOL_TRC_SMPTE2084: self = .pq
    case AVCOL_TRC_ARIB_STD_B67: self = .hlg
    default: return nil
    }
  }

  /// The name that cameras and players use.
  var name: String { self == .pq ? "PQ" : "HLG" }

  /// The light for a value from 0 to 1: for PQ that of the display, 1 for 10,000 cd/m² (BT.2100-2, table 4); for HLG that of
  /// the scene, 1 for its peak (the inverse OETF, table 5).
  func light(_ value: Double) -> Double {
    switch self {
    case .pq: PQ.light(value)
    case .hlg: value <= 0.5 ? value * value / 3 : (exp((value - HLG.c) / HLG.a) + HLG.b) / 12
    }
  }

  /// The numbers of BT.2100-2, table 5.
  enum HLG {
    static let a = 0.17883277
    static let b = 1 - 4 * a
    static let c = 0.5 - a * log(4 * a)
    /// The exponent of the OOTF on a display with a peak of 1000 cd/m².
    static let gamma = 1.2
  }

  /// The functions of BT.2100-2, table 4.
  enum PQ {
    private static let m1 = 2610.0 / 16384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32

    /// The light, 1 for 10,000 cd/m², of a value from 0 to 1.
    static func light(_ value: Double) -> Double {
      let power = pow(min(max(value, 0), 1), 1 / m2)
      return pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    /// The value of a light.
    static func value(_ light: Double) -> Double {
      let power = pow(min(max(light, 0), 1), m1)
      return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }
  }
}
