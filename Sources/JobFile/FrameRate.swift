/// Frames per second as a fraction in lowest terms, so that timestamps are exact.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  public let numerator: Int
  public let denominator: Int

  public static let sixty = FrameRate(numerator: 60, denominator: 1)

  private init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Nil unless the fraction is above 0 and at most `JobLimits.framesPerSecond`, both terms below 2³¹.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    let terms = 1...Int(Int32.max)
    guard terms.contains(numerator), terms.contains(denominator) else { return nil }
    guard Double(numerator) / Double(denominator) <= JobLimits.framesPerSecond else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.init(numerator: numerator / a, denominator: denominator / a)
  }

  /// The rate that a number stands for: the NTSC rates where it is one of them, rounded to two or three decimals, else
  /// exactly the number; nil where it is out of range or has more than three decimals.
  public init?(_ number: Double) {
    guard number > 0, number <= JobLimits.framesPerSecond else { return nil }
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

  /// From "30000/1001" or "25".
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    self.init(numbers[0], numbers.count == 2 ? numbers[1] : 1)
  }

  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// When a frame is shown, in seconds.
  public func seconds(ofFrame index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }

  /// `60`, or `30000/1001`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// Rates that analog television made 1000/1001 as fast.
  private static let ntscBases = [24, 30, 48, 60, 120, 240]
}
