import StageKit

/// Distances of key frames that are chosen by what is seen, in frames.
public struct KeyFrameSpacing: Hashable, Sendable {
  /// A key frame comes at multiples of this alone, so that a change of the job moves few of them.
  public let grid: Int
  /// The least frames of a segment, unless the whole video is shorter.
  public let shortest: Int
  /// The most frames of a segment where key frames find a place.
  public let usual: Int
  /// The most frames of a segment.
  public let longest: Int

  /// A grid of 1/4 s; from 1.5 to 3 s where key frames find a place, and up to 10 s.
  public init(at rate: FrameRate) {
    func frames(_ seconds: Double) -> Int { max(1, Int((seconds * rate.framesPerSecond).rounded())) }
    (grid, shortest, usual, longest) = (frames(0.25), frames(1.5), frames(3), frames(10))
  }
}
