import StageKit

/// A light that passes over a box from left to right.
struct Shimmer: Sendable {
  let box: Rect
  /// The width of the light, as a share of the box's width.
  let band: Double
  /// In degrees clockwise from upright.
  let angle: Double
  let period: Double
  /// A share of the period.
  let rest: Double
  let curve: Easing

  /// The progress at a time: 0 before it enters, 1 after it has left; the same after every period.
  func progress(at seconds: Double) -> Double {
    let share = Cycle(at: seconds, period: period).fraction / (1 - rest)
    return share < 1 ? min(max(curve.value(at: share, over: period * (1 - rest)), 0), 1) : 1
  }

  /// The plain color while the light is outside of the box.
  func paint(_ progress: Double, from color: Color, to highlight: Color) -> Paint {
    guard progress > 0, progress < 1 else { return .color(color) }
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let direction = Point(cosine, sine)
    // The light's way is as long as the box is in its direction, and the light itself.
    let half = (box.width * cosine + box.height * abs(sine)) / 2
    let width = band * box.width
    let middle = box.center + direction * ((2 * progress - 1) * (half + width / 2))
    // A raised cosine, as straight pieces that the eye takes for one.
    let rising = [0, 0.067, 0.25, 0.5, 0.75, 0.933]
    let stops = (rising + [1] + rising.reversed()).enumerated().map { index, share in
      GradientStop(Double(index) / 12, color.interpolated(to: highlight, at: share))
    }
    return .linear(from: middle - direction * (width / 2), to: middle + direction * (width / 2), stops: stops)
  }
}
