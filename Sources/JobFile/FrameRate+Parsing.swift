import StageKit

extension FrameRate {
  /// The rate of a number: an NTSC rate if it is one, truncated or rounded to two or three decimals, else exactly the
  /// number; nil if it is out of range or has more than three decimals.
  init?(_ number: Double) {
    guard number > 0, number <= Double(Self.maximum) else { return nil }
    let thousandths = number * 1000
    for base in Self.ntscBases {
      let exact = Double(base) * 1000 / 1001
      let truncated = [100.0, 1000].map { ((exact * $0).rounded(.down) / $0, (exact * $0).rounded() / $0) }
      if truncated.contains(where: { abs($0.0 - number) < 1e-9 || abs($0.1 - number) < 1e-9 }) {
        self.init(base * 1000, 1001)
        return
      }
    }
    guard abs(thousandths - thousandths.rounded()) < 1e-6 else { return nil }
    self.init(Int(thousandths.rounded()), 1000)
  }

  /// Parses "30000/1001" or "25".
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    self.init(numbers[0], numbers.count == 2 ? numbers[1] : 1)
  }

  /// Rates with an NTSC variant, which is 1000/1001 as fast.
  private static let ntscBases = [24, 30, 48, 60, 120, 240]
}
