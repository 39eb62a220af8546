/// The numbers of a video's frames by their origin.
public struct FrameCounts: Codable, Hashable, Sendable {
  /// Drawn for this video.
  public var drawn = 0
  /// Equal to others of this video, and not drawn again.
  public var repeated = 0
  /// In segments that were in the store.
  public var stored = 0

  public init(drawn: Int = 0, repeated: Int = 0, stored: Int = 0) {
    self.drawn = drawn
    self.repeated = repeated
    self.stored = stored
  }
}
