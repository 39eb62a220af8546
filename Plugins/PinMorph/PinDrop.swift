import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A fall to the ground, where it is squashed and settles.
struct PinDrop: Sendable {
  struct State: Sendable {
    /// Above the ground, in heights of the pin.
    var height: Double
    /// The factor by which it is taller, and narrower.
    var stretch: Double

    static let settled = State(height: 0, stretch: 1)
  }

  let duration: Double

  /// When it reaches the ground.
  var landing: Double { TimeGrid.snapped(duration * 0.45) }

  func state(at seconds: Double) -> State {
    if seconds < landing {
      let t = max(seconds, 0) / landing
      return State(height: 1.8 * (1 - t * t), stretch: 1 + 0.14 * t)
    }
    guard seconds < duration else { return .settled }
    let t = (seconds - landing) / (duration - landing)
    // A spring that dies down, to nothing at the end.
    return State(
      height: 0, stretch: 1 - 0.26 * exp(-4 * t) * sin(3 * .pi * t + 0.5 * t) * (1 - t * t) + 0.14 * exp(-30 * t))
  }
}
