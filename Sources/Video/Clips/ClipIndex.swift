import CLibAV

/// When the frames of a file's pictures are shown, and where decoding may begin.
struct ClipIndex: Sendable {
  /// In ticks of the stream, in ascending order.
  let times: [Int64]
  /// Times of frames that need no others, in ascending order.
  let keys: [Int64]
  /// Where the packets of key frames begin in files that have no index, by their times.
  var places: [Int64: Int64] = [:]
  /// Seconds for each tick.
  let tick: Double
  /// When the last frame ends, in ticks.
  let end: Int64
  /// The time by which the file's sound begins before the first frame, in seconds, below 0 if it begins later; that
  /// frame is shown meanwhile.
  let lead: Double

  /// When each frame is shown, in seconds from the start of the file; the first one from there on.
  var seconds: [Double] { [0] + times.dropFirst().map { lead + Double($0 - times[0]) * tick } }

  var duration: Double { lead + Double(end - times[0]) * tick }

  /// The same for a clip whose frames hold two fields each: the first one is shown with its frame, the second one in the middle
  /// between it and the next frame. Ticks are half as long.
  var fields: ClipIndex {
    let doubled = times.map { $0 * 2 }
    let seconds = zip(times, times.dropFirst() + [end]).map { $0 + $1 }
    return ClipIndex(
      times: zip(doubled, seconds).flatMap { [$0, $1] }, keys: keys.map { $0 * 2 }, places: places, tick: tick / 2,
      end: end * 2,
      lead: lead)
  }

  /// In `fields`, which frame a field belongs to, with those before and after it, in ticks of the stream.
  func fieldPlace(of time: Int64) -> (before: Int64, frame: Int64, after: Int64, isSecond: Bool) {
    let number = max(times.lastIndex { $0 <= time } ?? 0, 0)
    let first = number & ~1
    func frame(_ place: Int) -> Int64 { times[min(max(place, 0), times.count - 2)] / 2 }
    return (frame(first - 2), frame(first), frame(first + 2), number != first)
  }

  /// The frames of `fields`, in ticks of the stream.
  var frames: ClipIndex {
    ClipIndex(
      times: stride(from: 0, to: times.count, by: 2).map { times[$0] / 2 }, keys: keys.map { $0 / 2 }, places: places,
      tick: tick * 2, end: end / 2, lead: lead)
  }

  /// True if a decoded frame lies so shortly before a key frame that going there takes no less than decoding what is between.
  func isNear(_ decoded: Int64, entry: Int64?) -> Bool {
    guard let entry, entry > decoded else { return true }
    return place(of: entry) - place(of: decoded) <= 8
  }

  /// The number of frames before a time.
  private func place(of time: Int64) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The last key frame that is shown at a time or before.
  func key(before time: Int64) -> Int64 { keys.last { $0 <= time } ?? times[0] }
}
