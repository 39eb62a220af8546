/// The floors of lossy codecs between rate factors for which they were measured.
enum LossyFloors {
  /// With straight lines between: decibels of luma and chroma, and SSIM.
  static func floor(
    at factor: Double, _ points: [(factor: Double, luma: Double, chroma: Double, ssim: Double)]
  ) -> QualityFloor {
    let upper = points.first { $0.factor >= factor } ?? points[points.count - 1]
    let lower = points.last { $0.factor <= factor } ?? points[0]
    let share = upper.factor > lower.factor ? (factor - lower.factor) / (upper.factor - lower.factor) : 0
    func value(_ low: Double, _ high: Double) -> Double { low + (high - low) * share }
    return QualityFloor(
      lumaPSNR: value(lower.luma, upper.luma), chromaPSNR: value(lower.chroma, upper.chroma),
      ssim: value(lower.ssim, upper.ssim), bias: 2 + max(0, factor - 14) * 0.17,
      meanBias: 0.5 + max(0, factor - 14) * 0.04)
  }
}
