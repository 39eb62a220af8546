import StageKit

/// Animated WebP by libwebp: lossless, or lossy where a quality is given, both with alpha.
public struct WebP: AnimatedPictureCodec {

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Include var repeats: PlaysOption
    @Parameter(
      "The quality of lossy pictures, 0 to 100, more is better; WebP is lossless unless given.", .range(0...100))
    public var quality: Double?

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "webp"
  public let summary = "Animated pictures for the web: lossless, or lossy with 'quality'; with alpha."
  public let streamName = "webp"
  public let carriesDisplayP3 = false

  public func joinMemory(_ format: PixelFormat, pixels: Int) -> Int { (8 << 20) + pixels * 60 }

  public func fidelity(_ options: Options) -> Fidelity {
    guard let quality = options.quality else { return .exact }
    return .picture(minPSNR: 18 + quality * 0.08)
  }
}
