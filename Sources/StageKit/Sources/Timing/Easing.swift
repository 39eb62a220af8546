/// A function from progress to progress: how a motion spends its time.
///
/// Every curve but `steps` and some `linearStops` goes from 0 at 0 to 1 at 1.
///
/// ```swift
/// let share = Easing.easeInOut.value(at: min(time.seconds / 2, 1))
/// frame.drawing.fill(.circle(center: box.center, radius: 40 * share), .white)
/// ```
public enum Easing: Hashable, Sendable {
  /// The identity, outside 0…1 too.
  case linear

  /// CSS `cubic-bezier(x1, y1, x2, y2)`; the x values are clamped to 0…1.
  case cubicBezier(Double, Double, Double, Double)

  /// CSS `steps(n, term)`; fewer than 1 step (2 for `jumpNone`) count as that many.
  case steps(Int, JumpTerm)

  /// CSS `linear(…)`.
  case linearStops(LinearStops)

  /// A spring that pulls from 0 to 1 in its own time: `spring.value(at: t × duration)`.
  ///
  /// Once settled it rests at 1. What is missing at the end is blended in over the last tenth, so that progress 1 gives
  /// exactly 1 also where the span is shorter than `spring.settlingDuration`.
  case spring(Spring)

  /// A curve of one of Penner's families.
  case preset(EasingPreset)

  /// Starts and ends without a jolt: Perlin's quintic, whose speed and acceleration are 0 at both ends. It rests before and after.
  case smooth

  /// Material Design 3's emphasized curve: two Béziers that meet at a sixth of the time, at 0.4. It rests before and after.
  case materialEmphasized

  /// The jumps of a stepped curve: at the start of each interval, at its end, at neither or at both ends of the whole.
  public enum JumpTerm: String, Hashable, Sendable, CaseIterable {
    case jumpStart = "jump-start"
    case jumpEnd = "jump-end"
    case jumpNone = "jump-none"
    case jumpBoth = "jump-both"
  }

  /// Starts slowly: `cubic-bezier(0.42, 0, 1, 1)`.
  public static let easeIn = Easing.cubicBezier(0.42, 0, 1, 1)

  /// Ends slowly: `cubic-bezier(0, 0, 0.58, 1)`.
  public static let easeOut = Easing.cubicBezier(0, 0, 0.58, 1)

  /// Starts and ends slowly: `cubic-bezier(0.42, 0, 0.58, 1)`.
  public static let easeInOut = Easing.cubicBezier(0.42, 0, 0.58, 1)

  /// The usual curve of a motion from one rest to another: starts and ends slowly.
  public static let usual = easeInOut

  /// The usual curve of what appears: starts fast and settles slowly, `cubic-bezier(0.16, 1, 0.3, 1)`.
  public static let usualArrival = Easing.cubicBezier(0.16, 1, 0.3, 1)

  /// The curve named `default` and, in CSS, `ease`: `cubic-bezier(0.25, 0.1, 0.25, 1)`.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let ease = Easing.cubicBezier(0.25, 0.1, 0.25, 1)

  /// The curve's output at `progress`, as CSS Easing Functions Level 2 defines it.
  ///
  /// Outside 0…1, Béziers follow their end tangents, stops their outermost segments, steps go on stepping, and springs
  /// and presets stay at 0 and 1. A step is taken up to 1e-9 of a step early. NaN counts as 0, and inputs and outputs are clamped
  /// to ±1e12.
  ///
  /// - `duration`: How long progress takes from 0 to 1, in seconds; springs alone depend on it.
  /// - `before`: The CSS "before" flag: at exactly a step, gives the value below it. For filling backwards.
  public func value(at progress: Double, over duration: Double = 1, before: Bool = false) -> Double {
    let t = bounded(progress)
    switch self {
    case .linear: return t
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return bounded(CubicBezier(x1, y1, x2, y2).value(at: t))
    case .steps(let count, let term): return bounded(steppedValue(at: t, count: count, term: term, before: before))
    case .linearStops(let stops): return bounded(stops.value(at: t, before: before))
    case .spring(let spring): return bounded(spring.value(atShare: t, of: duration))
    case .preset(let preset): return preset.value(at: t)
    case .smooth:
      let x = min(max(t, 0), 1)
      return x * x * x * (x * (x * 6 - 15) + 10)
    case .materialEmphasized:
      let x = min(max(t, 0), 1)
      return x < 1.0 / 6
        ? 0.4 * CubicBezier(0.3, 0, 0.8, 0.15).value(at: x * 6)
        : 0.4 + 0.6 * CubicBezier(0.05, 0.7, 0.1, 1).value(at: (x * 6 - 1) / 5)
    }
  }
}

/// CSS Easing Functions Level 2, "Output of a step easing function".
private func steppedValue(at t: Double, count: Int, term: Easing.JumpTerm, before: Bool) -> Double {
  let steps = Double(max(count, term == .jumpNone ? 2 : 1))
  let position = t * steps
  var step = wholePart(position)
  let isAtJump = abs(position - step) <= TimingLimits.tolerance
  if term == .jumpStart || term == .jumpBoth { step += 1 }
  if before && isAtJump { step -= 1 }
  if t >= 0 { step = max(step, 0) }
  let jumps =
    switch term {
    case .jumpStart, .jumpEnd: steps
    case .jumpNone: steps - 1
    case .jumpBoth: steps + 1
    }
  if t <= 1 { step = min(step, jumps) }
  return step / jumps
}
