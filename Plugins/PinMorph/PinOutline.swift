import StageKit

/// A pin's outline as a function of time: poses in a cycle, or the keyframes of a job.
struct PinOutline: Sendable {
  /// A cycle through poses: the last leg leads back to the first pose.
  private struct PoseCycle {
    let paths: Keyframes<MorphingPath>
    /// The same for the number of the pose.
    let numbers: Keyframes<Double>
  }

  /// The time from one jump to the next, in seconds.
  let period: Double
  /// The shares of the period at which the pin's flight, from the last pose but one to the landing, starts and ends.
  let flight: (start: Double, end: Double)
  /// At the start.
  let first: Path
  /// The least y of all poses.
  let top: Double
  let isBuiltIn: Bool
  let timing: PinTiming

  private let poses: PoseCycle?
  private let leap: Leap?
  private let animated: Animated<MorphingPath>

  /// The legs from each of five poses to the next and back to the first: crouch, stretch, squash, jump, land.
  static let jumpLegs: [(duration: Double, curve: Easing)] = [
    (0.120, .cubicBezier(0, 0, 0.2, 1)), (0.120, .cubicBezier(0.4, 0, 0.2, 1)), (0.120, .cubicBezier(0.4, 0, 0.2, 1)),
    (0.150, .cubicBezier(0.4, 0, 0.2, 1)), (0.180, .cubicBezier(0.4, 0, 1, 1)),
  ]
  static let jumpPeriod = 0.690

  /// Throws `StageError` where poses, keyframes and timing do not go together.
  init(_ parameters: PinMorph.Parameters) throws {
    let given = parameters.poses
    let outline = parameters.outline
    timing = parameters.timing
    isBuiltIn = given == nil && outline == nil
    if let given, outline != nil || given.isEmpty {
      throw StageError(
        given.isEmpty ? "there are no poses" : "'poses' and 'outline' exclude each other",
        parameter: parameters.$poses.location)
    }
    let paths = given ?? PinPoses.all
    if outline == nil, timing == .jump || timing == .leap, paths.count != Self.jumpLegs.count {
      throw StageError(
        "the timing '\(timing.rawValue)' needs \(Self.jumpLegs.count) poses, found \(paths.count)",
        parameter: parameters.$poses.location, hint: "The timing 'even' takes any number.")
    }
    let isJump = timing == .jump && outline == nil
    leap = timing == .leap && outline == nil ? Leap(paths) : nil
    period = parameters.period ?? (leap != nil ? Leap.period : isJump ? Self.jumpPeriod : 1)
    animated = outline ?? Animated(MorphingPath(paths[0]))
    first = animated.value(at: 0).path
    let shown = outline == nil && timing != .still ? paths : [first]
    top = (shown.compactMap { $0.bounds?.minY }.min() ?? 0) - (leap?.height ?? 0)
    if outline != nil || timing == .still || paths.count < 2 {
      poses = nil
      flight = (0, 1)
      return
    }
    if let leap {
      flight = (Leap.takeoff, Leap.landing)
      poses = Self.cycle(leap.paths, numbers: leap.numbers, times: leap.times, curves: leap.curves)
      return
    }
    let times: [Double]
    if isJump {
      let ends = Self.jumpLegs.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1.duration) }
      times = ends.dropLast().map { $0 / Self.jumpPeriod } + [1]
    } else {
      times = (0...paths.count).map { Double($0) / Double(paths.count) }
    }
    let curves = isJump ? Self.jumpLegs.map(\.curve) : []
    flight = (times[paths.count - 2], 1)
    poses = Self.cycle(paths + [paths[0]], numbers: times.indices.map { Double($0) }, times: times, curves: curves)
  }

  /// When the flight is half over, as a share of the period.
  var airShare: Double { (flight.start + flight.end) / 2 }

  /// True if it takes poses in turn.
  var jumps: Bool { poses != nil }

  private static func cycle(_ paths: [Path], numbers: [Double], times: [Double], curves: [Easing]) -> PoseCycle? {
    guard let paths = Keyframes(times: times, values: MorphingPath.sequence(paths), curves: curves),
      let numbers = Keyframes(times: times, values: numbers, curves: curves)
    else { return nil }
    return PoseCycle(paths: paths, numbers: numbers)
  }

  func path(at seconds: Double) -> Path {
    guard let poses else { return animated.value(at: seconds).path }
    let share = Cycle(at: seconds, period: period).fraction
    let path = poses.paths.value(at: share).path
    let lift = leap?.lift(at: share) ?? 0
    return lift > 0 ? path.transformed(by: .translation(0, -lift)) : path
  }

  /// The position among the poses; nil if a job's keyframes give it or nothing moves.
  func pose(at seconds: Double) -> Double? {
    poses?.numbers.value(at: Cycle(at: seconds, period: period).fraction)
  }
}
