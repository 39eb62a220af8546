/// Numbers that look random and are the same in every run: chance that a stage may use.
///
/// Equal seeds give equal sequences; seeds side by side give sequences that have nothing in common. Source: SplitMix64 of
/// Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Any seed will do, 0 too.
  public init(seed: UInt64) { state = seed }

  /// The next number, each of all 64-bit ones as likely.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
