import StageKit

/// A jump with weight: the pin crouches, springs off, slows down as it rises, hangs, falls faster and faster, is squashed
/// where it lands, and settles.
///
/// Its height is a throw's parabola; its poses are morphed on the way.
struct Leap: Sendable {
  static let period = 0.690
  /// When it leaves the ground and when it is back, as shares of the period.
  static let takeoff = 0.17 / period
  static let landing = 0.51 / period

  /// The poses in turn, by their numbers, with the time at which each is taken and the curve to the next.
  private static let legs: [(pose: Int, seconds: Double, curve: Easing)] = [
    (0, 0, .cubicBezier(0.3, 0, 0.5, 1)), (3, 0.11, .cubicBezier(0.5, 0, 0.9, 0.6)),
    (2, 0.17, .cubicBezier(0.2, 0.4, 0.4, 1)), (4, 0.34, .cubicBezier(0.6, 0, 0.8, 0.6)),
    (2, 0.51, .cubicBezier(0.1, 0.7, 0.3, 1)), (3, 0.57, .cubicBezier(0.3, 0, 0.3, 1.25)), (0, period, .linear),
  ]
  /// The height of the leap, as a multiple of that of its pose in the air.
  private static let reach = 1.3

  /// Poses on the ground, the one in the air among them.
  let paths: [Path]
  /// Their numbers; the last is the count, on the way back to the first.
  let numbers: [Double]
  let times: [Double]
  let curves: [Easing]
  /// At the top, in the poses' units.
  let height: Double

  /// Five poses: standing, crouching, stretching up, squashed, in the air.
  init(_ poses: [Path]) {
    let ground = poses[0].bounds?.maxY ?? 0
    let lift = max(ground - (poses[4].bounds?.maxY ?? ground), 0)
    height = Self.reach * lift
    let landed = Array(poses[..<4]) + [poses[4].transformed(by: .translation(0, lift))]
    paths = Self.legs.map { landed[$0.pose] }
    numbers = Self.legs.dropLast().map { Double($0.pose) } + [Double(poses.count)]
    times = Self.legs.map { $0.seconds / Self.period }
    curves = Self.legs.dropLast().map(\.curve)
  }

  /// The height at a share of the period: 4·h·τ·(1 − τ), with τ the share of the flight.
  func lift(at share: Double) -> Double {
    let flight = (share - Self.takeoff) / (Self.landing - Self.takeoff)
    return flight > 0 && flight < 1 ? 4 * height * flight * (1 - flight) : 0
  }
}
