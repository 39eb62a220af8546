import Planning

/// Two instants of a job that an output shows one after the other, where a segment may begin with the second.
struct CutPoint: Hashable, Comparable, Sendable {
  /// Their indexes among the job's instants.
  let second: Int
  let first: Int

  static func < (a: CutPoint, b: CutPoint) -> Bool { (a.second, a.first) < (b.second, b.first) }

  /// The points of renditions at which a key frame may be chosen, in order.
  static func all(of renditions: [Rendition], instants: [Double]) -> [CutPoint] {
    let indexes = Dictionary(uniqueKeysWithValues: zip(instants, 0...))
    let all = renditions.flatMap { rendition in
      rendition.cutFrames.compactMap { point(of: $0, in: rendition, indexes) }
    }
    return Set(all).sorted()
  }

  /// The point at which a frame of a rendition follows the one before.
  static func point(of frame: Int, in rendition: Rendition, _ indexes: [Double: Int]) -> CutPoint? {
    guard let second = indexes[rendition.seconds(ofFrame: frame)],
      let first = indexes[rendition.seconds(ofFrame: frame - 1)]
    else { return nil }
    return CutPoint(second: second, first: first)
  }

  /// Those of points in order whose second instant is among `frames`.
  static func range(of points: [CutPoint], to frames: Range<Int>) -> Range<Int> {
    let first = points.firstIndex { $0.second >= frames.lowerBound } ?? points.count
    let end = points.firstIndex { $0.second >= frames.upperBound } ?? points.count
    return first..<end
  }
}

extension Rendition {
  /// The frames at which segments may begin, besides the first, if that depends on what they show.
  var cutFrames: [Int] {
    guard case .unseen(let spacing) = keyFrames, frames.count > spacing.usual else { return [] }
    let first = (frames.lowerBound + spacing.grid) / spacing.grid * spacing.grid
    return Array(stride(from: first, to: frames.upperBound, by: spacing.grid))
  }
}
