import Planning
import StageKit

/// What is known of a job's frames before they are drawn.
struct FrameSurvey: Sendable {
  /// A digest of each frame's display list.
  var digests: [Digest] = []
  /// How visible a join would be at each place.
  var joins: [JoinVisibility] = []

  /// Puts what is known of the frames from `first` in its place.
  mutating func replace(_ part: FrameSurvey, from first: Int, places: [JoinPlace]) {
    let frames = first..<first + part.digests.count
    digests.replaceSubrange(frames, with: part.digests)
    let range = JoinPlace.range(of: places, to: frames)
    joins.replaceSubrange(range.prefix(part.joins.count), with: part.joins)
  }
}

/// Two instants of a job that an output shows one after the other, where a segment may begin with the second.
struct JoinPlace: Hashable, Comparable, Sendable {
  /// Their indexes among the job's instants.
  let second: Int
  let first: Int

  static func < (a: JoinPlace, b: JoinPlace) -> Bool { (a.second, a.first) < (b.second, b.first) }

  /// Where the key frames of renditions have to be chosen, in order.
  static func all(of renditions: [Rendition], instants: [Double]) -> [JoinPlace] {
    let indexes = Dictionary(uniqueKeysWithValues: zip(instants, 0...))
    let all = renditions.flatMap { rendition in
      rendition.joinFrames.compactMap { place(of: $0, in: rendition, indexes) }
    }
    return Set(all).sorted()
  }

  /// The place at which a frame of a rendition follows the one before.
  static func place(of frame: Int, in rendition: Rendition, _ indexes: [Double: Int]) -> JoinPlace? {
    guard let second = indexes[rendition.seconds(ofFrame: frame)],
      let first = indexes[rendition.seconds(ofFrame: frame - 1)]
    else { return nil }
    return JoinPlace(second: second, first: first)
  }

  /// Those of places in order whose second instant is among `frames`.
  static func range(of places: [JoinPlace], to frames: Range<Int>) -> Range<Int> {
    let first = places.firstIndex { $0.second >= frames.lowerBound } ?? places.count
    let end = places.firstIndex { $0.second >= frames.upperBound } ?? places.count
    return first..<end
  }
}

extension Rendition {
  /// The frames at which segments may begin, besides the first, where that depends on what they show.
  var joinFrames: [Int] {
    guard case .unseen(let spacing) = keyFrames, frames.count > spacing.usual else { return [] }
    let first = (frames.lowerBound + spacing.grid) / spacing.grid * spacing.grid
    return Array(stride(from: first, to: frames.upperBound, by: spacing.grid))
  }
}
