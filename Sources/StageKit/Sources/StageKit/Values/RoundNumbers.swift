#if canImport(Glibc)
  import Glibc
#endif

/// Round numbers in a range, such as those of an axis, whose steps are 1, 2 or 5 times a power of ten.
///
/// ```swift
/// let ticks = RoundNumbers.values(from: 0, to: 47, count: 5)  // 0, 10, 20, 30, 40
/// ```
///
/// Source: `ticks` of d3-array 3.2 and `nice` of d3-scale 4.0 (ISC license).
public enum RoundNumbers {
  /// The increment: the step where it is above 0, and minus its inverse where it is below, which is exact.
  private struct Spec {
    var first: Double
    var last: Double
    var increment: Double
  }

  /// More than there ever are for the counts that are asked for.
  private static let limit = 10_000.0

  private static func power(_ exponent: Double) -> Double { Double("1e\(Int(exponent))") ?? 1 }

  private static func spec(_ start: Double, _ stop: Double, _ count: Double) -> Spec {
    let step = (stop - start) / max(0, count)
    let exponent = log10(step).rounded(.down)
    guard exponent.isFinite else { return Spec(first: 0, last: -1, increment: .nan) }
    let error = step / power(exponent)
    let factor: Double =
      error >= 50.0.squareRoot() ? 10 : error >= 10.0.squareRoot() ? 5 : error >= 2.0.squareRoot() ? 2 : 1
    func rounded(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
    var result: Spec
    if exponent < 0 {
      let inverse = power(-exponent) / factor
      result = Spec(first: rounded(start * inverse), last: rounded(stop * inverse), increment: -inverse)
      if result.first / inverse < start { result.first += 1 }
      if result.last / inverse > stop { result.last -= 1 }
    } else {
      let increment = power(exponent) * factor
      result = Spec(first: rounded(start / increment), last: rounded(stop / increment), increment: increment)
      if result.first * increment < start { result.first += 1 }
      if result.last * increment > stop { result.last -= 1 }
    }
    if result.last < result.first, count >= 0.5, count < 2 { return spec(start, stop, count * 2) }
    return result
  }

  /// About `count` round numbers from `start` to `stop`, which is not below it, in order; `start` alone where both are equal.
  public static func values(from start: Double, to stop: Double, count: Int) -> [Double] {
    guard count > 0 else { return [] }
    if start == stop { return [start] }
    let spec = spec(start, stop, Double(count))
    guard spec.last >= spec.first, spec.last - spec.first <= Self.limit else { return [] }
    return (0...Int(spec.last - spec.first)).map { index in
      let whole = spec.first + Double(index)
      let tick = spec.increment < 0 ? whole / -spec.increment : whole * spec.increment
      // No "−0".
      return tick == 0 ? 0 : tick
    }
  }

  /// The distance from one of `values` to the next; nil where there is none.
  public static func step(from start: Double, to stop: Double, count: Int) -> Double? {
    guard count > 0, start < stop else { return nil }
    let increment = spec(start, stop, Double(count)).increment
    let step = increment < 0 ? 1 / -increment : increment
    return step.isFinite && step > 0 ? step : nil
  }

  /// The range with round numbers at its ends, about `count` of its steps long; a count of 0 leaves it as it is.
  public static func nice(_ range: ClosedRange<Double>, count: Int) -> ClosedRange<Double> {
    var (start, stop) = (range.lowerBound, range.upperBound)
    var last: Double?
    for _ in 0..<10 where count > 0 && start < stop {
      let step = spec(start, stop, Double(count)).increment
      if step == last { break }
      if step > 0 {
        (start, stop) = ((start / step).rounded(.down) * step, (stop / step).rounded(.up) * step)
      } else if step < 0 {
        (start, stop) = ((start * step).rounded(.up) / step, (stop * step).rounded(.down) / step)
      } else {
        break
      }
      last = step
    }
    return start.isFinite && stop.isFinite && start < stop ? start...stop : range
  }
}
