import StageKit

/// Animated GIF (GIF89a): up to 255 colors chosen for all frames, and pixels that are opaque or clear.
public struct GIF: AnimatedPictureCodec {
  /// What partly transparent pixels are drawn over; without it those of less than half alpha are clear and others opaque.
  public static let matte = Parameter.color(
    "matte", "The color that partly transparent pixels are drawn over; without it they are clear or opaque."
  ).optional

  public init() {}

  public let name = "gif"
  public let summary = "Animated pictures of 255 colors, for mail and chats; pixels are opaque or clear."
  public let options: [any AnyParameter] = [AnimationOptions.plays, matte]
  public let streamName = "gif"

  public func fidelity(_ options: Parameters) -> Fidelity { .picture(minPSNR: 20) }
}
