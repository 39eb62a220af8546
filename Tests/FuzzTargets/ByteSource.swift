import StageKit

/// Choices read from the fuzzer's bytes; zeros when they have run out.
struct ByteSource {
  private var rest: ArraySlice<UInt8>
  /// The number of effects that drawings may still have.
  var effectsLeft = 4

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// From 0 to below `count`.
  mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// From 0 to 1.
  mutating func fraction() -> Double { Double(byte()) / 255 }

  /// Mostly a number near a small canvas, sometimes any bits at all.
  mutating func number() -> Double {
    let kind = byte()
    if kind < 250 { return (Double(kind) - 60 + fraction()) / 3 }
    var bits: UInt64 = 0
    for _ in 0..<8 { bits = bits << 8 | UInt64(byte()) }
    switch kind {
    case 250: return Double(bits % 2_000_000) - 1_000_000
    case 251: return 0
    case 252: return .infinity
    case 253: return .nan
    case 254: return 1e308
    default: return Double(bitPattern: bits)
    }
  }

  mutating func point() -> Point { Point(number(), number()) }

  mutating func color() -> Color { Color(fraction(), fraction(), fraction(), fraction()) }
}
