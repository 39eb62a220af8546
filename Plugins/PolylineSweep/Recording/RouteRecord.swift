import StageKit

/// The recording along a route: times, heights, and what sensors measured.
struct RouteRecord: Sendable {
  private(set) var clock: RouteClock
  /// Those of the file.
  private(set) var laps = RouteLaps()
  private var elevations = RouteSeries()
  private let climbed: RouteClimb
  /// By seconds where there are times, else by distance.
  private var heartRates = RouteSeries()
  private var cadences = RouteSeries()
  private var powers = RouteSeries()
  private var temperatures = RouteSeries()
  /// True for a way that is gone backward, whose times are below 0.
  private let isReversed: Bool

  /// Without values for more than so many meters, or seconds, they are missing.
  private static let reach = (meters: 100.0, seconds: 10.0)
  /// The way, before and behind a place, over which its gradient is taken, and the least of it, in meters.
  private static let gradientReach = 50.0
  private static let minGradientLength = 20.0

  /// - Parameters:
  ///   - spans: Of each recorded part of the way as it is drawn, its distances; those of the file's parts are stretched to them.
  ///   - longestStop: In seconds of the recording.
  ///   - climbThreshold: The smallest rise that counts as climbed, in meters.
  init(
    _ parts: [[RouteTrack.Place]], spans: [ClosedRange<Double>], gaps: RouteGaps = .skip,
    longestStop: Double = .infinity, climbThreshold: Double = 1.5, isReversed: Bool = false
  ) {
    self.isReversed = isReversed
    var rest = spans[...]
    var measured: [(span: ClosedRange<Double>, places: [RouteTrack.Place], points: [RouteClock.Point])] = []
    let pieces = parts.map { part in part.enumerated().map { (place: $1, isFirst: $0 == 0) } }
    var pauses: [ClosedRange<Double>] = []
    var lapStarts: [(number: Int, distance: Double, time: Double?, part: Int)] = []
    for part in RouteShape(gaps: gaps).joined(pieces, \.place.coordinate) {
      var (ways, way) = ([0.0], 0.0)
      for (a, b) in zip(part, part.dropFirst()) {
        way += a.place.coordinate.rhumbDistance(to: b.place.coordinate)
        ways.append(way)
      }
      // Parts without length are none of the way's.
      guard way > 0, let span = rest.popFirst() else { continue }
      let stretch = (span.upperBound - span.lowerBound) / way
      let points = zip(part, ways).map { point, way in
        RouteClock.Point(
          distance: span.lowerBound + way * stretch, time: point.place.time, coordinate: point.place.coordinate,
          isFirst: point.isFirst)
      }
      if let last = measured.last, let end = last.places.last,
        end.coordinate.rhumbDistance(to: part[0].place.coordinate) <= Self.reach.meters
      {
        pauses.append(last.span.upperBound...span.lowerBound)
      }
      for (point, place) in zip(points, part.map(\.place)) {
        guard let lap = place.lap, lap != lapStarts.last?.number else { continue }
        lapStarts.append((lap, lapStarts.isEmpty ? span.lowerBound : point.distance, point.time, measured.count))
      }
      measured.append((span, part.map(\.place), points))
      elevations.add(
        zip(points, part).map { ($0.distance, $1.place.elevation) }, over: span, reach: Self.reach.meters)
    }
    clock = RouteClock(measured.map { ($0.span, $0.points) }, gaps: gaps, longestStop: longestStop)
    climbed = RouteClimb(elevations, over: pauses, climbThreshold: climbThreshold)
    let clock = clock
    laps = RouteLaps(
      lapStarts.map { lap in
        let seconds = clock.isEmpty ? nil : lap.time.flatMap { clock.seconds(of: $0, in: lap.part) }
        return RouteLaps.Lap(
          number: lap.number,
          start: Place(
            distance: lap.distance, seconds: clock.isEmpty ? nil : seconds ?? clock.seconds(at: lap.distance)))
      })
    for (index, part) in measured.enumerated() { addSensors(part.places, part.points, part.span, part: index) }
  }

  private mutating func addSensors(
    _ places: [RouteTrack.Place], _ points: [RouteClock.Point], _ span: ClosedRange<Double>, part: Int
  ) {
    let clock = clock
    func add(_ values: [Double?], to series: inout RouteSeries) {
      guard !clock.isEmpty else {
        let marks = zip(points, values).map { (key: $0.distance, value: $1) }
        return series.add(marks, over: span, reach: Self.reach.meters)
      }
      let marks = zip(points, values).compactMap { point, value in
        point.time.flatMap { clock.seconds(of: $0, in: part) }.map { (key: $0, value: value) }
      }
      series.add(marks, over: clock.parts[part], reach: Self.reach.seconds)
    }
    add(places.map(\.heartRate), to: &heartRates)
    add(places.map(\.cadence), to: &cadences)
    add(places.map(\.power), to: &powers)
    add(places.map(\.temperature), to: &temperatures)
  }

  var hasTimes: Bool { !clock.isEmpty }

  /// Goes by a clock that others share: from one of the file's times to another.
  mutating func shareClock(from start: Double, to end: Double) { clock.share(from: start, to: end) }

  /// Nil where the file does not say it.
  func elevation(at distance: Double) -> Double? { elevations.value(at: distance) }

  /// The meters climbed up to a distance; nil without any heights.
  func climb(at distance: Double) -> Double? { climbed.value(at: distance) }

  /// The rise of the way around a distance, in percent; nil where the file lacks heights.
  func gradient(at distance: Double) -> Double? {
    elevations.slope(at: distance, within: Self.gradientReach, atLeast: Self.minGradientLength).map { $0 * 100 }
  }

  func heartRate(at place: Place) -> Double? { heartRates.value(at: place.seconds ?? place.distance) }

  func cadence(at place: Place) -> Double? { cadences.value(at: place.seconds ?? place.distance) }

  func power(at place: Place) -> Double? { powers.value(at: place.seconds ?? place.distance) }

  func temperature(at place: Place) -> Double? { temperatures.value(at: place.seconds ?? place.distance) }

  /// A position on the way; stops have more than one at a distance.
  struct Place {
    var distance: Double
    /// Nil without times.
    var seconds: Double?
  }

  /// The place that it leaves at a distance.
  func place(at distance: Double) -> Place {
    Place(distance: distance, seconds: hasTimes ? clock.seconds(at: distance) : nil)
  }

  /// The time of the recording since its first one, with stops and gaps.
  func elapsedTime(at place: Place) -> Double? { place.seconds.map(clock.elapsedTime) }

  func movingTime(at place: Place) -> Double? { place.seconds.map(clock.movingTime) }

  /// Seconds since midnight, `offset` seconds ahead of UTC.
  func timeOfDay(at place: Place, utcOffset offset: Double) -> Double? {
    place.seconds.map { timeOfDay(of: clock.instant(at: $0), utcOffset: offset) }
  }

  /// The same of one of the file's times.
  func timeOfDay(of instant: Double, utcOffset offset: Double) -> Double {
    let day = ((isReversed ? -instant : instant) + offset).truncatingRemainder(dividingBy: 86_400)
    return day < 0 ? day + 86_400 : day
  }

  // MARK: Recorded pace

  /// The distance at which a share of the time has passed, as a mean over as much time before it and after it, near times
  /// counting more: what took minutes to slow down would else stop dead within a frame.
  func distance(atShareOfTime share: Double, within reach: Double) -> Double {
    // The mean at an end is the end, but for the last digits of the sum.
    guard share > 0, share < 1 else { return distance(atShareOfTime: share) }
    return weightedMean(around: share, within: reach) { share in
      // Beyond the ends as before them, turned around, so that it begins and ends where it does.
      if share < 0 { return -distance(atShareOfTime: -share) }
      return share > 1
        ? 2 * distance(atShareOfTime: 1) - distance(atShareOfTime: 2 - share) : distance(atShareOfTime: share)
    }
  }

  /// The distance at which a share of the time has passed.
  func distance(atShareOfTime share: Double) -> Double {
    hasTimes ? clock.distance(at: clock.seconds(atShareOfTime: share)) : 0
  }

  /// In meters a second, at the place where it is at a share of the time: 0 while it rests there.
  func speed(atShareOfTime share: Double, within reach: Double) -> Double? {
    guard hasTimes else { return nil }
    // The stay at a place, from the arrival to the departure, to a millimeter.
    let place = distance(atShareOfTime: share, within: reach)
    let (arrival, departure) = (clock.seconds(at: place - 0.001), clock.seconds(at: place + 0.001))
    return clock.speed(at: min(max(clock.seconds(atShareOfTime: share), arrival), departure))
  }

  /// In meters a second, at the time at which it was at a distance.
  func speed(at distance: Double) -> Double? { hasTimes ? clock.speed(at: clock.seconds(at: distance)) : nil }
}
