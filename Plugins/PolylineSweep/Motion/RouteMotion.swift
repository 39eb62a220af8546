import StageKit

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
    @Parameter("The pace: by distance, or as recorded, without or with the time in gaps, as 'gaps' says.")
    var pace = RouteMotion.Pace.even
    @Parameter(
      "The stops of a recorded pace: as long as they were, shortened to 'longestStop', or none. A stop is where it gets no farther "
        + "than 8 m in 24 s or more; the wait in a gap is one, too.")
    var stops = RouteStops.keep
    @Parameter(
      "The longest stop of a recorded pace whose stops are shortened, in the recording's time.", .nonnegative(.seconds))
    var longestStop = 60.0
    @Parameter("The least rise that counts as climbed; smaller ones are a receiver's errors.", .positive(.meters))
    var climbThreshold = 1.5
    @Parameter(
      "The hours by which the time of day is ahead of UTC; by default as the file says, or else 0.", .range(-14...14))
    var utcOffset: Double?
    @Parameter("Whether it goes from the route's end to its start.") var reverse = false
    @Parameter("The time by which 'center' is ahead.", .range(0...10, .seconds)) var lookAhead = 0.0
    @Parameter(
      "The time over which 'center' and 'bearing' are smoothed, half of it before an instant and half after, so that they do not "
        + "lag.", .range(0...10, .seconds), formerly: ["window"])
    var smoothTime = 0.3
    @Parameter(
      "The part of the route, before and behind the head, over which its heading is taken.", .positive(.meters))
    var smoothing = 12.0
    @Parameter("The greatest turn of 'bearing' in a second.", .positive(.degrees)) var turnRate = 60.0
    @Parameter("The greatest change of that turn in a second.", .positive(.degrees)) var turnAcceleration = 120.0
    @Include var shape: ShapeParameters
    @Include var lapLength: LapParameters
    @Parameter(
      "One clock for several recordings, whose pace is then as recorded: 'duration' is the time from the first of their starts to the "
        + "last of their ends. Without it, each has its own.")
    var clock: SharedClockParameters?

    let coordinate = Output<Coordinate>("Its place.")
    let center = Output<Coordinate>("A place ahead, smoothed, for a camera's input of this name.")
    let bearing = Output<Double>(
      "The compass direction of the way around it for a camera's 'heading', smoothed so that it turns as an operator would, "
        + "and does not lag; in degrees.")
    let heading = Output<Double>("The compass direction in which it goes, in degrees.")
    let progress = Output<Double>("The progress, from 0 to 1; for a line's input of this name.")
    let distance = Output<Double>(
      "The distance that it has come, in meters, without gaps unless these are lines.", unit: .meters)
    let remaining = Output<Double>("The distance that it has still to go, in meters.", unit: .meters)
    let elevation = Output<Double>(
      "The height of the way, in meters above the sea; missing where the file does not give it for more than 100 m.",
      unit: .meters)
    let speed = Output<Double>(
      "The recorded speed, in meters a second; missing where the file has no times, and in gaps.",
      unit: .metersPerSecond)
    let climb = Output<Double>(
      "The height that it has climbed, in meters, as devices count it: rises below 'climbThreshold' do not count. Missing without heights.",
      unit: .meters)
    let gradient = Output<Double>(
      "The rise of the way from 50 m before it to 50 m behind it, in percent; missing where the height is.")
    let heartRate = Output<Double>("Heartbeats a minute; missing where the file has none.")
    let cadence = Output<Double>(
      "Revolutions or steps a minute, as the device counts them; missing where the file has none.")
    let power = Output<Double>("The power, in watts; missing where the file has none.")
    let temperature = Output<Double>("The temperature, in degrees Celsius; missing where the file has none.")
    let elapsedTime = Output<Double>(
      "The recording's time since its start, in seconds, with stops and gaps; missing where the file has no times.")
    let movingTime = Output<Double>("The same without stops and gaps.")
    let timeOfDay = Output<Double>(
      "The time of day, in seconds since midnight; missing where the file has no times of day.")
    let lap = Output<Double>(
      "The number of the lap, from 1; missing where the file has none, unless 'lapLength' is given.")
    let lapTime = Output<Double>("The recording's time since the lap began, in seconds, with stops and gaps.")
    let lastLapTime = Output<Double>("The time of the lap before, in seconds; missing in the first one.")
    let lapDistance = Output<Double>("The distance since the lap began, in meters.", unit: .meters)
    let rank = Output<Double>("The place among the recordings of one clock, from 1, by the shares of their ways.")
    let gap = Output<Double>("The distance to the first of them, in meters; 0 for itself.", unit: .meters)
    let gapTime = Output<Double>("The recording's time since the first of them was here, in seconds; 0 for itself.")
    let arrived = Moment("It has reached the route's end.")

    /// The parameters of a motion.
    public init() {}
  }

  enum Pace: String, CaseIterable, ParameterChoice { case even, recorded }

  public static let definition = StageDefinition(
    Self.self, "route", version: 3,
    "Goes along a route, for cameras that follow, lines, pictures and counters; it draws nothing.", draws: false,
    handles: [.coordinate("route")],
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
  private let progress: RouteProgress
  private let record: RouteRecord
  private let centers: SmoothPath
  private let bearings: SmoothTurns
  private let headings: SmoothTurns
  private let laps: RouteLaps
  private let clock: SharedClock?
  /// Nil where the recording does not say when it was.
  private let utcOffset: Double?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let location = parameters.$route.location
    let track = try PolylineSweep.track(of: parameters.route, isReversed: parameters.reverse, at: location, context)
    let line = try PolylineSweep.line(along: track, parameters.shape.shape, of: parameters.route, at: location, context)
    self.line = line
    length = line.length
    let record = RouteRecord(
      track.parts, spans: line.recordedSpans, gaps: parameters.shape.gaps,
      longestStop: parameters.stops.longest(parameters.longestStop), climbThreshold: parameters.climbThreshold,
      isReversed: parameters.reverse)
    laps = try parameters.lapLength.laps(along: line, record)
    utcOffset = track.hasDates ? parameters.utcOffset.map { $0 * 3600 } ?? track.utcOffset ?? 0 : nil
    let isRecorded = parameters.pace == .recorded || parameters.clock != nil
    if !isRecorded, parameters.stops != .keep {
      context.warn("'stops' changes nothing where the pace is even. Set \"pace\": \"recorded\".")
    }
    if isRecorded, !record.hasTimes {
      throw record.lackOfTimes(
        parameters.route, at: parameters.clock == nil ? parameters.$pace.location : location,
        hint: parameters.clock == nil
          ? "Remove 'pace'; it goes by distance then." : "Remove 'clock'; it goes by distance then.")
    }
    clock = try Self.sharedClock(parameters, track, record, length: line.length, context)
    let progress =
      clock?.rider.progress
      ?? RouteProgress(
        time: parameters.duration, curve: parameters.curve ?? (isRecorded ? .linear : .usual), length: line.length,
        record: isRecorded ? record : nil)
    self.progress = progress
    self.record = clock?.rider.record ?? record
    let smoothing = parameters.smoothing
    let stretches = line.stretches
    let centers = SmoothPath(over: progress.time, averaging: parameters.smoothTime) { seconds in
      let place = progress.distance(at: seconds)
      return (line.point(at: place), stretches[line.part(at: place)])
    }
    self.centers = centers
    let reach = max(parameters.smoothTime / 2, 0.1)
    bearings = SmoothTurns(
      over: progress.time, rate: parameters.turnRate, acceleration: parameters.turnAcceleration,
      Self.turning { seconds in
        // Where it stands, the way itself has a direction.
        let way = line.way(at: progress.distance(at: seconds), within: smoothing)
        let stretch = centers.stretch(at: seconds)
        let course =
          centers.point(at: seconds + reach, in: stretch) - centers.point(at: seconds - reach, in: stretch)
        return course + way.end - way.start
      })
    headings = SmoothTurns(
      over: progress.time, averaging: Self.turnTime,
      Self.turning { seconds in
        let way = line.way(at: progress.distance(at: seconds), within: smoothing)
        return way.end - way.start
      })
  }

  /// The time, before and after an instant, over which the head turns at least, so that it does not do so in one frame.
  private static let turnTime = 0.12

  /// The compass direction of a course at times that grow, in degrees, with all turns so far.
  private static func turning(_ course: @escaping (Double) -> Point) -> (Double) -> Double {
    var last: Double?
    return { seconds in
      let direction = compassDegrees(course(seconds))
      let turned = last.map { $0 + (direction - $0).remainder(dividingBy: 360) } ?? direction
      last = turned
      return turned
    }
  }

  public var moments: [Moment.Time] { [parameters.arrived.at(progress.arrival)] }

  public var duration: Double? { progress.time }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let place = progress.distance(at: time.seconds)
    var frame = StageFrame(DisplayList())
    frame[parameters.coordinate] = line.ground.coordinate(line.point(at: place))
    frame[parameters.center] = line.ground.coordinate(centers.point(at: time.seconds + parameters.lookAhead))
    frame[parameters.bearing] = bearings.degrees(at: time.seconds)
    frame[parameters.heading] = headings.degrees(at: time.seconds)
    frame[parameters.progress] = place / length
    let gone = line.recorded(place)
    frame[parameters.distance] = gone
    frame[parameters.remaining] = line.recorded(length) - gone
    frame[parameters.elevation] = record.elevation(at: place)
    frame[parameters.climb] = record.climb(at: place)
    frame[parameters.gradient] = record.gradient(at: place)
    let recorded = progress.recordedPlace(at: time.seconds) ?? record.place(at: place)
    frame[parameters.heartRate] = record.heartRate(at: recorded)
    frame[parameters.cadence] = record.cadence(at: recorded)
    frame[parameters.power] = record.power(at: recorded)
    frame[parameters.temperature] = record.temperature(at: recorded)
    frame[parameters.elapsedTime] = record.elapsedTime(at: recorded)
    frame[parameters.movingTime] = record.movingTime(at: recorded)
    frame[parameters.timeOfDay] = utcOffset.flatMap { record.timeOfDay(at: recorded, utcOffset: $0) }
    publishLap(at: recorded, to: &frame)
    if let clock {
      let standing = clock.standing(at: time.seconds)
      frame[parameters.rank] = Double(standing.rank)
      frame[parameters.gap] = standing.gap
      frame[parameters.gapTime] = standing.gapTime
      if let instant = clock.instant(at: time.seconds) {
        frame[parameters.timeOfDay] = utcOffset.map { record.timeOfDay(of: instant, utcOffset: $0) }
      }
    }
    frame[parameters.speed] =
      progress.record == nil ? record.speed(at: place) : progress.recordedSpeed(at: time.seconds)
    if !progress.isUnderWay(at: time.seconds), record.hasTimes { frame[parameters.speed] = 0 }
    return frame
  }

  private func publishLap(at place: RouteRecord.Place, to frame: inout StageFrame) {
    guard let index = laps.index(at: place) else { return }
    let start = laps.laps[index].start
    frame[parameters.lap] = Double(laps.laps[index].number)
    frame[parameters.lapDistance] = line.recorded(place.distance) - line.recorded(start.distance)
    guard let now = record.elapsedTime(at: place), let began = record.elapsedTime(at: start) else { return }
    frame[parameters.lapTime] = now - began
    if index > 0 {
      frame[parameters.lastLapTime] = record.elapsedTime(at: laps.laps[index - 1].start).map { began - $0 }
    }
  }

  /// The clock that the way goes by with others; nil where a job asks for none.
  private static func sharedClock(
    _ parameters: Parameters, _ track: RouteTrack, _ record: RouteRecord, length: Double, _ context: any StageContext
  ) throws -> SharedClock? {
    guard let clock = parameters.clock else { return nil }
    guard parameters.stops == .keep else {
      throw StageError(
        "the stops of recordings with one clock are kept", parameter: parameters.$stops.location, hint: "Remove it.")
    }
    func check(_ track: RouteTrack, _ source: RouteSource, at location: String) throws {
      guard clock.align == .times, !track.hasDates else { return }
      throw StageError(
        "\(source.name) does not say when it was recorded", parameter: location,
        hint: "Set \"align\": \"starts\" in 'clock'.")
    }
    try check(track, parameters.route, at: parameters.$route.location)
    let others = try clock.with.enumerated().map { index, source in
      let location = "\(clock.$with.location)[\(index)]"
      let track = try PolylineSweep.track(of: source, isReversed: parameters.reverse, at: location, context)
      let line = try PolylineSweep.line(along: track, parameters.shape.shape, of: source, at: location, context)
      let record = RouteRecord(
        track.parts, spans: line.recordedSpans, gaps: parameters.shape.gaps, isReversed: parameters.reverse)
      guard record.hasTimes else { throw record.lackOfTimes(source, at: location, hint: "Leave it out.") }
      try check(track, source, at: location)
      return (record: record, length: line.length)
    }
    return SharedClock(
      [(record, length)] + others, clock.align, duration: parameters.duration, curve: parameters.curve ?? .linear,
      context)
  }
}

extension RouteSource {
  /// The file's name in messages.
  fileprivate var name: String {
    if case .file(let file, _) = self { "'\(file.literal)'" } else { "the route" }
  }
}

extension RouteRecord {
  /// The error of a way whose pace would be recorded.
  fileprivate func lackOfTimes(_ source: RouteSource, at location: String, hint: String) -> StageError {
    let share = Int(clock.timedShare * 100)
    return StageError(
      "\(source.name) has no times that grow from point to point" + (share > 0 ? " but for \(share) % of the way" : ""),
      parameter: location, hint: hint)
  }
}
