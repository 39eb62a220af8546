import StageKit

/// Animated PNG: lossless, with alpha.
public struct APNG: AnimatedPictureCodec {
  public init() {}

  public let name = "apng"
  public let summary = "Animated pictures: lossless, with alpha."
  public let options: [any AnyParameter] = [AnimationOptions.plays]
  public let streamName = "apng"

  public func fidelity(_ options: ParameterValues) -> Fidelity { .exact }
}
