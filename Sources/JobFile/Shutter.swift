/// How long a camera's shutter is open in each frame, which blurs what moves.
public struct Shutter: Hashable, Sendable {
  /// From 0, which blurs nothing, over 360, a whole frame, up to two frames.
  public var degrees: Double
  /// At most so many instants are drawn for a frame.
  public var maxSamples: Int

  /// What is drawn where anything moves by a pixel.
  public static let minSamples = 8

  /// With as many samples as any movement may need unless told otherwise.
  public init(degrees: Double, maxSamples: Int = 256) {
    self.degrees = degrees
    self.maxSamples = maxSamples
  }
}
