import StageKit

/// Smooth chance over time, always the same for a seed.
struct ScriptNoise {
  let seed: UInt64

  /// A number from -1 to 1 at a place, in a series of a number; it goes from one whole place to the next smoothly.
  func value(at place: Double, _ series: Int) -> Double {
    guard place.isFinite, abs(place) < 1e12 else { return 0 }
    let whole = place.rounded(.down)
    let t = place - whole
    let share = t * t * (3 - 2 * t)
    let (a, b) = (number(Int(whole), series), number(Int(whole) + 1, series))
    return a + (b - a) * share
  }

  private func number(_ place: Int, _ series: Int) -> Double {
    var numbers = SeededNumbers(
      seed: seed &+ UInt64(bitPattern: Int64(place)) &* 0x9E37_79B9 &+ UInt64(series) &* 0x85EB_CA6B)
    return numbers.unit() * 2 - 1
  }
}
