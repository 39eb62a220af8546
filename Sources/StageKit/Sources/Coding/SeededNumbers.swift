/// A seeded random number generator, whose numbers are the same in every run: the only randomness that a stage may use.
///
/// Equal seeds give equal sequences; neighboring seeds give unrelated ones. Source: SplitMix64 of Steele, Lea and Flood,
/// Fast Splittable Pseudorandom Number Generators (2014).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Every seed is as good as any other, 0 included.
  public init(seed: UInt64) { state = seed }

  /// The next number, uniformly distributed over 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to below 1, in steps of 2⁻⁵³.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number from the lower bound up to below the upper bound.
  public mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// True with this probability.
  public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// A generator of its own, so that what one part draws does not change what the next part gets.
  public mutating func fork() -> SeededNumbers { SeededNumbers(seed: next()) }
}
