import StageKit

/// Animated PNG: lossless, with alpha.
public struct APNG: AnimatedPictureCodec {
  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Include var repeats: PlaysOption

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "apng"
  public let summary = "Animated pictures: lossless, with alpha."
  public let streamName = "apng"
  public let carriesDisplayP3 = false

  public func fidelity(_ options: Options) -> Fidelity { .exact }
}
