import Testing
import Timing

@Suite("Springs toward goals")
struct SpringGoalsTests {
  private let spring = Spring(mass: 1, stiffness: 80, damping: 6)

  private func frames(_ times: [Double], _ values: [Double]) throws -> Keyframes<Double> {
    try keyframes(times: times, values: values, curves: [.spring(spring)], mode: .springs)
  }

  @Test("Undisturbed, the value is that of the spring")
  func alone() throws {
    let frames = try frames([0.5, 1], [10, 30])
    for time in [0.0, 0.5, 0.9] { #expect(frames.value(at: time) == 10) }
    for time in [1.1, 1.4, 2] { #expect(abs(frames.value(at: time) - (10 + 20 * spring.value(at: time - 1))) < 1e-9) }
  }

  @Test("A new goal takes over the place and the speed: the equation of the spring, integrated step by step")
  func interrupted() throws {
    let frames = try frames([0, 0.2, 0.45, 0.6], [0, 100, -40, 60])
    // Semi-implicit steps of a hundred thousandth of a second.
    var (x, v, time) = (0.0, 0.0, 0.0)
    let step = 1e-5
    for index in 0..<120_000 {
      let goal = time < 0.2 - 1e-9 ? 0.0 : time < 0.45 - 1e-9 ? 100 : time < 0.6 - 1e-9 ? -40 : 60
      v += step * (80 * (goal - x) - 6 * v)
      x += step * v
      time = Double(index + 1) * step
      if index % 5000 == 4999 { #expect(abs(frames.value(at: time) - x) < 0.02, "at \(time)") }
    }
  }

  @Test("Place and speed are continuous where goals change")
  func continuity() throws {
    let frames = try frames([0, 0.2, 0.31], [0, 100, 20])
    let h = 1e-6
    for time in [0.2, 0.31] {
      #expect(abs(frames.value(at: time + h) - frames.value(at: time - h)) < 0.01)
      let before = (frames.value(at: time - h) - frames.value(at: time - 2 * h)) / h
      let after = (frames.value(at: time + 2 * h) - frames.value(at: time + h)) / h
      #expect(abs(before - after) < 0.1)
    }
  }

  @Test("It rests at its last goal")
  func rest() throws {
    let frames = try frames([0, 0.2, 0.31], [0, 100, 20])
    #expect(
      frames.restTime > 0.31 + spring.settlingDuration * 0.9 && frames.restTime < 0.31 + 8 * spring.settlingDuration)
    #expect(frames.value(at: frames.restTime) == 20)
    #expect(abs(frames.value(at: frames.restTime - 1e-6) - 20) < 0.2)
  }

  @Test("A spring's own speed is added to that of the value")
  func ownSpeed() throws {
    let pushed = Spring(mass: 1, stiffness: 100, damping: 6, initialVelocity: 5)
    let frames = try keyframes(times: [0, 0.5], values: [0, 100], curves: [.spring(pushed)], mode: .springs)
    for time in [0.1, 0.4, 1] { #expect(abs(frames.value(at: 0.5 + time) - 100 * pushed.value(at: time)) < 1e-9) }
  }
}
