import StageKit

/// Apple ProRes by libav, 10 bits, every frame for itself; alpha is straight and stored in 16 bits.
public struct ProRes: Codec {
  /// The precision of colors, from less to more.
  public enum Profile: String, CaseIterable, ParameterChoice {
    case hq
    case full = "4444"
    case finest = "4444xq"
  }

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("422 HQ, 4444 or 4444 XQ; unless given, 422 HQ where frames are opaque and 4444 where not.")
    public var profile: Profile?

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "prores"
  public let summary = "For editors: 10 bits, with alpha, each frame for itself; large."
  public let pixelFormats = [PixelFormat.yuv422p10, .yuv444p10, .yuva444p10]
  public let streamName = "prores"
  public let hasChromaLocation = false
  public let carriesHDR = true

  public func pixelFormat(_ options: Options, alpha: Bool) -> PixelFormat? {
    switch options.profile {
    case .hq?: alpha ? nil : .yuv422p10
    case .full?, .finest?: alpha ? .yuva444p10 : .yuv444p10
    case nil: alpha ? .yuva444p10 : .yuv422p10
    }
  }

  public func decodedFormat(of format: PixelFormat) -> PixelFormat {
    switch format {
    case .yuv444p10: .yuv444p12
    case .yuva444p10: .yuva444p12
    default: format
    }
  }

  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    let profile = options.profile ?? (format == .yuv422p10 ? .hq : .full)
    let (name, tag) =
      switch profile {
      case .hq: ("hq", "apch")
      case .full: ("4444", "ap4h")
      case .finest: ("4444xq", "ap4x")
      }
    return EncoderConfiguration(
      "prores_ks",
      options: [("profile", name), ("vendor", "apl0"), ("alpha_bits", format.alpha == .none ? "0" : "16")],
      hasParameterSets: false, keepsFrames: true, tag: tag)
  }

  public func fidelity(_ options: Options) -> Fidelity {
    .lossy(QualityFloor(lumaPSNR: 38, chromaPSNR: 38, ssim: 0.95, bias: 1, meanBias: 0.3))
  }

  /// Coefficients of all slices, and the packet.
  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    (8 << 20) + pixels * (format.planes[1].xShift > 0 ? 24 : 40)
  }
}
