/// The way in which one of a video's segments was made, and why.
public struct SegmentOutcome: Codable, Hashable, Sendable {
  /// Numbers of frames from the video's start.
  public let frames: Range<Int>
  public let reason: Reason
  /// The first output that it is a part of; nil where the job draws one video for all.
  public var file: String?

  /// Why a segment was rendered, or why it did not need to be.
  public enum Reason: Codable, Hashable, Sendable {
    /// It was in the store.
    case stored
    /// It equals an earlier segment of the video, counted from 0.
    case repeats(Int)
    /// It was in the store, and was rendered to compare.
    case verified
    /// No store is used.
    case noStore
    /// No earlier run made this output, or these frames of it.
    case new
    /// The first and the last of its frames whose pictures differ from the last run's.
    case framesChanged(ClosedRange<Int>)
    /// The same frames are cut in other places than in the last run.
    case boundariesChanged
    /// The encoder's settings differ, or the size in pixels.
    case settingsChanged
    /// Scale or background differ.
    case canvasChanged
    /// The program differs, the libraries that encode, or the machine's mathematical functions.
    case programChanged
    /// Its entry was damaged, and was removed.
    case damaged
    /// The last run made it as this one would, but it is no longer in the store.
    case evicted
  }
}
