import StageKit

/// The segments of a video, and which of them are equal.
public struct SegmentLayout: Sendable {
  /// In order, without gaps.
  public let segments: [Range<Int>]
  /// The digest of each segment's frames: equal ones encode to equal bytes with equal settings.
  public let contents: [Digest]
  /// For each segment the first one with the same content.
  public let originals: [Int]
  /// The segments that are the first with their content, in order.
  public let distinct: [Int]
  /// For each original, the last segment with the same content.
  private let lastUses: [Int: Int]
  /// The digest of each frame's display list.
  public let frameDigests: [Digest]
  /// The number of the first frame, and of the first digest.
  public let firstFrame: Int

  /// Cuts frames, given by their digests, of which the first has the number `firstFrame`.
  ///
  /// Without `reusing` the segments are the same, but all count as distinct.
  public init(_ frameDigests: [Digest], from firstFrame: Int, gop: Int, reusing: Bool = true) {
    let range = firstFrame..<firstFrame + frameDigests.count
    let segments = SegmentCutter.cut(range, gop: gop, loops: FrameLoop.all(in: frameDigests))
    let contents = segments.map { segment in
      Digest { hasher in
        for frame in segment { hasher.combine(frameDigests[frame - firstFrame]) }
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
    self.frameDigests = frameDigests
    self.firstFrame = firstFrame
  }

  /// Whether no later segment has the same content.
  public func isLastUse(_ segment: Int) -> Bool { lastUses[originals[segment]] == segment }

  /// How many frames need not be drawn if a distinct segment exists: those of its copies, and its own if it is stored.
  public func reusedFrames(of segment: Int, isStored: Bool) -> Int {
    let uses = originals.count { $0 == segment }
    return (isStored ? uses : uses - 1) * segments[segment].count
  }

  /// The digest of a frame, by its number.
  public func digest(ofFrame frame: Int) -> Digest { frameDigests[frame - firstFrame] }
}
