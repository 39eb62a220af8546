/// A 128-bit hash of a value's content, the same in every process and on every machine.
public struct Digest: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// A digest with these two halves, as `high` and `low` give them.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The digest of everything that `body` feeds to the hasher.
  @inlinable
  public init(_ body: (inout DigestHasher) -> Void) {
    var hasher = DigestHasher()
    body(&hasher)
    self = hasher.finalize()
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  public static func < (a: Digest, b: Digest) -> Bool { (a.high, a.low) < (b.high, b.low) }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A value whose content can be folded into a `Digest`; equal values feed equal bytes.
public protocol Digestible {
  /// Feeds everything that equality compares, in a fixed order.
  func digest(into hasher: inout DigestHasher)
}

extension Digestible {
  /// The digest of this value alone.
  public var digest: Digest { Digest { digest(into: &$0) } }
}

/// Folds a sequence of values into a `Digest`, in order.
///
/// Two 64-bit lanes, each updated by steps that are bijective for a given input, so no state is ever lost; the order
/// of values matters. Not meant against an adversary.
public struct DigestHasher: Sendable {
  @usableFromInline var a: UInt64 = 0x9E37_79B9_7F4A_7C15
  @usableFromInline var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// A hasher that has seen nothing.
  @inlinable public init() {}

  /// Takes in 64 bits.
  @inlinable
  public mutating func combine(_ value: UInt64) {
    a = (a ^ value) &* 0xFF51_AFD7_ED55_8CCD
    a ^= a >> 32
    b = ((b << 23) | (b >> 41)) &+ (value ^ a) &* 0x87C3_7B91_1142_53D5
    b ^= b >> 29
    b = b &* 0xC4CE_B9FE_1A85_EC53
  }

  /// Takes in a whole number.
  @inlinable public mutating func combine(_ value: Int) { combine(UInt64(bitPattern: Int64(value))) }
  /// Takes in a flag.
  @inlinable public mutating func combine(_ value: Bool) { combine(value ? 1 : 0 as UInt64) }

  /// Negative zero counts as zero.
  @inlinable public mutating func combine(_ value: Double) { combine(value == 0 ? 0 : value.bitPattern) }

  /// Takes in both halves of another digest.
  @inlinable
  public mutating func combine(_ value: Digest) {
    combine(value.high)
    combine(value.low)
  }

  /// Takes in the text's bytes in UTF-8 and their count, so neighboring strings cannot run together.
  public mutating func combine(_ text: String) { combine(bytes: text.utf8) }

  /// Takes in bytes and their count, eight at a time.
  public mutating func combine(bytes: Span<UInt8>) {
    let whole = bytes.count & ~7
    let raw = bytes.bytes
    for offset in stride(from: 0, to: whole, by: 8) {
      combine(UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    var rest: UInt64 = 0
    for index in whole..<bytes.count { rest |= UInt64(bytes[index]) << UInt64((index - whole) * 8) }
    finish(rest, of: bytes.count)
  }

  /// The same digest as that of a span of the bytes.
  public mutating func combine(bytes: [UInt8]) { combine(bytes: bytes.span) }

  /// The same digest as that of a span of the bytes, made one by one: for short sequences.
  public mutating func combine(bytes: some Sequence<UInt8>) {
    var word: UInt64 = 0
    var count = 0
    for byte in bytes {
      word |= UInt64(byte) << UInt64(count % 8 * 8)
      count += 1
      if count % 8 == 0 {
        combine(word)
        word = 0
      }
    }
    finish(word, of: count)
  }

  /// Takes in the bytes that did not fill a word, if any, and the count of all.
  private mutating func finish(_ rest: UInt64, of count: Int) {
    if count % 8 > 0 { combine(rest) }
    combine(count % 8)
    combine(count)
  }

  /// Takes in a value as it feeds itself.
  @inlinable public mutating func combine(_ value: some Digestible) { value.digest(into: &self) }

  /// Takes in how many values there are, and each in order.
  @inlinable
  public mutating func combine<T: Digestible>(_ values: [T]) {
    combine(values.count)
    for value in values { value.digest(into: &self) }
  }

  /// Takes in whether there is a value, and the value.
  @inlinable
  public mutating func combine<T: Digestible>(_ value: T?) {
    combine(value != nil)
    if let value { value.digest(into: &self) }
  }

  /// The digest of all that was combined, in its order.
  @inlinable
  public func finalize() -> Digest {
    var copy = self
    copy.combine(0xD6E8_FEB8_6659_FD93 as UInt64)
    copy.combine(0xA5A5_A5A5_5A5A_5A5A as UInt64)
    return Digest(high: copy.a, low: copy.b)
  }
}
