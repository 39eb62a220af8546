import StageKit

/// The times that a file records along a route, in seconds that pass for whoever goes along it.
///
/// The time that passed between parts is left out or not, as gaps say.
struct RouteClock: Sendable {
  /// A position of a part.
  struct Point {
    var distance: Double
    var time: Double?
    var coordinate: Coordinate
    /// True if it begins a part of the file: parts that touch are one, but time may have passed between them.
    var isFirst: Bool
  }

  struct Mark: Sendable {
    var distance: Double
    var seconds: Double
  }

  private struct Pair: Sendable {
    var key: Double
    var value: Double
  }

  /// Distances and seconds of the way, none of which falls; empty where the file lacks times.
  private(set) var marks: [Mark] = []
  /// The seconds of each part.
  private(set) var parts: [ClosedRange<Double>] = []
  /// The share of the way that has times.
  private(set) var timedShare = 0.0
  /// The seconds of stops, and of waits in gaps.
  private(set) var waits: [ClosedRange<Double>] = []
  /// The file's time by seconds, and which of these are each part's.
  private var times: [Pair] = []
  private var partInstants: [Range<Int>] = []
  /// All seconds, and these by the time that a recorded pace takes; empty where that is the same.
  private var all = 0.0
  private var film: [Pair] = []
  /// The shares of a recorded pace's time at which it sets out and arrives.
  private(set) var underWay = 0.0...1.0
  /// The time in motion by seconds.
  private var moving: [Pair] = []

  /// Times that cover less of the way say nothing of it.
  private static let minTimedShare = 0.96

  /// - Parameters:
  ///   - given: Parts with the distances over which they are drawn.
  ///   - longestStop: In seconds of the recording.
  init(
    _ given: [(span: ClosedRange<Double>, points: [Point])], gaps: RouteGaps = .skip, longestStop: Double = .infinity
  ) {
    let timed = given.map { Timed($0.points, keepsTime: gaps.keepsTime) }
    let way = given.reduce(0) { $0 + $1.span.upperBound - $1.span.lowerBound }
    let timedWay = timed.reduce(0) { $0 + ($1.points.last?.distance ?? 0) - ($1.points.first?.distance ?? 0) }
    let seconds = timed.reduce(0) { $0 + ($1.points.last?.seconds ?? 0) }
    guard way > 0, timedWay > 0, seconds > 0 else { return }
    timedShare = min(timedWay / way, 1)
    guard timedShare > Self.minTimedShare else { return }
    // At the ends of parts that lack times it goes at the mean speed.
    let pace = seconds / timedWay
    var clock = 0.0
    var idle: [ClosedRange<Double>] = []
    for (index, part) in timed.enumerated() {
      let span = given[index].span
      if index > 0, gaps.keepsTime {
        let passed = Self.seconds(from: timed[index - 1].points.last, to: part.points.first)
        let length = span.lowerBound - given[index - 1].span.upperBound
        let gap = clock...clock + (passed ?? length * pace)
        idle.append(gap)
        if gaps == .jump { waits.append(gap) }
        clock = gap.upperBound
      }
      let start = clock
      marks.append(Mark(distance: span.lowerBound, seconds: clock))
      if let first = part.points.first { clock += (first.distance - span.lowerBound) * pace }
      let from = clock
      marks += part.points.map { Mark(distance: $0.distance, seconds: from + $0.seconds) }
      let first = times.count
      times += part.points.map { Pair(key: from + $0.seconds, value: $0.time) }
      partInstants.append(first..<times.count)
      let stops = RouteStops.ranges(part.points.map { ($0.coordinate, from + $0.seconds) })
      waits += stops
      idle += stops
      clock += part.points.last?.seconds ?? 0
      clock += (span.upperBound - (part.points.last?.distance ?? span.lowerBound)) * pace
      marks.append(Mark(distance: span.upperBound, seconds: clock))
      parts.append(start...max(start, clock))
    }
    all = clock
    let film = Self.shortened(waits, to: longestStop, of: clock)
    // A recording of stops alone keeps them.
    if film.count > 2, let last = film.last, last.key > 0 { self.film = film }
    moving = Self.shortened(idle, to: 0, of: clock).map { Pair(key: $0.value, value: $0.key) }
  }

  /// The points of a part whose times grow, in seconds from its first one.
  private struct Timed {
    var points: [(distance: Double, seconds: Double, time: Double, coordinate: Coordinate)] = []

    init(_ given: [Point], keepsTime: Bool) {
      var (seconds, last) = (0.0, Double?.none)
      for point in given {
        if point.isFirst, !keepsTime { last = nil }
        guard let time = point.time else { continue }
        // Clocks may differ from part to part.
        if let before = last, !(point.isFirst && time < before) {
          guard time > before else { continue }
          if let from = points.last,
            let wait = RouteStops.wait(overMeters: point.distance - from.distance, seconds: time - before)
          {
            points.append((from.distance, seconds + wait, before + wait, from.coordinate))
          }
          seconds += time - before
        }
        last = time
        points.append((point.distance, seconds, time, point.coordinate))
      }
    }
  }

  /// Nil where a gap's ends have no times, or their clocks differ.
  private static func seconds(
    from end: (distance: Double, seconds: Double, time: Double, coordinate: Coordinate)?,
    to start: (distance: Double, seconds: Double, time: Double, coordinate: Coordinate)?
  ) -> Double? {
    guard let end, let start, start.time >= end.time else { return nil }
    return start.time - end.time
  }

  /// All seconds by those that are left where pauses last no longer than `longest`.
  private static func shortened(_ pauses: [ClosedRange<Double>], to longest: Double, of all: Double) -> [Pair] {
    var result = [Pair(key: 0, value: 0)]
    var taken = 0.0
    for pause in pauses where pause.upperBound - pause.lowerBound > longest {
      result.append(Pair(key: pause.lowerBound - taken, value: pause.lowerBound))
      taken += pause.upperBound - pause.lowerBound - longest
      result.append(Pair(key: pause.upperBound - taken, value: pause.upperBound))
    }
    return result + [Pair(key: all - taken, value: all)]
  }

  var isEmpty: Bool { marks.isEmpty }

  /// The seconds that a recorded pace takes.
  var pacedTime: Double { film.last?.key ?? all }

  /// The seconds at a share of the time that a recorded pace takes.
  func seconds(atShareOfTime share: Double) -> Double {
    film.last.map { mixed(film, at: $0.key * share, by: \.key, \.value) } ?? all * share
  }

  /// The seconds at which it leaves a distance.
  func seconds(at distance: Double) -> Double { mixed(marks, at: distance, by: \.distance, \.seconds) }

  func distance(at seconds: Double) -> Double { mixed(marks, at: seconds, by: \.seconds, \.distance) }

  /// The time in motion, without stops and gaps.
  func movingTime(at seconds: Double) -> Double { mixed(moving, at: seconds, by: \.key, \.value) }

  /// The file's times at the way's ends; before the first and after the last of its times it goes on evenly.
  var instants: ClosedRange<Double> {
    guard let first = times.first, let last = times.last else { return 0...all }
    let (start, end) = (first.value - first.key, last.value + all - last.key)
    return start...max(start, end)
  }

  /// Lets a recorded pace take the file's time from `start` to `end`, with all waits: it stays at the way's ends before and after its
  /// own.
  mutating func share(from start: Double, to end: Double) {
    guard let first = times.first, let last = times.last else { return }
    film = [Pair(key: 0, value: 0), Pair(key: max(first.value - first.key - start, 0), value: 0)]
    let ends = [Pair(key: all, value: last.value + all - last.key), Pair(key: all, value: end)]
    for time in times + ends {
      let before = film[film.count - 1]
      film.append(Pair(key: max(time.value - start, before.key), value: max(time.key, before.value)))
    }
    guard let length = film.last?.key, length > 0 else { return }
    let departure = film.last { $0.value <= 0 }?.key ?? 0
    // Devices go on recording where somebody has arrived.
    let reached = marks.first { $0.distance >= marks[marks.count - 1].distance }?.seconds ?? all
    underWay = departure / length...max(departure, film.first { $0.value >= reached }?.key ?? length) / length
  }

  /// The time of a recorded pace at which it leaves a distance, in its seconds.
  func filmTime(at distance: Double) -> Double {
    let seconds = seconds(at: distance)
    return film.isEmpty ? seconds : min(mixed(film, at: seconds, by: \.value, \.key), pacedTime * underWay.upperBound)
  }

  /// The file's time; of a way that is gone backward, below 0.
  func instant(at seconds: Double) -> Double { mixed(times, at: seconds, by: \.key, \.value) }

  /// The seconds of the file's time of a part; nil where the part has none.
  func seconds(of time: Double, in part: Int) -> Double? {
    let range = partInstants[part]
    guard !range.isEmpty else { return nil }
    let low = range.lowerBound + lastIndex(in: range.count) { times[range.lowerBound + $0].value <= time }
    let (a, b) = (times[low], times[min(low + 1, range.upperBound - 1)])
    let share = b.value > a.value ? min(max((time - a.value) / (b.value - a.value), 0), 1) : 0
    return a.key + (b.key - a.key) * share
  }

  /// The file's time since its first one.
  func elapsedTime(at seconds: Double) -> Double { instant(at: seconds) - (times.first?.value ?? 0) }

  /// Over some seconds around a time, within its part: as few as even out what a receiver is off by. In meters a second; nil in a
  /// gap.
  func speed(at seconds: Double) -> Double? {
    let part = parts[lastIndex(in: parts.count) { parts[$0].lowerBound <= seconds }]
    let (from, to) = (max(seconds - 2.5, part.lowerBound), min(seconds + 2.5, part.upperBound))
    guard to > from, seconds <= part.upperBound + 1e-6 else { return nil }
    return (distance(at: to) - distance(at: from)) / (to - from)
  }
}
