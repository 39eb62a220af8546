import Foundation

/// The least that a decoded frame must come near what was drawn, by how it was encoded.
///
/// Measured over the shipped jobs at scales from 0.125 to 1, with presets from ultrafast to medium and rate factors from
/// 10 to 36: no frame came within 3 dB, or within 0.02 of SSIM, of these.
struct QualityFloor: Sendable {
  let lumaPSNR: Double
  let chromaPSNR: Double
  let ssim: Double

  /// The greatest mean error of a plane, in code values: coding noise has next to none, a wrong matrix or range has.
  static let greatestBias = 2.0

  init(preset: String, crf: Double) {
    // The fastest presets leave out what keeps detail.
    let isRough = ["ultrafast", "superfast"].contains(preset)
    lumaPSNR = max(16, 42 - 0.75 * crf - (isRough ? 2 : 0))
    chromaPSNR = max(16, 43 - 0.75 * crf - (isRough ? 2 : 0))
    ssim = max(0.3, 0.99 - 0.006 * crf - (isRough ? 0.03 : 0))
  }
}
