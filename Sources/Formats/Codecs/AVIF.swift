import StageKit

/// Animated AVIF by libaom: AV1 of 8 bits in 4:4:4, alpha as a second stream.
public struct AVIF: AnimatedPictureCodec {
  public static let quality = ParameterKey.number(
    "quality", "0 to 100, more is better.", default: 70, .range(0...100))

  public init() {}

  public let name = "avif"
  public let summary = "Animated pictures for new browsers: small, with alpha; played forever."
  public let options: [any AnyParameter] = [quality]
  public let streamName = "av1"

  /// libaom's rate factor: 0 to 63, less is better.
  public static func rateFactor(_ options: ParameterValues) -> Int { Int(((100 - options[quality]) * 0.63).rounded()) }

  /// Frames from one key frame to the next.
  public static let groupLength = 120

  /// An encoder, and one for alpha.
  public func joinMemory(_ format: PixelFormat, pixels: Int) -> Int {
    (96 << 20) + pixels * 340 + (format.alpha == .none ? 0 : (84 << 20) + pixels * 160)
  }

  public func fidelity(_ options: ParameterValues) -> Fidelity { .picture(minPSNR: 20 + options[Self.quality] * 0.1) }
}
