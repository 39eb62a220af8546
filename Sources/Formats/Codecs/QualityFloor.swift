/// The lowest quality of a decoded frame that passes, measured against what was drawn.
public struct QualityFloor: Hashable, Sendable {
  /// In decibels, as is `chromaPSNR`.
  public var lumaPSNR: Double
  /// The PSNR of the worse chroma plane.
  public var chromaPSNR: Double
  public var ssim: Double
  /// The greatest mean error of a plane in one frame, in code values.
  public var bias: Double
  /// The same, in the mean of all frames.
  public var meanBias: Double

  public init(lumaPSNR: Double, chromaPSNR: Double, ssim: Double, bias: Double, meanBias: Double) {
    self.lumaPSNR = lumaPSNR
    self.chromaPSNR = chromaPSNR
    self.ssim = ssim
    self.bias = bias
    self.meanBias = meanBias
  }
}
