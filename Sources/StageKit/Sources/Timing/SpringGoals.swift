/// Goals at times, to which springs pull a value with the speed that it has when its goal changes.
///
/// Every instant has a closed form: the value is a sum of all goals, whose shares a spring moves between one change and the
/// next.
struct SpringGoals: Hashable, Sendable {
  /// The way from one change of the goal to the next.
  private struct Leg: Hashable {
    let start: Double
    let spring: Spring
    /// The share of each goal in the value, less what it will be at rest, and its change per second; both at the start.
    let distances: [Double]
    let speeds: [Double]

    private var solution: SpringSolution {
      SpringSolution(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, velocity: 0)
    }

    func distances(at time: Double) -> [Double] {
      let motion = solution
      return zip(distances, speeds).map { motion.distance(at: time - start, from: $0, speed: $1) }
    }

    func speeds(at time: Double) -> [Double] {
      let motion = solution
      return zip(distances, speeds).map { motion.speed(at: time - start, from: $0, speed: $1) }
    }
  }

  private let legs: [Leg]
  /// The time from which the value is the last goal.
  let rest: Double

  /// One spring for each time, the first of which is never used: the value begins at its first goal.
  init(times: [Double], springs: [Spring]) {
    var legs: [Leg] = []
    for index in times.indices {
      var distances = Array(repeating: 0.0, count: times.count)
      var speeds = distances
      if let last = legs.last {
        distances = last.distances(at: times[index])
        speeds = last.speeds(at: times[index])
        distances[index - 1] += 1
        distances[index] -= 1
        // A spring's own speed counts ways from 0 to 1; this one's is as long as the distance.
        speeds = zip(speeds, distances).map { $0 - springs[index].initialVelocity * $1 }
      }
      legs.append(Leg(start: times[index], spring: springs[index], distances: distances, speeds: speeds))
    }
    self.legs = legs
    rest = legs.last.map(Self.rest) ?? 0
  }

  /// When all shares stay within 0.001 of what they are at rest.
  private static func rest(of leg: Leg) -> Double {
    if leg.distances.allSatisfy({ $0 == 0 }), leg.speeds.allSatisfy({ $0 == 0 }) { return leg.start }
    let usual = leg.spring.settlingDuration
    guard usual.isFinite else { return .infinity }
    // A speed of its own makes it swing for longer; after eight times as long nothing that could be seen is left.
    for part in 4...32 {
      let time = leg.start + usual * Double(part) / 4
      let isCalm = (0..<4).allSatisfy { step in
        leg.distances(at: time + usual * Double(step) / 16).allSatisfy { abs($0) < 0.001 }
      }
      if isCalm { return time }
    }
    return leg.start + usual * 8
  }

  /// The value at a time between the goals' values.
  func value<Value: Interpolatable>(at time: Double, of goals: [Value]) -> Value {
    guard let index = legs.lastIndex(where: { $0.start - TimingLimits.tolerance <= time }) else { return goals[0] }
    let goal = goals[index]
    if time >= rest, index == legs.count - 1 { return goal }
    let shares = legs[index].distances(at: max(time, legs[index].start))
    // The greatest share first, so that values which are clamped, such as colors, are mixed within their range as far as can be.
    let parts = shares.indices.map { (goal: goals[$0], share: shares[$0] + ($0 == index ? 1 : 0)) }
      .filter { $0.share != 0 }.sorted { $0.share > $1.share }
    guard var value = parts.first?.goal, var sum = parts.first?.share else { return goal }
    for part in parts.dropFirst() {
      sum += part.share
      value = value.interpolated(to: part.goal, at: part.share / sum)
    }
    return value
  }
}
