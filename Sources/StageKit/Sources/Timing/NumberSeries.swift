/// Numbers at instants, with straight lines between them.
public struct NumberSeries: Hashable, Sendable {
  /// In seconds, each above the one before.
  public let times: [Double]
  /// The values at the times; there is one for each.
  public let values: [Double]

  /// Nil unless there is one value for each time, all of them finite, and the times ascend.
  public init?(times: [Double], values: [Double]) {
    guard times.count == values.count, times.allSatisfy(\.isFinite), values.allSatisfy(\.isFinite),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.times = times
    self.values = values
  }

  /// The number at a time: exactly that of an instant, on a straight line between two, the first before them, and the last
  /// after them; nil where there are no instants.
  public func value(at seconds: Double) -> Double? {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    guard low > 0, low < times.count else { return low == 0 ? values.first : values.last }
    let (a, b) = (low - 1, low)
    if times[a] == seconds || values[a] == values[b] { return values[a] }
    return values[a] + (values[b] - values[a]) * ((seconds - times[a]) / (times[b] - times[a]))
  }

  /// The time, in seconds, from which it keeps its last value: 0 if it never changes, nil if it changes up to its last
  /// instant.
  public var settlingTime: Double? {
    guard let change = values.indices.last(where: { values[$0] != values[values.count - 1] }) else { return 0 }
    return change + 2 < values.count ? max(0, times[change + 1]) : nil
  }
}
