import Glibc

/// The closed form of a spring's motion, u = e^(−at)·(C + (a − v₀)·S), with u the distance left, from 1.
///
/// C and S are cos bt and sin(bt)/b below critical damping, 1 and t at it, cosh bt and sinh(bt)/b above; with
/// a = c/2m, ω² = k/m and b = √|ω² − a²|. The forms meet without loss of precision near critical damping.
struct SpringSolution {
  private let a: Double
  private let b: Double
  private let squaredFrequency: Double
  private let isOverdamped: Bool
  private let startVelocity: Double

  /// Deviations below this count as settled.
  private static let threshold = 0.001

  init(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
    a = damping / (2 * mass)
    squaredFrequency = stiffness / mass
    let discriminant = squaredFrequency - a * a
    b = abs(discriminant).squareRoot()
    isOverdamped = discriminant < 0
    startVelocity = velocity
  }

  /// e^(−at)·C and e^(−at)·S.
  private func decay(at t: Double) -> (c: Double, s: Double) {
    if isOverdamped {
      // The slow rate a − b without cancellation.
      let slow = exp(-squaredFrequency / (a + b) * t)
      return (slow * (1 + exp(-2 * b * t)) / 2, slow * -expm1(-2 * b * t) / (2 * b))
    }
    let envelope = exp(-a * t)
    return (envelope * cos(b * t), envelope * (b > 0 ? sin(b * t) / b : t))
  }

  func remainder(at t: Double) -> Double {
    let (c, s) = decay(at: t)
    return c + (a - startVelocity) * s
  }

  func velocity(at t: Double) -> Double {
    let (c, s) = decay(at: t)
    return startVelocity * c + (squaredFrequency - a * startVelocity) * s
  }

  /// The distance left of one that begins anywhere, with any speed.
  func distance(at t: Double, from distance: Double, speed: Double) -> Double {
    let (c, s) = decay(at: t)
    return c * distance + s * (a * distance + speed)
  }

  /// The change per second of the distance left.
  func speed(at t: Double, from distance: Double, speed: Double) -> Double {
    let (c, s) = decay(at: t)
    return c * speed - s * (squaredFrequency * distance + a * speed)
  }

  /// The last time at which the distance left passes the threshold; infinite where that takes 1e12 seconds or more.
  var settlingDuration: Double {
    let duration = a > 0 ? lastCrossing : .infinity
    return duration < TimingLimits.magnitude ? duration : .infinity
  }

  private var lastCrossing: Double {
    let turn = firstTurn
    guard abs(remainder(at: turn)) >= Self.threshold else { return crossing(from: 0, to: turn) }
    var start = turn
    if !isOverdamped && b > 0 {
      // Each turn is smaller than the last by the same factor.
      let halfPeriod = Double.pi / b
      let turns = (log(abs(remainder(at: turn)) / Self.threshold) / (a * halfPeriod)).rounded(.down)
      start += max(turns, 0) * halfPeriod
      if abs(remainder(at: start)) < Self.threshold { start = max(start - halfPeriod, turn) }
      return crossing(from: start, to: start + halfPeriod)
    }
    var end = start + 1 / squaredFrequency.squareRoot()
    while abs(remainder(at: end)) >= Self.threshold && end < TimingLimits.magnitude { end += end - start }
    return crossing(from: start, to: end)
  }

  /// The first time from 0 on at which the velocity is 0; 0 if there is none.
  private var firstTurn: Double {
    let pull = squaredFrequency - a * startVelocity
    if startVelocity == 0 { return 0 }
    if isOverdamped {
      let ratio = -startVelocity * b / pull
      return ratio > 0 && ratio < 1 ? atanh(ratio) / b : 0
    }
    if b == 0 {
      let time = -startVelocity / pull
      return time.isFinite ? max(time, 0) : 0
    }
    let angle = atan2(-startVelocity * b, pull)
    return (angle < 0 ? angle + Double.pi : angle) / b
  }

  /// The point at which |u|, which falls from `start` to `end`, passes the threshold.
  private func crossing(from start: Double, to end: Double) -> Double {
    var low = start
    var high = end
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { break }
      if abs(remainder(at: middle)) >= Self.threshold { low = middle } else { high = middle }
    }
    return high
  }
}
