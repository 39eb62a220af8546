import StageKit

/// Positions over time without sudden changes of speed or direction.
///
/// The way is known ahead, so a position is averaged over as much time before an instant as after it, and does not lag. Where it
/// jumps, as over a gap, so does the average: a cut is better to look at than a whip.
struct SmoothPath: Sendable {
  private let step: Double
  private let points: [Point]
  /// For each point, the stretch without a jump that it lies in.
  private let stretches: [Int]

  /// - Parameters:
  ///   - seconds: The time that the way takes; the position stays before and after.
  ///   - time: The seconds over which a position is averaged, half before and half after it.
  ///   - position: The position at a time, and the stretch that it lies in; it may jump from one stretch to the next.
  init(over seconds: Double, averaging time: Double, _ position: (Double) -> (point: Point, stretch: Int)) {
    let (count, step) = sampling(of: seconds)
    let raw = (0...count).map { position(Double($0) * step) }
    let reach = time / 2 / step
    var points: [Point] = []
    var first = 0
    for index in 1...raw.count where index == raw.count || raw[index].stretch != raw[first].stretch {
      let part = raw[first..<index].map(\.point)
      points += zip(averaged(part.map(\.x), reach: reach), averaged(part.map(\.y), reach: reach)).map { Point($0, $1) }
      first = index
    }
    self.points = points
    stretches = raw.map(\.stretch)
    self.step = step
  }

  /// The position at a time, in seconds; before and after the way as at its ends. With a `stretch`, the nearest to it within that.
  func point(at seconds: Double, in stretch: Int? = nil) -> Point {
    let last = points.count - 1
    let place = min(max(seconds / step, 0), Double(last))
    let stretch = stretch ?? stretches[Int(place)]
    func point(_ index: Int) -> Point {
      var index = min(max(index, 0), last)
      // No part of a neighboring stretch is mixed in.
      while stretches[index] > stretch, index > 0 { index -= 1 }
      while stretches[index] < stretch, index < last { index += 1 }
      return points[index]
    }
    let index = min(Int(place), last - 1)
    return .catmullRom(point(index - 1), point(index), point(index + 1), point(index + 2), at: place - Double(index))
  }

  /// The stretch at a time, in seconds.
  func stretch(at seconds: Double) -> Int { stretches[Int(min(max(seconds / step, 0), Double(points.count - 1)))] }
}

/// The number of steps that a time is sampled in, and their length in seconds: 120 a second, and 8192 at most.
func sampling(of seconds: Double) -> (count: Int, step: Double) {
  let count = min(max(Int((seconds * 120).rounded(.up)), 8), 8192)
  return (count, seconds / Double(count))
}

/// The means over `reach` samples on each side, near ones counting more: those of three boxes, one after the other. Beyond the
/// ends values are mirrored, so that they begin and end at rest.
func averaged(_ values: [Double], reach: Double) -> [Double] {
  let half = max(Int((reach / 3).rounded()), 1)
  var result = values
  for _ in 0..<3 {
    var sums = [0.0]
    let last = result.count - 1
    for index in -half..<result.count + half {
      let mirrored = index <= last ? abs(index) : 2 * last - index
      sums.append(sums[sums.count - 1] + result[min(max(mirrored, 0), last)])
    }
    for index in result.indices { result[index] = (sums[index + 2 * half + 1] - sums[index]) / Double(2 * half + 1) }
  }
  return result
}
