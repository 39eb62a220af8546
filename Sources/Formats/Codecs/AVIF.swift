import StageKit

/// Animated AVIF by libaom: AV1 of 8 bits in 4:4:4, alpha as a second stream.
public struct AVIF: AnimatedPictureCodec {

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Parameter("0 to 100, more is better.", .range(0...100)) public var quality = 70.0

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "avif"
  public let summary = "Animated pictures for new browsers: small, with alpha; played forever."
  public let streamName = "av1"

  /// libaom's rate factor: 0 to 63, less is better.
  public static func rateFactor(_ options: Options) -> Int { Int(((100 - options.quality) * 0.63).rounded()) }

  /// Frames from one key frame to the next.
  public static let groupLength = 120

  /// An encoder, and one for alpha.
  public func joinMemory(_ format: PixelFormat, pixels: Int) -> Int {
    (96 << 20) + pixels * 340 + (format.alpha == .none ? 0 : (84 << 20) + pixels * 160)
  }

  public func fidelity(_ options: Options) -> Fidelity { .picture(minPSNR: 20 + options.quality * 0.1) }
}
