import Glibc

/// A curve of one of Penner's families, by the formulas that easings.net publishes.
///
/// It rests at 0 before its start and at 1 after its end.
public struct EasingPreset: Hashable, Sendable {
  /// The shape of a motion.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    case sine, quad, cubic, quart, quint, expo, circ, back, elastic, bounce
  }

  /// The slow part of a motion: its start, its end or both.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case start = "in"
    case end = "out"
    case both = "in-out"
  }

  /// The kind of function.
  public var family: Family
  /// The slow part.
  public var direction: Direction

  /// The curve of a family in a direction.
  public init(_ family: Family, _ direction: Direction) {
    self.family = family
    self.direction = direction
  }

  /// As jobs write it, such as `back-out`.
  public var name: String { "\(family)-\(direction.rawValue)" }

  /// All of them, family by family.
  public static let all = Family.allCases.flatMap { family in
    Direction.allCases.map { EasingPreset(family, $0) }
  }

  func value(at t: Double) -> Double {
    if t <= 0 { return 0 }
    if t >= 1 { return 1 }
    return switch direction {
    case .start: family.slowStart(t)
    case .end: 1 - family.slowStart(1 - t)
    case .both:
      t < 0.5
        ? family.slowStart(2 * t, isHalf: true) / 2 : 1 - family.slowStart(2 - 2 * t, isHalf: true) / 2
    }
  }
}

extension EasingPreset.Family {
  /// The family where it is slow at the start. As a half of a curve that is slow at both ends, `back` goes back by 1.525
  /// times as much, and `elastic` swings by a period of 0.45 and not of 0.3.
  fileprivate func slowStart(_ t: Double, isHalf: Bool = false) -> Double {
    switch self {
    case .sine: return 1 - cos(t * .pi / 2)
    case .quad: return t * t
    case .cubic: return t * t * t
    case .quart: return t * t * t * t
    case .quint: return t * t * t * t * t
    case .expo: return exp2(10 * t - 10)
    case .circ: return 1 - (1 - t * t).squareRoot()
    case .back:
      let overshoot = isHalf ? 1.70158 * 1.525 : 1.70158
      return t * t * ((overshoot + 1) * t - overshoot)
    case .elastic:
      let swing =
        isHalf ? sin((10 * t - 11.125) * 2 * .pi / 4.5) : sin((10 * t - 10.75) * 2 * .pi / 3)
      return -exp2(10 * t - 10) * swing
    case .bounce: return 1 - Self.bounce(1 - t)
    }
  }

  /// A ball that falls to 1 and bounces three times.
  private static func bounce(_ t: Double) -> Double {
    let width = 2.75
    let (center, height): (Double, Double) =
      switch t * width {
      case ..<1: (0, 0)
      case ..<2: (1.5, 0.75)
      case ..<2.5: (2.25, 0.9375)
      default: (2.625, 0.984375)
      }
    let offset = t - center / width
    return 7.5625 * offset * offset + height
  }
}
