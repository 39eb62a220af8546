import StageKit
import Timing

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
    let series = (0..<4).compactMap { index in
      NumberSeries(
        times: times, values: Self.pulled(samples.map { $0.numbers[index] }, times, spring, isLoop: isLoop))
    }
    guard series.count == 4, !times.isEmpty else { return nil }
    self.series = series
  }

  /// The solution of m·x″ + c·x′ + k·x = k·p for a p on straight lines between its samples, exact at each of them.
  private static func pulled(_ goals: [Double], _ times: [Double], _ spring: Spring, isLoop: Bool) -> [Double] {
    guard var place = goals.first else { return [] }
    let motion = SpringMotion(spring)
    var speed = 0.0
    var result: [Double] = []
    // In a loop it has swung in after some rounds.
    for _ in 0..<(isLoop ? 8 : 1) {
      result = [place]
      for index in goals.indices.dropLast() {
        let duration = times[index + 1] - times[index]
        (place, speed) = motion.step(
          from: place, speed: speed, goal: goals[index], to: goals[index + 1], duration: duration)
        result.append(place)
      }
      // In a loop the last frame's successor is the first one.
      if isLoop, times.count > 1, let first = goals.first, let last = goals.last {
        (place, speed) = motion.step(from: place, speed: speed, goal: last, to: first, duration: times[1] - times[0])
      }
    }
    return result
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
