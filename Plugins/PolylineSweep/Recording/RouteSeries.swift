/// Values along a key that grows, such as heights by distance, with gaps where a file has none for too long.
struct RouteSeries: Sendable {
  struct Mark: Sendable {
    var key: Double
    var value: Double
  }

  /// Each is without a gap, and not empty.
  private(set) var runs: [[Mark]] = []

  var isEmpty: Bool { runs.isEmpty }

  /// Adds a part of the way. Over up to `reach` without values, those at the ends are mixed.
  mutating func add(_ points: [(key: Double, value: Double?)], over span: ClosedRange<Double>, reach: Double) {
    var run: [Mark] = []
    var isBroken = false
    for (key, value) in points {
      guard let value else {
        isBroken = true
        continue
      }
      if let last = run.last, isBroken, key - last.key > reach {
        runs.append(run)
        run = []
      } else if run.isEmpty, key - span.lowerBound <= reach {
        run.append(Mark(key: span.lowerBound, value: value))
      }
      isBroken = false
      run.append(Mark(key: max(key, run.last?.key ?? key), value: value))
    }
    guard let last = run.last else { return }
    if span.upperBound - last.key <= reach { run.append(Mark(key: span.upperBound, value: last.value)) }
    runs.append(run)
  }

  /// Nil where the file does not say it.
  func value(at key: Double) -> Double? { run(at: key).map { Self.value(at: key, in: $0) } }

  /// The change of the value over a key's surroundings; nil where they are too few.
  func slope(at key: Double, within reach: Double, atLeast least: Double) -> Double? {
    guard let run = run(at: key) else { return nil }
    let (from, to) = (max(key - reach, run[0].key), min(key + reach, run[run.count - 1].key))
    guard to - from >= least else { return nil }
    return (Self.value(at: to, in: run) - Self.value(at: from, in: run)) / (to - from)
  }

  private func run(at key: Double) -> [Mark]? {
    guard let first = runs.first?.first, key >= first.key else { return nil }
    let run = runs[lastIndex(in: runs.count) { runs[$0][0].key <= key }]
    return key <= run[run.count - 1].key + 1e-6 ? run : nil
  }

  private static func value(at key: Double, in run: [Mark]) -> Double { mixed(run, at: key, by: \.key, \.value) }
}

/// The last of `count` indexes at which something is true, which must be true up to there; 0 if it is true nowhere.
func lastIndex(in count: Int, where isTrue: (Int) -> Bool) -> Int {
  var (low, high) = (0, count - 1)
  while low < high {
    let middle = (low + high + 1) / 2
    if isTrue(middle) { low = middle } else { high = middle - 1 }
  }
  return low
}

/// Between the marks around a key, which grow; the ends' values beyond them.
func mixed<Mark>(_ marks: [Mark], at key: Double, by: KeyPath<Mark, Double>, _ value: KeyPath<Mark, Double>) -> Double {
  let low = lastIndex(in: marks.count) { marks[$0][keyPath: by] <= key }
  let (a, b) = (marks[low], marks[min(low + 1, marks.count - 1)])
  let span = b[keyPath: by] - a[keyPath: by]
  let share = span > 0 ? min(max((key - a[keyPath: by]) / span, 0), 1) : 0
  return a[keyPath: value] + (b[keyPath: value] - a[keyPath: value]) * share
}
