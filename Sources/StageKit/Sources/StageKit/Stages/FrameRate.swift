import Coding
import Geometry

/// Frames per second as an exact fraction in lowest terms, such as 60/1 or 30000/1001.
///
/// ```swift
/// let rate = FrameRate(30)
/// let seconds = rate?.seconds(ofFrame: 45)
/// ```
public struct FrameRate: Hashable, Sendable, Digestible, CustomStringConvertible {
  /// Above 0, without common factors with the denominator.
  public let numerator: Int
  /// Above 0.
  public let denominator: Int

  /// The greatest rate, in frames per second.
  public static let maximum = 1000

  public static let sixty = FrameRate(numerator: 60, denominator: 1)

  private init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Nil unless both terms, in lowest terms, are from 1 to 1,000,000 and the rate is from 1/1000 to `maximum`.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    let (n, d) = (numerator / a, denominator / a)
    guard n <= 1_000_000, d <= 1_000_000, n <= Self.maximum * d, d <= 1000 * n else { return nil }
    self.init(numerator: n, denominator: d)
  }

  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// When a frame is shown, in seconds.
  public func seconds(ofFrame index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }

  /// `60` or `30000/1001`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(numerator)
    hasher.combine(denominator)
  }
}
