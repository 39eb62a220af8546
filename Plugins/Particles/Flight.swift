import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The way of something thrown, in closed form.
struct Flight {
  /// Points a second.
  var velocity: Point
  /// Points a second, every second.
  var gravity: Point
  /// By which share of its speed the air slows it down every second, as a rate; 0 for none.
  var drag: Double

  /// The offset from the place of the throw after some seconds.
  func way(after t: Double) -> Point {
    guard drag * t > 1e-6 else { return velocity * t + gravity * (t * t / 2) }
    // The solution of v' = g − k v.
    let decay = (1 - exp(-drag * t)) / drag
    return velocity * decay + gravity * ((t - decay) / drag)
  }
}
