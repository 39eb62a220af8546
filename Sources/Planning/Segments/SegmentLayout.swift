import StageKit

/// The segments of a job's videos, and which of them are equal.
///
/// A job that delivers several sizes or rates has a video for each; their segments follow one another.
public struct SegmentLayout: Sendable {
  /// The frames that are drawn at one size and rate.
  public struct Video: Sendable {
    /// The digest of each frame's display list.
    public let frameDigests: [Digest]
    /// The number of the first frame, and of the first digest.
    public let firstFrame: Int
    /// The numbers of its segments among all.
    public fileprivate(set) var segments = 0..<0
    fileprivate let keyFrames: KeyFrameRule
    /// By a frame's number, how visible a key frame would be; most where nothing is said.
    fileprivate let visibilities: [Int: CutVisibility]

    /// Frames, given by their digests, of which the first has the number `firstFrame`.
    ///
    /// `visibilities` matter to the rule `unseen` alone, at multiples of its grid.
    public init(
      _ frameDigests: [Digest], from firstFrame: Int, keyFrames: KeyFrameRule, visibilities: [Int: CutVisibility] = [:]
    ) {
      self.frameDigests = frameDigests
      self.firstFrame = firstFrame
      self.keyFrames = keyFrames
      self.visibilities = visibilities
    }

    fileprivate var cuts: [Range<Int>] {
      let end = firstFrame + frameDigests.count
      let forced = visibilities.filter { $0.value == .forced }.keys.filter { (firstFrame + 1..<end).contains($0) }
        .sorted()
      return zip([firstFrame] + forced, forced + [end]).flatMap { cuts(of: $0..<$1) }
    }

    /// The segments of frames between which no key frame is forced.
    private func cuts(of frames: Range<Int>) -> [Range<Int>] {
      let loops = FrameLoop.all(
        in: Array(frameDigests[frames.lowerBound - firstFrame..<frames.upperBound - firstFrame]))
      return switch keyFrames {
      case .every(let gop): SegmentCutter.cut(frames, gop: gop, loops: loops)
      case .unseen(let spacing):
        SegmentCutter.cut(frames, spacing, loops: loops) { visibilities[$0] ?? .most }
      }
    }

    /// The digest of a frame, by its number.
    public func digest(ofFrame frame: Int) -> Digest { frameDigests[frame - firstFrame] }
  }

  public private(set) var videos: [Video]
  /// The frames of each segment, by their numbers in its video: in order, without gaps.
  public private(set) var segments: [Range<Int>] = []
  /// The digest of each segment's frames: equal ones encode to equal bytes with equal settings.
  public private(set) var contents: [Digest] = []
  /// For each segment the first one of its video with the same content.
  public private(set) var originals: [Int] = []
  /// The segments that are the first with their content, in order.
  public let distinct: [Int]
  /// For each segment, the index of its video.
  private var owners: [Int] = []
  /// For each original, the last segment with the same content.
  private let lastUses: [Int: Int]

  /// Cuts the frames of videos.
  ///
  /// Without `reusing` the segments are the same, but all count as distinct.
  public init(_ videos: [Video], reusing: Bool = true) {
    self.videos = videos
    for (index, video) in videos.enumerated() {
      let cuts = video.cuts
      var first: [Digest: Int] = [:]
      self.videos[index].segments = segments.count..<segments.count + cuts.count
      for cut in cuts {
        let content = Digest { hasher in
          for frame in cut { hasher.combine(video.digest(ofFrame: frame)) }
        }
        let original = reusing ? first[content] ?? segments.count : segments.count
        first[content] = original
        originals.append(original)
        contents.append(content)
        segments.append(cut)
        owners.append(index)
      }
    }
    lastUses = Dictionary(originals.enumerated().map { ($1, $0) }, uniquingKeysWith: { max($0, $1) })
    distinct = originals.indices.filter { [originals] in originals[$0] == $0 }
  }

  /// The index of the video that a segment belongs to.
  public func video(ofSegment segment: Int) -> Int { owners[segment] }

  /// The digests of a segment's frames.
  public func frameDigests(ofSegment segment: Int) -> [Digest] {
    segments[segment].map { videos[owners[segment]].digest(ofFrame: $0) }
  }

  /// True if no later segment has the same content.
  public func isLastUse(_ segment: Int) -> Bool { lastUses[originals[segment]] == segment }

  /// The number of frames that need not be drawn if a distinct segment exists: those of its copies, and its own if it
  /// is stored.
  public func reusedFrames(of segment: Int, isStored: Bool) -> Int {
    let uses = originals.count { $0 == segment }
    return (isStored ? uses : uses - 1) * segments[segment].count
  }
}
