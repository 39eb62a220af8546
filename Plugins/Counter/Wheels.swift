import StageKit

/// The wheels of an odometer.
struct Wheels {
  /// A wheel's digit and how far it has turned to the next, from 0 to below 1.
  struct Wheel: Hashable {
    var digit: Int
    var turn: Double
    /// The presence of the digit, from 0, if nothing is written before the first digit, to 1.
    var presence: Double
  }

  /// The wheels of a number of steps, the lowest first; at least `fewest` are written, with zeros.
  ///
  /// The lowest turns evenly; each other one turns while the one below it goes from 9 to 0.
  static func wheels(_ steps: Double, count: Int, fewest: Int) -> [Wheel] {
    var result: [Wheel] = []
    var power = 1.0
    var carry = abs(steps) - abs(steps).rounded(.down)
    for index in 0..<count {
      let whole = (abs(steps) / power).rounded(.down)
      let digit = Int(whole.truncatingRemainder(dividingBy: 10))
      let presence = index < fewest || whole >= 1 ? 1 : carry
      result.append(Wheel(digit: digit, turn: carry, presence: presence))
      carry = digit == 9 ? carry : 0
      power *= 10
    }
    return result
  }
}
