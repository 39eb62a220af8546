/// The least that a decoded frame must come near what was drawn, by how it was encoded.
///
/// Measured over shipped jobs at an eighth of their size, where encoders have the hardest time, with presets from ultrafast
/// to slow and rate factors from 8 to 38: every frame came 3 dB, and 0.02 of SSIM, above these.
struct QualityFloor: Sendable {
  /// In decibels.
  let lumaPSNR: Double
  let chromaPSNR: Double
  let ssim: Double

  /// The greatest mean error of a plane in one frame, in code values, and in the mean of all frames: coding has next to
  /// none but in motion at high rate factors, a wrong matrix or range has.
  let bias: Double
  let meanBias: Double

  /// By rate factor, with straight lines between.
  private static let table: [(crf: Double, luma: Double, chroma: Double, ssim: Double)] = [
    (0, 46, 47, 0.97), (8, 40, 43, 0.95), (18, 32, 36, 0.86), (28, 26, 32, 0.6), (38, 22, 29, 0.42), (51, 14, 21, 0.2),
  ]

  init(preset: String, crf: Double) {
    let upper = Self.table.first { $0.crf >= crf } ?? Self.table[Self.table.count - 1]
    let lower = Self.table.last { $0.crf <= crf } ?? Self.table[0]
    let share = upper.crf > lower.crf ? (crf - lower.crf) / (upper.crf - lower.crf) : 0
    func value(_ low: Double, _ high: Double) -> Double { low + (high - low) * share }
    // These decide in the fewest ways how to encode a block.
    let margin = ["superfast", "veryfast", "faster"].contains(preset) ? 0.0 : 1
    lumaPSNR = value(lower.luma, upper.luma) + margin
    chromaPSNR = value(lower.chroma, upper.chroma) + margin
    ssim = value(lower.ssim, upper.ssim)
    bias = 2 + max(0, crf - 14) * 0.17
    meanBias = 0.5 + max(0, crf - 14) * 0.04
  }
}
