/// Why a segment was rendered, or why it did not need to be.
public enum SegmentReason: Codable, Hashable, Sendable {
  /// It was in the store.
  case stored
  /// It shows the same as an earlier segment of the video, counted from 0.
  case repeats(Int)
  /// It was in the store, and rendered to compare.
  case verified
  /// No store is used.
  case noStore
  /// No run has made this output, or these frames of it, before.
  case new
  /// These are the first and the last of its frames that show something else than the last time.
  case framesChanged(ClosedRange<Int>)
  /// The same frames are cut in another way than the last time.
  case cutChanged
  /// The encoder's settings, or the size in pixels.
  case settingsChanged
  /// Scale or background.
  case canvasChanged
  /// The program, the libraries that encode, or the machine's mathematical functions.
  case programChanged
  /// Its entry was damaged, and is removed.
  case damaged
  /// It was made the last time as it would be now, but is not in the store any more.
  case gone
}

/// What became of one of a video's segments.
public struct SegmentOutcome: Codable, Hashable, Sendable {
  /// Numbers of frames from the video's start.
  public let frames: Range<Int>
  public let reason: SegmentReason
}

/// Where a video's frames came from.
public struct FrameCounts: Codable, Hashable, Sendable {
  /// Drawn for this video.
  public var drawn = 0
  /// Equal to others of this video, and not drawn again.
  public var repeated = 0
  /// Of segments that were in the store.
  public var stored = 0

  public init(drawn: Int = 0, repeated: Int = 0, stored: Int = 0) {
    self.drawn = drawn
    self.repeated = repeated
    self.stored = stored
  }
}
