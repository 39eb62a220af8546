import StageKit

/// Animated GIF (GIF89a): up to 255 colors chosen for all frames, and pixels that are opaque or clear.
public struct GIF: AnimatedPictureCodec {

  /// The options of an output in this format.
  public struct Options: ParameterGroup {
    @Include var repeats: PlaysOption
    @Parameter("The share of the way from one color to the next that is dithered: 0 is none, 1 is all.", .range(0...1))
    public var dither = 0.3
    @Parameter(
      "The number of levels of 255 by which colors may differ from the drawing where that leaves a pixel as it was.",
      .range(0...16))
    public var tolerance = 1.0
    /// The color below partly transparent pixels; without it those of less than half alpha are clear and others opaque.
    @Parameter("The color that partly transparent pixels are drawn over; without it they are clear or opaque.")
    public var matte: Color?

    /// The defaults.
    public init() {}
  }

  public init() {}

  public let name = "gif"
  public let summary = "Animated pictures of 255 colors, for mail and chats; pixels are opaque or clear."
  public let streamName = "gif"
  public let carriesDisplayP3 = false

  public func hasTranslucency(_ options: Options) -> Bool { options.matte != nil }

  public func fidelity(_ options: Options) -> Fidelity { .picture(minPSNR: 20) }
}
