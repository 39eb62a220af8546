import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// Something that goes along a route, without a look of its own: a camera may follow it, a line may be drawn up to it, a
/// picture may turn with it, and a counter may show how far it is.
public struct RouteMotion: Stage {
  /// The parameters of a motion.
  public struct Parameters: ParameterGroup {
    @Parameter("The way that it goes.") var route: RouteSource
    @Parameter("The time from the route's start to its end.", .positive(.seconds)) var duration = 6.0
    @Parameter(
      "The easing: by default ease-in-out, and linear where the pace is recorded, so that it keeps the file's times."
    )
    var curve: Easing?
    @Parameter(
      "The pace: by distance, or as recorded, without the time that passed between its parts.")
    var pace = RouteMotion.Pace.even
    @Parameter("Whether it goes from the route's end to its start.") var reverse = false
    @Parameter("The distance of 'center' ahead.", .nonnegative(.meters)) var lookAhead = 80.0
    @Parameter("The part of the way over which 'center' and 'bearing' are smoothed.", .positive(.meters)) var window =
      400.0
    @Parameter(
      "The part of the route, before and behind the head, over which its heading is taken.", .positive(.meters))
    var smoothing = 12.0
    @Parameter("The greatest turn of 'bearing' in a second.", .positive(.degrees)) var turnRate = 60.0
    @Parameter("The greatest change of that turn in a second.", .positive(.degrees)) var turnAcceleration = 120.0
    @Include var shape: ShapeParameters

    let coordinate = Output<Coordinate>("Its place.")
    let center = Output<Coordinate>("A place ahead, smoothed, for a camera's input of this name.")
    let bearing = Output<Double>(
      "The compass direction of the way around it for a camera's 'heading', smoothed so that it turns as an operator would, "
        + "and does not lag; in degrees.")
    let heading = Output<Double>("The compass direction in which it goes, in degrees.")
    let progress = Output<Double>("The progress, from 0 to 1; for a line's input of this name.")
    let distance = Output<Double>("The distance that it has come, in meters.")
    let remaining = Output<Double>("The distance that it has still to go, in meters.")
    let elevation = Output<Double>(
      "The height of the way, in meters above the sea; missing where the file does not give it for more than 100 m.")
    let speed = Output<Double>(
      "The recorded speed, in meters a second; missing where the file has no times.")
    let arrived = Moment("It has reached the route's end.")

    /// The parameters of a motion.
    public init() {}
  }

  enum Pace: String, CaseIterable, ParameterChoice { case even, recorded }

  /// Over how much time, before and after, a recorded pace is smoothed: in seconds of the film, and as a share of a short one.
  private static let settling = (seconds: 0.4, share: 0.05)

  public static let definition = StageDefinition(
    Self.self, "route", version: 2,
    "Goes along a route, for cameras that follow, lines, pictures and counters; it draws nothing.",
    example: .init(
      at: 1.5,
      """
      {
        "id": "ride",
        "stage": "group",
        "parameters": { "opacity": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 0.3, "value": 1 }] } },
        "stages": [
          { "id": "way", "stage": "route", "parameters": { "route": "data/route-landscape.geojson", "duration": 3 } },
          {
            "id": "line",
            "stage": "polyline-sweep",
            "inputs": { "progress": "way.progress" },
            "parameters": { "route": "data/route-landscape.geojson", "trail": 1, "color": "#5CE1E6", "width": 6 }
          },
          { "id": "me", "stage": "halo-pulse", "inputs": { "position": "line.head" }, "parameters": { "look": "modern" } },
          {
            "id": "meters",
            "stage": "counter",
            "inputs": { "value": "way.distance" },
            "parameters": { "value": 0, "text": "# m", "size": 32, "weight": 700, "offset": [0, -110] }
          }
        ]
      }
      """))

  private let parameters: Parameters
  private let line: RouteLine
  private let length: Double
  private let time: Double
  private let curve: Easing
  private let lookAhead: Double
  private let window: Double
  private let smoothing: Double
  private let record: RouteRecord
  private let isRecorded: Bool
  /// The share of the time over which a recorded pace is smoothed.
  private let settling: Double
  private let bearings: SmoothTurns
  private let headings: TurnTable

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let location = parameters.$route.location
    let parts = try PolylineSweep.parts(
      of: parameters.route, isReversed: parameters.reverse, at: location, context)
    guard let line = RouteLine(parts: parts.map { $0.map(\.coordinate) }, parameters.shape.shape) else {
      throw PolylineSweep.noLength(parameters.route, at: location)
    }
    self.line = line
    length = line.length
    time = parameters.duration
    curve = parameters.curve ?? (parameters.pace == .recorded ? .linear : .usual)
    lookAhead = parameters.lookAhead
    window = parameters.window
    smoothing = parameters.smoothing
    record = RouteRecord(parts, spans: line.parts.indices.map(line.span(of:)))
    isRecorded = parameters.pace == .recorded
    settling = min(Self.settling.seconds / time, Self.settling.share)
    var name = "the route"
    if case .file(let file, _) = parameters.route { name = "'\(file.literal)'" }
    let (window, smoothing) = (window, smoothing)
    headings = TurnTable(of: line, detail: smoothing) { line.way(at: $0, within: smoothing).heading }
    if isRecorded, !record.hasTimes {
      let share = Int(record.timedShare * 100)
      throw StageError(
        "\(name) has no times that grow from point to point" + (share > 0 ? " but for \(share) % of the way" : ""),
        parameter: parameters.$pace.location, hint: "Remove 'pace'; it goes by distance then.")
    }
    let (time, curve, length, record, isRecorded, settling) = (time, curve, length, record, isRecorded, settling)
    let turns = TurnTable(of: line, detail: window / 4) { line.bearing(at: $0, within: window) }
    bearings = SmoothTurns(over: time, rate: parameters.turnRate, acceleration: parameters.turnAcceleration) {
      seconds in
      let share = Self.share(at: seconds, of: time, curve)
      let place = Self.place(at: share, of: length, record: isRecorded ? record : nil, within: settling)
      return turns.turned(line.bearing(at: place, within: window), at: place)
    }
    if record.hasTimes, record.lateTimes > 0 {
      let count = record.lateTimes
      context.warn(
        "\(name) has \(count) \(count == 1 ? "position" : "positions") with a time before that of the one before; "
          + "\(count == 1 ? "this time is" : "these times are") left out")
    }
  }

  public var moments: [Moment.Time] { [parameters.arrived.at(time)] }

  public var duration: Double? { time }

  /// The share of the time by the curve, from 0 to 1.
  private static func share(at seconds: Double, of time: Double, _ curve: Easing) -> Double {
    min(max(curve.value(at: min(max(seconds / time, 0), 1), over: time), 0), 1)
  }

  /// The distance that it has come at a share of the time.
  private static func place(
    at share: Double, of length: Double, record: RouteRecord?, within settling: Double
  ) -> Double {
    min(max(record?.distance(atShareOfTime: share, within: settling) ?? share * length, 0), length)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let share = Self.share(at: time.seconds, of: self.time, curve)
    let place = Self.place(at: share, of: length, record: isRecorded ? record : nil, within: settling)
    var frame = StageFrame(DisplayList())
    frame[parameters.coordinate] = line.ground.coordinate(line.point(at: place))
    frame[parameters.center] = line.ground.coordinate(line.mean(around: place + lookAhead, within: window / 2))
    frame[parameters.bearing] = bearings.degrees(at: time.seconds)
    frame[parameters.heading] = headings.turned(line.way(at: place, within: smoothing).heading, at: place)
    frame[parameters.progress] = place / length
    frame[parameters.distance] = place
    frame[parameters.remaining] = length - place
    frame[parameters.elevation] = record.elevation(at: place)
    let isUnderWay = time.seconds >= 0 && time.seconds < self.time
    frame[parameters.speed] =
      isRecorded ? record.speed(atShareOfTime: share, within: settling) : record.speed(at: place)
    if !isUnderWay, record.hasTimes { frame[parameters.speed] = 0 }
    return frame
  }
}

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

extension RouteLine {
  /// A point of the route, or of its straight continuation beyond its ends.
  private func extended(at distance: Double) -> Point {
    if distance < 0 { return points[0] + (points[0] - point(at: min(30, length))).normalized * -distance }
    guard distance > length else { return point(at: distance) }
    let end = points[points.count - 1]
    return end + (end - point(at: max(length - 30, 0))).normalized * (distance - length)
  }

  /// The compass direction from what lies behind a distance to what lies ahead, in degrees.
  func bearing(at distance: Double, within window: Double) -> Double {
    let (behind, ahead) = (
      mean(around: distance - window / 4, within: window / 4), mean(around: distance + window / 4, within: window / 4)
    )
    return compassDegrees(ahead - behind)
  }

  /// The mean of the points around a distance, near ones counting more.
  func mean(around distance: Double, within reach: Double) -> Point {
    Point(
      weightedMean(around: distance, within: reach) { extended(at: $0).x },
      weightedMean(around: distance, within: reach) { extended(at: $0).y })
  }
}

/// The mean of a function around a place, near values counting more.
private func weightedMean(around place: Double, within reach: Double, _ value: (Double) -> Double) -> Double {
  let steps = 24
  var (sum, weights) = (0.0, 0.0)
  for step in -steps...steps {
    let t = Double(step) / Double(steps + 1)
    let weight = (1 - t * t) * (1 - t * t)
    sum += value(place + t * reach) * weight
    weights += weight
  }
  return sum / weights
}
