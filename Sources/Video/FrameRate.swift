import Geometry

/// Frames per second as an exact fraction in lowest terms, such as 60/1 or 30000/1001.
public struct FrameRate: Hashable, Sendable, Digestible, CustomStringConvertible {
  public let numerator: Int
  public let denominator: Int

  /// Nil unless both terms, in lowest terms, are from 1 to 1,000,000 and the rate is at most 1000.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    let (n, d) = (numerator / a, denominator / a)
    guard n <= 1_000_000, d <= 1_000_000, n <= 1000 * d else { return nil }
    self.numerator = n
    self.denominator = d
  }

  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// `60` or `30000/1001`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(numerator)
    hasher.combine(denominator)
  }

  /// Ticks per second in a movie: the smallest multiple of the numerator by a power of two that is at least 10,000, so
  /// that every frame lasts a whole number of ticks.
  var timeScale: Int { numerator * scaleFactor }

  var ticksPerFrame: Int { denominator * scaleFactor }

  private var scaleFactor: Int {
    var factor = 1
    while numerator * factor < 10_000 { factor *= 2 }
    return factor
  }
}
