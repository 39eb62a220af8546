import StageKit

/// A small bar that shrinks and lifts, and comes back.
struct BarPin: Sendable {
  struct State: Hashable, Sendable {
    var scale: Double
    /// In points, before any zoom.
    var lift: Double
  }

  static let color = Color.white.opacity(0.9)
  private static let shape = Path.roundedRect(Rect(center: .zero, size: Size(12, 6)), radius: 1)

  /// One way, in seconds.
  let duration: Double

  /// There on ease-in, and back the way it went.
  func state(at seconds: Double) -> State {
    let share = 2 * Cycle(at: seconds, period: 2 * duration).fraction
    let progress = Easing.easeIn.value(at: share <= 1 ? share : 2 - share)
    return State(scale: 1 - 0.5 * progress, lift: 4 * progress)
  }

  func draw(_ state: State, _ color: Color, at point: Point, zoom: Double, into list: inout DisplayList) {
    guard zoom > 1e-6, zoom.isFinite else { return }
    list.fill(
      Self.shape, color,
      transform: .translation(point.x, point.y - state.lift * zoom) * .scale(zoom * state.scale))
  }
}
