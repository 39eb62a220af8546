import StageKit

/// The times and heights that a file records along a route.
///
/// Parts are gone one after the other without the time that passed between them, since nothing was recorded then.
struct RouteRecord: Sendable {
  private struct Mark: Sendable {
    var distance: Double
    var value: Double
  }

  /// By distance; each is without a gap, within a part.
  private var elevations: [[Mark]] = []
  /// In seconds from the start, of which parts take these.
  private var times: [Mark] = []
  private var partTimes: [ClosedRange<Double>] = []
  /// Positions whose times are not after those before them in their part.
  private(set) var lateTimes = 0
  /// The share of the way that has times.
  private(set) var timedShare = 0.0

  /// Over how many meters without heights those at the ends are mixed.
  private static let elevationReach = 100.0
  /// Times that cover less of the way say nothing of it.
  private static let minTimedShare = 0.96

  /// - Parameter spans: Of each part of the way as it is drawn, its distances; those of the file's parts are stretched to them.
  init(_ parts: [[RouteTrack.Place]], spans: [ClosedRange<Double>]) {
    var rest = spans[...]
    var timed: [(span: ClosedRange<Double>, marks: [Mark])] = []
    // Parts that touch are one, but time may have passed between them.
    let pieces = parts.map { part in part.enumerated().map { (place: $1, isFirst: $0 == 0) } }
    for part in RouteLine.joined(pieces, \.place.coordinate) {
      var (ways, way) = ([0.0], 0.0)
      for (a, b) in zip(part, part.dropFirst()) {
        way += RouteLine.distance(
          from: RouteLine.limited(a.place.coordinate), to: RouteLine.limited(b.place.coordinate))
        ways.append(way)
      }
      // Parts without length are none of the way's.
      guard way > 0, let span = rest.popFirst() else { continue }
      let stretch = (span.upperBound - span.lowerBound) / way
      let distances = ways.map { span.lowerBound + $0 * stretch }
      addElevations(zip(part, distances).map { ($0.place.elevation, $1) }, span)
      timed.append((span, marks(zip(part, distances).map { ($0.place.time, $0.isFirst, $1) })))
    }
    addTimes(timed)
  }

  private mutating func addElevations(_ points: [(elevation: Double?, distance: Double)], _ span: ClosedRange<Double>) {
    var run: [Mark] = []
    var isBroken = false
    for (elevation, distance) in points {
      guard let elevation else {
        isBroken = true
        continue
      }
      if let last = run.last, isBroken, distance - last.distance > Self.elevationReach {
        elevations.append(run)
        run = []
      } else if run.isEmpty, distance - span.lowerBound <= Self.elevationReach {
        run.append(Mark(distance: span.lowerBound, value: elevation))
      }
      isBroken = false
      run.append(Mark(distance: distance, value: elevation))
    }
    guard let last = run.last else { return }
    if span.upperBound - last.distance <= Self.elevationReach {
      run.append(Mark(distance: span.upperBound, value: last.value))
    }
    elevations.append(run)
  }

  /// The times of a part that grow, in seconds from its start.
  private mutating func marks(_ points: [(time: Double?, isFirst: Bool, distance: Double)]) -> [Mark] {
    var (marks, clock, last) = ([Mark](), 0.0, Double?.none)
    for (time, isFirst, distance) in points {
      if isFirst { last = nil }
      guard let time else { continue }
      if let before = last {
        if time < before { lateTimes += 1 }
        guard time > before else { continue }
        clock += time - before
      }
      last = time
      marks.append(Mark(distance: distance, value: clock))
    }
    return marks
  }

  /// Takes the mean speed at the ends of parts that lack times.
  private mutating func addTimes(_ parts: [(span: ClosedRange<Double>, marks: [Mark])]) {
    let way = parts.reduce(0) { $0 + $1.span.upperBound - $1.span.lowerBound }
    let (first, last) = (parts.compactMap(\.marks.first), parts.compactMap(\.marks.last))
    let timed = zip(first, last).reduce(0) { $0 + $1.1.distance - $1.0.distance }
    let seconds = last.reduce(0) { $0 + $1.value }
    guard way > 0, timed > 0, seconds > 0 else { return }
    timedShare = min(timed / way, 1)
    guard timedShare > Self.minTimedShare else { return }
    let pace = seconds / timed
    var clock = 0.0
    for (span, marks) in parts {
      let start = clock
      times.append(Mark(distance: span.lowerBound, value: clock))
      if let first = marks.first { clock += (first.distance - span.lowerBound) * pace }
      times += marks.map { Mark(distance: $0.distance, value: clock + $0.value) }
      clock += marks.last?.value ?? 0
      clock += (span.upperBound - (marks.last?.distance ?? span.lowerBound)) * pace
      times.append(Mark(distance: span.upperBound, value: clock))
      partTimes.append(start...max(start, clock))
    }
  }

  var hasTimes: Bool { !times.isEmpty }

  /// Nil where the file does not say it.
  func elevation(at distance: Double) -> Double? {
    let run = Self.lastIndex(in: elevations.count) { elevations[$0][0].distance <= distance }
    guard elevations.indices.contains(run), let (first, last) = Self.ends(elevations[run]),
      distance >= first.distance, distance <= last.distance + 1e-6
    else { return nil }
    return Self.mix(elevations[run], at: distance, by: \.distance, \.value)
  }

  private static func ends(_ marks: [Mark]) -> (Mark, Mark)? { marks.first.flatMap { a in marks.last.map { (a, $0) } } }

  /// The distance at which a share of the time has passed, as a mean over as much time before it and after it, near times
  /// counting more: what took minutes to slow down would else stop dead within a frame.
  func distance(atShareOfTime share: Double, within reach: Double) -> Double {
    weightedMean(around: share, within: reach) { share in
      // Beyond the ends as before them, turned around, so that it begins and ends where it does.
      if share < 0 { return -distance(atShareOfTime: -share) }
      return share > 1
        ? 2 * distance(atShareOfTime: 1) - distance(atShareOfTime: 2 - share) : distance(atShareOfTime: share)
    }
  }

  /// The distance at which a share of the time has passed.
  func distance(atShareOfTime share: Double) -> Double {
    guard let last = times.last else { return 0 }
    return Self.mix(times, at: last.value * share, by: \.value, \.distance)
  }

  /// In meters a second, at the place where it is at a share of the time: 0 while it rests there.
  func speed(atShareOfTime share: Double, within reach: Double) -> Double? {
    guard let last = times.last else { return nil }
    // The stay at a place, from the arrival to the departure, to a millimeter.
    let place = distance(atShareOfTime: share, within: reach)
    let (arrival, departure) = (
      Self.mix(times, at: place - 0.001, by: \.distance, \.value),
      Self.mix(times, at: place + 0.001, by: \.distance, \.value)
    )
    return speed(around: min(max(last.value * share, arrival), departure))
  }

  /// In meters a second, at the time at which it was at a distance.
  func speed(at distance: Double) -> Double? {
    hasTimes ? speed(around: Self.mix(times, at: distance, by: \.distance, \.value)) : nil
  }

  /// Over some seconds around a time, within its part: as few as even out what a receiver is off by.
  private func speed(around now: Double) -> Double? {
    let part = partTimes[Self.lastIndex(in: partTimes.count) { partTimes[$0].lowerBound <= now }]
    let (from, to) = (max(now - 2.5, part.lowerBound), min(now + 2.5, part.upperBound))
    guard to > from else { return nil }
    return
      (Self.mix(times, at: to, by: \.value, \.distance) - Self.mix(times, at: from, by: \.value, \.distance))
      / (to - from)
  }

  /// The last of `count` indexes at which something is true, which must be true up to there; 0 if it is true nowhere.
  private static func lastIndex(in count: Int, where isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if isTrue(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Between the marks around a key, which grow; the ends' values beyond them.
  private static func mix(
    _ marks: [Mark], at key: Double, by: KeyPath<Mark, Double>, _ value: KeyPath<Mark, Double>
  ) -> Double {
    let low = lastIndex(in: marks.count) { marks[$0][keyPath: by] <= key }
    let (a, b) = (marks[low], marks[min(low + 1, marks.count - 1)])
    let span = b[keyPath: by] - a[keyPath: by]
    let share = span > 0 ? min(max((key - a[keyPath: by]) / span, 0), 1) : 0
    return a[keyPath: value] + (b[keyPath: value] - a[keyPath: value]) * share
  }
}
