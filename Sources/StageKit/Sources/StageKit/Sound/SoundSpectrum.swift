#if canImport(Glibc)
  import Glibc
#endif

/// The loudness of a sound at each frequency, over a short time.
public struct SoundSpectrum: Sendable {
  /// The number of samples that count, weighted by Hann's window: a power of two.
  public let size: Int
  private let transform: FourierTransform
  private let window: [Double]
  private let scale: Double

  /// - Parameter size: In samples, from 2 to 65,536; rounded up to a power of two.
  public init(size: Int = 1024) {
    var power = 2
    while power < min(size, 65_536) { power *= 2 }
    self.size = power
    transform = FourierTransform(count: power)
    window = (0..<power).map { (index: Int) -> Double in
      let angle: Double = 2 * .pi * (Double(index) + 0.5) / Double(power)
      return 0.5 - 0.5 * cos(angle)
    }
    scale = 1 / (2 * Double(power) * window.reduce(0) { $0 + $1 * $1 })
  }

  /// The power at each of `size / 2 + 1` frequencies, from 0 to half the sample rate, around a sample; silence beyond the
  /// sound's ends.
  ///
  /// It is the mean of both channels, and adds up to their mean square: 0.5 for a sine of full scale.
  public func powers(of sound: TrackSound, around sample: Int) -> [Double] {
    var left = [Double](repeating: 0, count: size)
    var right = left
    let start = sample - size / 2
    for index in max(0, -start)..<max(0, -start, min(size, sound.left.count - start)) {
      left[index] = Double(sound.left[start + index]) * window[index]
      right[index] = Double(sound.right[start + index]) * window[index]
    }
    // Both channels are real, so that one complex transform serves both.
    transform.apply(&left, &right)
    return (0...size / 2).map { bin in
      let mirror = (size - bin) % size
      let own = left[bin] * left[bin] + right[bin] * right[bin]
      return (mirror == bin ? own : own + left[mirror] * left[mirror] + right[mirror] * right[mirror]) * scale
    }
  }

  /// The power between two frequencies in Hz, by the result of `powers`; each of its elements covers a band that
  /// reaches to the next.
  public func power(_ powers: [Double], from low: Double, to high: Double) -> Double {
    let width = Double(TrackSound.sampleRate) / Double(size)
    let (first, last) = (max(low / width + 0.5, 0), min(high / width + 0.5, Double(powers.count)))
    guard last > first else { return 0 }
    var sum = 0.0
    for bin in Int(first)..<min(Int(last.rounded(.up)), powers.count) {
      sum += powers[bin] * (min(last, Double(bin + 1)) - max(first, Double(bin)))
    }
    return sum
  }
}
