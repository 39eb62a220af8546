/// The time for which a camera's shutter is open in each frame, which blurs moving things.
public struct Shutter: Hashable, Sendable {
  /// The angle: from 0, which blurs nothing, over 360, a whole frame, up to two frames.
  public var degrees: Double
  /// The maximum number of instants that are drawn for a frame.
  public var maxSamples: Int

  /// The share of the instants that exact blur needs, above 0; at 1, a frame is within 2 of 255 of the mean of all instants.
  public var quality: Double

  /// A number that suffices for any movement.
  static let usualSamples = 256

  /// Sets an angle, and a number of samples that suffices for any movement unless `maxSamples` is smaller.
  public init(degrees: Double, maxSamples: Int? = nil, quality: Double = 1) {
    self.degrees = degrees
    self.maxSamples = maxSamples ?? Self.usualSamples
    self.quality = quality
  }
}
