import StageKit
import Timing

#if canImport(Glibc)
  import Glibc
#endif

/// The motion of a stage's leader as a spring follows it, at the instants of all frames.
struct FollowThrough: Sendable {
  /// The position, rotation and scale of a leader at an instant.
  struct Sample {
    var seconds: Double
    var position: Point
    /// In degrees.
    var rotation: Double
    var scale: Double

    fileprivate var numbers: [Double] { [position.x, position.y, rotation, scale] }
  }

  /// One each for the position across and down, the rotation and the scale.
  private let series: [NumberSeries]

  /// Nil without samples. In a loop the motion goes on from its end at its start.
  init?(_ samples: [Sample], spring: Spring, isLoop: Bool) {
    let times = samples.map(\.seconds)
    let ends = isLoop && times.count > 1 ? [times[times.count - 1] + times[1] - times[0]] : []
    let series = (0..<4).compactMap { index in
      NumberSeries(
        times: times + ends,
        values: Self.pulled(
          samples.map { $0.numbers[index] }, times, spring, isLoop: isLoop, isAngle: index == 2))
    }
    guard series.count == 4, !times.isEmpty else { return nil }
    self.series = series
  }

  /// The solution of m·x″ + c·x′ + k·x = k·p for a p on straight lines between its samples, exact at each of them.
  private static func pulled(
    _ goals: [Double], _ times: [Double], _ spring: Spring, isLoop: Bool, isAngle: Bool
  ) -> [Double] {
    guard let first = goals.first, let last = goals.last else { return [] }
    let motion = SpringMotion(spring)
    /// All places from a state on, and the state at the start of the next round.
    func run(_ start: (place: Double, speed: Double)) -> (places: [Double], end: (place: Double, speed: Double)) {
      var (place, speed) = start
      var places = [place]
      for index in goals.indices.dropLast() {
        (place, speed) = motion.step(
          from: place, speed: speed, goal: goals[index], to: goals[index + 1], duration: times[index + 1] - times[index]
        )
        places.append(place)
      }
      guard isLoop, times.count > 1 else { return (places, (place, speed)) }
      // The last frame's successor is the first one, whole turns further.
      let next = isAngle ? last + remainder(first - last, 360) : first
      (place, speed) = motion.step(from: place, speed: speed, goal: last, to: next, duration: times[1] - times[0])
      // Up to the instant at which the first frame comes again.
      places.append(place)
      return (places, (place - (next - first), speed))
    }
    let still = run((first, 0))
    guard isLoop, times.count > 1 else { return still.places }
    // A round maps its first state to the next one's by an affine map; the state that stays solves (1 − M)·x = b.
    let (a, b) = (run((first + 1, 0)).end, run((first, 1)).end)
    let (m11, m21) = (a.place - still.end.place, a.speed - still.end.speed)
    let (m12, m22) = (b.place - still.end.place, b.speed - still.end.speed)
    let determinant = (1 - m11) * (1 - m22) - m12 * m21
    guard abs(determinant) > 1e-12 else { return still.places }
    let (x, y) = (still.end.place - first, still.end.speed)
    return run((first + ((1 - m22) * x + m12 * y) / determinant, (m21 * x + (1 - m11) * y) / determinant)).places
  }

  /// Maps the space of the leader as it is now to where the spring has it.
  func correction(of placed: Placed, for parts: (position: Bool, rotation: Bool, scale: Bool), at seconds: Double)
    -> Transform
  {
    let numbers = series.map { $0.value(at: seconds) ?? 0 }
    let center = parts.position ? placed.position : placed.pivot
    let target = parts.position ? Point(numbers[0], numbers[1]) : center
    let turn = parts.rotation ? numbers[2] - placed.rotation : 0
    let own = placed.meanScale
    let growth = parts.scale && own > 0 ? max(numbers[3], 0) / own : 1
    return .translation(target) * .rotation(degrees: turn) * .scale(growth) * .translation(Point.zero - center)
  }
}
