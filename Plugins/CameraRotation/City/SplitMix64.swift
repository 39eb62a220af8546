/// A small generator of numbers that depend on its seed alone. Source: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators" (2014).
struct SplitMix64 {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// From 0 up to below 1, in steps of 2⁻⁵³.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// From −1 up to below 1.
  mutating func signed() -> Double { 2 * unit() - 1 }

  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// A generator of its own, so that what one part draws does not disturb the next.
  mutating func fork() -> SplitMix64 { SplitMix64(next()) }
}
