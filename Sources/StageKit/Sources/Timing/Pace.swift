/// The position along given steps at an even speed.
struct Pace: Hashable, Sendable {
  /// The distance covered after each step, beginning with 0.
  private let covered: [Double]

  /// The speed at each end of a step, in distance per step; empty where it does not change within a step.
  private let speeds: [Double]

  private let perSpan: Int

  /// - Parameters:
  ///   - steps: Lengths, in order.
  ///   - perSpan: How many steps make a span; each takes an equal share of the span's parameter. Above 1 the steps are
  ///     taken for chords of a smooth curve, whose speed is estimated from neighboring ones.
  init(steps: [Double], perSpan: Int) {
    let steps = steps.map { $0.isFinite ? max($0, 0) : 0 }
    var sum = 0.0
    covered =
      [0]
      + steps.map { step in
        sum += step
        return sum
      }
    if perSpan > 1, let first = steps.first, let last = steps.last {
      let inner = zip(steps, steps.dropFirst()).map { ($0 + $1) / 2 }
      speeds = [max(2 * first - (inner.first ?? first), 0)] + inner + [max(2 * last - (inner.last ?? last), 0)]
    } else {
      speeds = []
    }
    self.perSpan = perSpan
  }

  /// The span, and the parameter 0…1 in it, after a share of the whole distance; the first span's start for no distance.
  func position(at share: Double) -> (span: Int, parameter: Double) {
    guard let total = covered.last, total > 0, covered.count > 1 else { return (0, 0) }
    let distance = min(max(share, 0), 1) * total
    var low = 0
    var high = covered.count - 2
    // The last step that begins at or before the distance.
    while low < high {
      let middle = (low + high + 1) / 2
      if covered[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    let length = covered[low + 1] - covered[low]
    let part = length > 0 ? min((distance - covered[low]) / length, 1) : 1
    return (low / perSpan, (Double(low % perSpan) + parameter(in: low, at: part)) / Double(perSpan))
  }

  /// The parameter 0…1 within a step, after a share of its length: the speed changes evenly from one end to the other.
  private func parameter(in step: Int, at part: Double) -> Double {
    guard !speeds.isEmpty, part < 1 else { return part }
    let start = speeds[step]
    let change = speeds[step + 1] - start
    let mean = start + change / 2
    let root = max(start * start + 2 * change * part * mean, 0).squareRoot()
    return start + root > 0 ? min(2 * part * mean / (start + root), 1) : part
  }
}
