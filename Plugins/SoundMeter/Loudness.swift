import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The momentary loudness of ITU-R BS.1770-5.
enum Loudness {
  /// In LUFS; the standard's absolute gate.
  static let silence = -70.0
  /// In seconds.
  static let window = 0.4

  /// The loudness of the last 0.4 s at every `step` samples, in LUFS, at least `silence`.
  static func momentary(of sound: TrackSound, step: Int) -> [Double] {
    let powers = zip(weightedPowers(sound.left, step: step), weightedPowers(sound.right, step: step)).map { $0 + $1 }
    let length = Int((window * Double(TrackSound.sampleRate) / Double(step)).rounded())
    var sum = 0.0
    // The last step may be cut off; it counts as the others do, with silence behind it.
    return (0...powers.count).map { index in
      if index > 0 { sum += powers[index - 1] }
      if index > length { sum -= powers[index - 1 - length] }
      let mean = max(sum, 0) / Double(length * step)
      return mean > 0 ? max(-0.691 + 10 * log10(mean), silence) : silence
    }
  }

  /// The sums of the squares of K-weighted samples, for every `step` of them.
  private static func weightedPowers(_ samples: [Float], step: Int) -> [Double] {
    var (shelf, highPass) = (Biquad.shelf, Biquad.highPass)
    return stride(from: 0, to: samples.count, by: step).map { start in
      samples[start..<min(start + step, samples.count)].reduce(0) { sum, sample in
        let weighted = highPass.next(shelf.next(Double(sample)))
        return sum + weighted * weighted
      }
    }
  }
}

/// A filter of the second order, in the transposed direct form II.
struct Biquad {
  private let b: (Double, Double, Double)
  private let a: (Double, Double)
  private var state = (0.0, 0.0)

  /// The first stage of K-weighting at 48 kHz: the head's effect, from table 1 of the standard.
  static let shelf = Biquad(
    b: (1.53512485958697, -2.69169618940638, 1.19839281085285), a: (-1.69065929318241, 0.73248077421585))
  /// The second stage, from table 2.
  static let highPass = Biquad(b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621))

  init(b: (Double, Double, Double), a: (Double, Double)) {
    self.b = b
    self.a = a
  }

  mutating func next(_ x: Double) -> Double {
    let y = b.0 * x + state.0
    state = (b.1 * x - a.0 * y + state.1, b.2 * x - a.1 * y)
    return y
  }
}
