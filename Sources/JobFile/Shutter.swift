/// How long a camera's shutter is open in each frame, which blurs what moves.
public struct Shutter: Hashable, Sendable {
  /// From 0, which blurs nothing, over 360, a whole frame, up to two frames.
  public var degrees: Double
  /// At most so many instants are drawn for a frame.
  public var maxSamples: Int

  /// As many as any movement may need.
  static let usualSamples = 256

  /// An angle, and as many samples as any movement may need unless `maxSamples` allows fewer.
  public init(degrees: Double, maxSamples: Int? = nil) {
    self.degrees = degrees
    self.maxSamples = maxSamples ?? Self.usualSamples
  }
}
