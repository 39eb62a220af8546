import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// When dots take their turns.
struct Rhythm: Sendable {
  let period: Double
  /// Between dots, as a share of the period.
  let stagger: Double
  /// The length of a turn, as a share of the period.
  let active: Double

  /// When a dot's first whole turn begins, in seconds from 0 up to below the period.
  func firstTurn(ofDot index: Int) -> Double {
    let share = Double(index) * stagger
    return (share - share.rounded(.down)) * period
  }

  /// The height of a dot in its turn: 0 at rest, 1 at its height, smooth all along; the same after every period.
  func height(ofDot index: Int, at seconds: Double) -> Double {
    let behind = Cycle(at: seconds, period: period).fraction - Double(index) * stagger
    let share = (behind - behind.rounded(.down)) / active
    return share < 1 ? (1 - cos(2 * .pi * share)) / 2 : 0
  }
}

/// The motion of a dot in its turn.
enum DotMotion: String, CaseIterable, ParameterChoice {
  case bounce, swell, fade

  /// The drawing of a dot.
  struct Dot {
    /// In points.
    var rise = 0.0
    var scale = 1.0
    var opacity = 1.0
  }

  /// A dot at a height from 0 to 1 in its turn.
  func dot(_ height: Double, lift: Double) -> Dot {
    switch self {
    case .bounce: Dot(rise: height * lift)
    case .swell: Dot(scale: 0.72 + 0.5 * height)
    case .fade: Dot(opacity: 0.3 + 0.7 * height)
    }
  }
}
