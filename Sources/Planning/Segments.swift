/// How a job's frames are cut into segments, each a closed group of pictures.
public enum Segments {
  /// Segments come in multiples of this count where the video is long enough, so that usual numbers of workers share
  /// them evenly.
  static let multiple = 4

  /// No segment is shorter than this many frames unless the whole video is: key frames cost bits.
  static let minimumLength = 30

  /// Consecutive ranges that cover `frames`, of equal length but for one frame, at most `limit` frames each.
  ///
  /// The cut depends on the frames and the limit alone, never on the machine.
  public static func cut(_ frames: Range<Int>, limit: Int) -> [Range<Int>] {
    let total = frames.count
    guard total > 0 else { return [] }
    let least = (total + max(1, limit) - 1) / max(1, limit)
    let even = (least + multiple - 1) / multiple * multiple
    let count = max(least, min(even, total / minimumLength), 1)
    return (0..<count).map { index in
      frames.lowerBound + total * index / count..<frames.lowerBound + total * (index + 1) / count
    }
  }
}
