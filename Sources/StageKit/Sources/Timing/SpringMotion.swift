/// The motion of what a spring pulls after a goal that moves.
public struct SpringMotion: Sendable {
  private let solution: SpringSolution
  /// The time by which it stays behind a goal of even speed.
  private let delay: Double

  /// The motion that a spring gives; its initial velocity does not count.
  public init(_ spring: Spring) {
    solution = SpringSolution(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, velocity: 0)
    delay = spring.damping / spring.stiffness
  }

  /// The place and the speed after a time in which the goal goes evenly from one place to another: in closed form, for any
  /// duration above 0.
  public func step(
    from place: Double, speed: Double, goal: Double, to nextGoal: Double, duration: Double
  ) -> (place: Double, speed: Double) {
    let pace = (nextGoal - goal) / duration
    let distance = place - (goal - pace * delay)
    return (
      nextGoal - pace * delay + solution.distance(at: duration, from: distance, speed: speed - pace),
      pace + solution.speed(at: duration, from: distance, speed: speed - pace)
    )
  }
}
