import StageKit

/// How a video's frames are cut into segments, and which of these are equal.
public struct SegmentPlan: Sendable {
  /// In order, without gaps.
  public let segments: [Range<Int>]
  /// What each segment shows: equal ones are encoded to equal bytes under equal settings.
  public let contents: [Digest]
  /// For each segment the first one that shows the same.
  public let originals: [Int]
  /// Those that are the first to show what they show, in order.
  public let distinct: [Int]
  /// By original, the last segment that shows the same.
  private let lastUses: [Int: Int]
  /// What each of the video's frames shows.
  public let frames: [Digest]
  /// The first frame's number; `frames` begin there.
  public let firstFrame: Int

  /// Cuts frames that begin at number `firstFrame`; `frames` holds the digest of what each shows.
  ///
  /// Without `reusing` the cut is the same, but all segments count as distinct.
  public init(_ frames: [Digest], from firstFrame: Int, gop: Int, reusing: Bool = true) {
    let range = firstFrame..<firstFrame + frames.count
    let segments = Segments.cut(range, gop: gop, loops: FrameLoop.all(in: frames))
    let contents = segments.map { segment in
      Digest { hasher in
        for frame in segment { hasher.combine(frames[frame - firstFrame]) }
      }
    }
    var first: [Digest: Int] = [:]
    let originals = contents.enumerated().map { index, content in
      if reusing, let known = first[content] { return known }
      first[content] = index
      return index
    }
    self.originals = originals
    lastUses = Dictionary(originals.enumerated().map { ($1, $0) }, uniquingKeysWith: { max($0, $1) })
    distinct = originals.indices.filter { originals[$0] == $0 }
    self.segments = segments
    self.contents = contents
    self.frames = frames
    self.firstFrame = firstFrame
  }

  /// Whether no segment after this one shows the same.
  public func isLastUse(_ segment: Int) -> Bool { lastUses[originals[segment]] == segment }

  /// How many frames need not be drawn once a distinct segment is there: its copies', and its own where it is stored.
  public func reusedFrames(of segment: Int, isStored: Bool) -> Int {
    let uses = originals.count { $0 == segment }
    return (isStored ? uses : uses - 1) * segments[segment].count
  }

  /// What a frame shows, by its number.
  public func digest(ofFrame frame: Int) -> Digest { frames[frame - firstFrame] }
}
