import StageKit

extension FrameRate {
  /// Ticks per second in a movie: the smallest multiple of the numerator by a power of two that is at least 10,000, so
  /// that every frame lasts a whole number of ticks.
  public var timeScale: Int { numerator * scaleFactor }

  /// The length of a frame in those ticks.
  public var ticksPerFrame: Int { denominator * scaleFactor }

  private var scaleFactor: Int {
    var factor = 1
    while numerator * factor < 10_000 { factor *= 2 }
    return factor
  }
}
