import StageKit

extension Digest {
  /// Reads 32 hexadecimal digits, as `description` gives them; nil for any other text.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit), let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }
}
