import Foundation

/// The closeness of a delivered frame to its drawing, rounded as records hold it.
public struct FrameScore: Codable, Hashable, Sendable {
  /// In decibels; 100 where there is no difference.
  public var luma: Double
  /// The value of the worse chroma plane; `luma` for a codec without chroma.
  public var chroma: Double
  /// The SSIM of luma, 1 for equal planes.
  public var ssim: Double

  /// The greatest mean error of a plane, in code values.
  public var bias: Double

  /// In decibels; nil where a format has no alpha.
  public var alpha: Double?

  /// `42.6/45.1/0.981/0.1`, as in a `FrameSeries`; with alpha `42.6/45.1/0.981/0.1/48.2`.
  public var text: String {
    String(format: "%.1f/%.1f/%.3f/%.1f", luma, chroma, ssim, bias) + (alpha.map { String(format: "/%.1f", $0) } ?? "")
  }

  public init(luma: Double, chroma: Double, ssim: Double, bias: Double, alpha: Double? = nil) {
    self.luma = (luma * 10).rounded() / 10
    self.chroma = (chroma * 10).rounded() / 10
    self.ssim = (ssim * 1000).rounded() / 1000
    self.bias = (bias * 10).rounded() / 10
    self.alpha = alpha.map { ($0 * 10).rounded() / 10 }
  }

  /// Nil where the text is not what `text` gives.
  init?(_ text: Substring) {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    guard (4...5).contains(parts.count) else { return nil }
    self.init(luma: parts[0], chroma: parts[1], ssim: parts[2], bias: parts[3], alpha: parts.count > 4 ? parts[4] : nil)
  }
}
