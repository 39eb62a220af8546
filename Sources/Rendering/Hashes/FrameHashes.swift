import Planning
import StageKit

/// Digests of a job's frames, and how visible cuts between them are: all that decides how its videos are cut.
struct FrameHashes: Sendable {
  /// A digest of each frame's display list.
  var digests: [Digest] = []
  /// The visibility of a cut at each of the job's cut points.
  var cuts: [CutVisibility] = []

  /// Replaces what is known of the frames from `first` on; `points` are all of the job's.
  mutating func replace(_ part: FrameHashes, from first: Int, points: [CutPoint]) {
    let frames = first..<first + part.digests.count
    digests.replaceSubrange(frames, with: part.digests)
    let range = CutPoint.range(of: points, to: frames)
    cuts.replaceSubrange(range.prefix(part.cuts.count), with: part.cuts)
  }
}
