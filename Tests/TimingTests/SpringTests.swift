import Glibc
import Testing
import Timing

@Suite struct SpringTests {
  static let springs = [
    Spring(), Spring(initialVelocity: 5), Spring(initialVelocity: -20), Spring(mass: 2, stiffness: 50, damping: 0.5),
    Spring(damping: 20), Spring(damping: 20, initialVelocity: 30), Spring(damping: 20 + 1e-9),
    Spring(damping: 20 - 1e-9), Spring(damping: 60), Spring(damping: 60, initialVelocity: 80),
    Spring(damping: 60, initialVelocity: -4), Spring(damping: 5000), Spring(duration: 0.5, bounce: 0.3),
    Spring(duration: 0.8, bounce: -0.4), Spring(duration: 0.4, bounce: 0.9),
    Spring(response: 0.55, dampingRatio: 0.825),
  ]

  @Test("The default spring overshoots by 16.3 % at 0.363 s")
  func defaultOvershoot() {
    let spring = Spring()
    let peak = Double.pi / 75.0.squareRoot()
    #expect(isClose(peak, 0.363, within: 5e-4))
    #expect(isClose(spring.value(at: peak), 1 + exp(-5 * peak), within: 1e-12))
    #expect(isClose(spring.value(at: peak), 1.163, within: 5e-4))
    #expect(isClose(spring.velocity(at: peak), 0, within: 1e-12))
  }

  @Test("Every spring matches a numeric integration of its equation", arguments: springs)
  func matchesIntegration(spring: Spring) {
    // Runge-Kutta of fourth order on x″ = (k·(1 − x) − c·x′) / m.
    let stiff = spring.damping / spring.mass > 1000
    let step = stiff ? 2e-5 : 2e-4
    var x = 0.0
    var v = spring.initialVelocity
    func pull(_ x: Double, _ v: Double) -> Double { (spring.stiffness * (1 - x) - spring.damping * v) / spring.mass }
    for k in 1...5000 {
      let (x1, v1) = (v, pull(x, v))
      let (x2, v2) = (v + step / 2 * v1, pull(x + step / 2 * x1, v + step / 2 * v1))
      let (x3, v3) = (v + step / 2 * v2, pull(x + step / 2 * x2, v + step / 2 * v2))
      let (x4, v4) = (v + step * v3, pull(x + step * x3, v + step * v3))
      x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
      if k % 250 == 0 {
        #expect(isClose(spring.value(at: Double(k) * step), x, within: 1e-7))
        #expect(isClose(spring.velocity(at: Double(k) * step), v, within: 1e-5))
      }
    }
  }

  @Test("A spring starts at 0 with its own velocity", arguments: springs)
  func startsAtZero(spring: Spring) {
    #expect(spring.value(at: 0) == 0)
    #expect(spring.value(at: -1) == 0)
    #expect(spring.velocity(at: 0) == spring.initialVelocity)
    #expect(isClose(spring.value(at: 1e-9), spring.initialVelocity * 1e-9, within: 1e-12))
  }

  @Test("After settling a spring stays within 0.001, and just before it does not", arguments: springs)
  func settles(spring: Spring) {
    let settled = spring.settlingDuration
    #expect(abs(1 - spring.value(at: settled * (1 - 1e-9))) >= 0.001)
    for k in 0..<2000 { #expect(abs(1 - spring.value(at: settled * (1 + Double(k) / 500) + 1e-9)) < 0.001) }
  }

  @Test("Duration and bounce, or response and damping ratio, give the known constants")
  func knownConstants() {
    let spring = Spring(duration: 0.5, bounce: 0.3)
    #expect(isClose(spring.stiffness, 157.9, within: 0.05))
    #expect(isClose(spring.damping, 17.6, within: 0.05))
    #expect(spring == Spring(response: 0.5, dampingRatio: 0.7))
    #expect(isClose(Spring(duration: 1, bounce: -0.5).dampingRatio, 2))
    #expect(isClose(Spring(duration: 1, bounce: 0).dampingRatio, 1))
  }

  @Test("Critical damping has its own closed form")
  func criticalForm() {
    let spring = Spring(mass: 1, stiffness: 100, damping: 20, initialVelocity: 3)
    for t in [0.01, 0.1, 0.5, 1] {
      #expect(isClose(spring.value(at: t), 1 - exp(-10 * t) * (1 + 7 * t), within: 1e-14))
    }
  }

  @Test("As a curve a spring follows its closed form in seconds to nine tenths, and ends at exactly 1")
  func curveEndsAtOne() {
    for spring in Self.springs {
      let curve = Easing.spring(spring)
      for duration in [0.25, 1, spring.settlingDuration, 8] {
        #expect(curve.value(at: 0, over: duration) == 0)
        #expect(curve.value(at: 1, over: duration) == 1)
        #expect(isClose(curve.value(at: 1 - 1e-9, over: duration), 1, within: 1e-6))
        for share in [0.1, 0.3, 0.7, 0.9] {
          #expect(curve.value(at: share, over: duration) == spring.value(at: share * duration))
        }
      }
    }
  }

  @Test("A perceptual duration sets the pace as in SwiftUI: 1 − e^(−ωt)·(1 + ωt) with ω = 2π / duration without bounce")
  func perceptualDuration() {
    for duration in [0.2, 0.5, 1, 5] {
      let spring = Spring(duration: duration, bounce: 0)
      let frequency = 2 * Double.pi / duration
      #expect(isClose(spring.stiffness, frequency * frequency, within: 1e-9))
      #expect(isClose(spring.damping, 2 * frequency, within: 1e-9))
      for t in stride(from: 0.05, through: 1.75, by: 0.05) {
        let expected = 1 - exp(-frequency * t) * (1 + frequency * t)
        #expect(isClose(Easing.spring(spring).value(at: t / 2, over: 2), expected, within: 1e-12))
      }
      // The damping ratio of a bouncing one is what the bounce leaves.
      let bouncing = Spring(duration: duration, bounce: 0.4)
      let (a, b) = (0.6 * frequency, 0.8 * frequency)
      for t in [0.1, 0.4, 0.9, 1.6] {
        let expected = 1 - exp(-a * t) * (cos(b * t) + a / b * sin(b * t))
        #expect(isClose(Easing.spring(bouncing).value(at: t / 2, over: 2), expected, within: 1e-12))
      }
    }
  }

  @Test("A spring that has settled rests for what is left of its span")
  func restsAfterSettling() {
    let spring = Spring(duration: 0.2, bounce: 0.3)
    for share in stride(from: spring.settlingDuration / 5, through: 1, by: 0.01) {
      #expect(abs(Easing.spring(spring).value(at: share, over: 5) - 1) < 0.001 + 1e-9)
    }
  }

  @Test("A spring without damping never settles, and still ends as a curve")
  func undampedNeverSettles() {
    let spring = Spring(damping: 0)
    #expect(spring.settlingDuration == .infinity)
    #expect(isClose(spring.value(at: Double.pi / 10), 2, within: 1e-12))
    #expect(Easing.spring(spring).value(at: 1) == 1)
  }

  @Test("Odd constants are held in range")
  func oddConstantsAreHeld() {
    let odd = [Double.nan, .infinity, -.infinity, 0, -1, 1e308, 0x1p-1074]
    for a in odd {
      for b in odd {
        for spring in [
          Spring(mass: a, stiffness: b), Spring(damping: a, initialVelocity: b), Spring(mass: a, damping: b),
          Spring(duration: a, bounce: b), Spring(response: a, dampingRatio: b),
        ] {
          #expect(!spring.settlingDuration.isNaN && spring.settlingDuration >= 0)
          for t in odd { #expect(spring.value(at: t).isFinite && spring.velocity(at: t).isFinite, "\(spring) \(t)") }
        }
      }
    }
  }
}
