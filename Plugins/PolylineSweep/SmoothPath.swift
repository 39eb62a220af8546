import StageKit

/// Positions over time without sudden changes of speed or direction.
///
/// The way is known ahead, so a position is averaged over as much time before an instant as after it, and does not lag.
struct SmoothPath: Sendable {
  private let step: Double
  private let points: [Point]

  /// - Parameters:
  ///   - seconds: The time that the way takes; the position stays before and after.
  ///   - time: The seconds over which a position is averaged, half before and half after it.
  init(over seconds: Double, averaging time: Double, _ position: (Double) -> Point) {
    let (count, step) = sampling(of: seconds)
    let raw = (0...count).map { position(Double($0) * step) }
    let reach = time / 2 / step
    points = zip(averaged(raw.map(\.x), reach: reach), averaged(raw.map(\.y), reach: reach)).map { Point($0, $1) }
    self.step = step
  }

  /// The position at a time, in seconds; before and after the way as at its ends.
  func point(at seconds: Double) -> Point {
    let last = points.count - 1
    let place = min(max(seconds / step, 0), Double(last))
    let index = min(Int(place), last - 1)
    return .catmullRom(
      points[max(index - 1, 0)], points[index], points[index + 1], points[min(index + 2, last)],
      at: place - Double(index))
  }
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
