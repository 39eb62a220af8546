import StageKit

/// The instants of a shutter that parts of a drawing show, where those that move farthest are drawn at `count` of them.
///
/// A part that needs fewer shows some of the same instants, each as often, so that equal drawings follow one another.
struct ChosenInstants: Equatable {
  /// The number of instants.
  let count: Int
  /// The divisors of the number of instants, from 2 on: a part may show any of these.
  private let divisors: [Int]
  /// The share of its need that each part gets.
  private let quality: Double
  /// The factor of all needs: where several parts move in their own ways, their errors add up.
  private let margin: Double

  /// Computes the number from the needs of a drawing's parts: the part that moves farthest gets the number that it
  /// needs, times `quality`, rounded up to one that others divide evenly, and at most `most`.
  init(needed: Set<Double>, most: Int, quality: Double = 1) {
    let needed = needed.map { $0 * quality }
    margin = needed.count { $0 > 1 } > 1 ? 1.2 : 1
    let greatest = (needed.max() ?? 0) * margin
    var count = min(max((greatest - 1e-6).rounded(.up), 1), Double(most))
    if count > 2 { count = (count / 4).rounded(.up) * 4 }
    if count > 8, needed.contains(where: { $0 > 1 && $0 < greatest / 2 }) {
      var step = 4.0
      while step * 12 <= count { step *= 2 }
      count = (count / step).rounded(.up) * step
    }
    self.count = min(Int(count), most)
    self.quality = quality
    divisors = (1...self.count).dropFirst().filter { [count = self.count] in count % $0 == 0 }
  }

  /// The number of instants that a part shows, from what it needs; it divides `count`.
  func fitting(_ needed: Double) -> Int {
    if needed * quality <= 1 { return 1 }
    let needed = needed * quality * margin
    return divisors.first { divisor in
      // With an even number of instants to one, those that are shown lie on both sides of the middle in turn.
      let isEven = (count / divisor).isMultiple(of: 2)
      if isEven {
        return divisor.isMultiple(of: 2) && Double(divisor) >= needed * (1 + Double(divisor) / Double(count))
      }
      return Double(divisor) >= needed - 1e-6
    } ?? count
  }

  /// The instants that a part shows of which it shows `shown`; none for one, which shows the middle of the shutter.
  func indexes(_ shown: Int) -> [Int] {
    if shown == 1 { return [] }
    let size = count / shown
    return (0..<shown).map { $0 * size + size / 2 - (size.isMultiple(of: 2) && $0.isMultiple(of: 2) ? 1 : 0) }
  }
}

/// The least number that both divide; both are above 0.
func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
  var (x, y) = (a, b)
  while y != 0 { (x, y) = (y, x % y) }
  return a / x * b
}
