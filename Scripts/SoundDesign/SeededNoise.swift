/// White noise from a seed: the same numbers on every machine (xorshift64*).
struct SeededNoise {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number from 0 up to but not including 1.
  mutating func unit() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(UInt64(1) << 53)
  }

  /// A number from -1 up to but not including 1.
  mutating func next() -> Double { unit() * 2 - 1 }
}
