import StageKit

/// Animated GIF (GIF89a): up to 255 colors chosen for all frames, and pixels that are opaque or clear.
public struct GIF: AnimatedPictureCodec {
  /// What partly transparent pixels are drawn over; without it those of less than half alpha are clear and others opaque.
  public static let matte = ParameterKey.color(
    "matte", "The color that partly transparent pixels are drawn over; without it they are clear or opaque."
  ).optional

  public static let dither = ParameterKey.number(
    "dither", "How much of the way from one color to the next is dithered: 0 is none, 1 is all.", default: 0.3,
    .range(0...1))
  public static let tolerance = ParameterKey.number(
    "tolerance", "By how many levels of 255 colors may differ from what was drawn where that leaves a pixel as it was.",
    default: 1, .range(0...16))

  public init() {}

  public let name = "gif"
  public let summary = "Animated pictures of 255 colors, for mail and chats; pixels are opaque or clear."
  public let options: [any AnyParameter] = [AnimationOptions.plays, dither, tolerance, matte]
  public let streamName = "gif"

  public func hasTranslucency(_ options: ParameterValues) -> Bool { options[Self.matte] != nil }

  public func fidelity(_ options: ParameterValues) -> Fidelity { .picture(minPSNR: 20) }
}
