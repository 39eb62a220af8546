/// The versions of StageKit and of the compiler that a stage module was built with, and the number that encodes both.
public struct StageABI: Hashable, Sendable, CustomStringConvertible {
  /// (major · 1,000,000 + minor · 1,000 + patch) of StageKit · 1,000,000 + major · 10,000 + minor · 100 + patch of Swift.
  public let number: Int

  /// The versions that a number from `StageModule.abi` encodes.
  public init(number: Int) { self.number = number }

  /// Three parts of each version: StageKit's up to 999, Swift's up to 99; larger ones count as these.
  public init(stageKit: [Int], swift: [Int]) {
    func number(_ parts: [Int], base: Int) -> Int {
      (0..<3).reduce(0) { $0 * base + ($1 < parts.count ? min(max(parts[$1], 0), base - 1) : 0) }
    }
    self.number = number(stageKit, base: 1000) * 1_000_000 + number(swift, base: 100)
  }

  /// Such as `2.0.0`.
  public var stageKit: String {
    let version = number / 1_000_000
    return "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
  }

  /// Such as `6.3.1`.
  public var swift: String {
    let version = number % 1_000_000
    return "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
  }

  /// Such as `StageKit 2.0.0 and Swift 6.3.1`.
  public var description: String { "StageKit \(stageKit) and Swift \(swift)" }
}
