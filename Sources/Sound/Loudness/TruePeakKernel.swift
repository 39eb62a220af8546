import Foundation

/// Finds peaks between samples by interpolation at four times the rate, as ITU-R BS.1770, annex 2, asks for.
///
/// Each value is made of 32 samples: with the annex's own twelve, peaks of loud high tones read up to half a decibel too
/// low, and other meters find them.
enum TruePeakKernel {
  static let taps = 32
  /// The samples at and before the first of the two between which peaks are found.
  static let half = taps / 2
  /// No value is greater than the greatest of its samples times this.
  static let maxGain: Float = 2.6
  private static let beta = 9.0

  /// The greatest magnitude at the sample in the middle of 32, and at three places between it and the next; at least `floor`.
  ///
  /// The samples begin at an index, and each lies `step` after the one before.
  static func peak(_ samples: [Float], from first: Int, step: Int, floor: Float) -> Float {
    var sums = SIMD4<Float>.zero
    samples.withUnsafeBufferPointer { samples in
      weights.withUnsafeBufferPointer { weights in
        for tap in 0..<taps { sums += weights[tap] * samples[first + tap * step] }
      }
    }
    return max(floor, abs(sums.x), abs(sums.y), abs(sums.z), abs(sums.w))
  }

  /// For each of the samples its weights at the four places: a sinc under a Kaiser window, with a sum of 1.
  private static let weights: [SIMD4<Float>] = {
    let places = (0..<4).map { place -> [Double] in
      let weights = (0..<taps).map { tap -> Double in
        let x = Double(tap - (half - 1)) - Double(place) / 4
        if place == 0 { return x == 0 ? 1 : 0 }
        let share = x / Double(half)
        return sin(.pi * x) / (.pi * x) * bessel(beta * max(0, 1 - share * share).squareRoot())
      }
      let sum = weights.reduce(0, +)
      return weights.map { $0 / sum }
    }
    return (0..<taps).map { tap in
      SIMD4(Float(places[0][tap]), Float(places[1][tap]), Float(places[2][tap]), Float(places[3][tap]))
    }
  }()

  /// The modified Bessel function of the first kind and order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1..<64 {
      term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
      sum += term
    }
    return sum
  }
}

/// The greatest peak of the sound so far, between samples too.
struct TruePeakMeter {
  private let channelCount: Int
  /// The last samples before a block, of all channels in turn.
  private var history: [Float]
  /// Full scale is 1.
  private(set) var peak: Float = 0

  init(channelCount: Int) {
    self.channelCount = channelCount
    history = [Float](repeating: 0, count: (TruePeakKernel.taps - 1) * channelCount)
  }

  /// Takes the next samples, those of all channels in turn.
  mutating func take(_ samples: [Float]) {
    let all = history + samples
    find(in: all)
    history = Array(all.suffix(history.count))
  }

  /// The peak with what rings on after the last sample.
  var finalPeak: Float {
    var rest = self
    rest.take([Float](repeating: 0, count: history.count))
    return rest.peak
  }

  private mutating func find(in samples: [Float]) {
    let frames = samples.count / channelCount - (TruePeakKernel.taps - 1)
    guard frames > 0 else { return }
    // Blocks that cannot have a greater peak are passed over.
    let block = 64
    for begin in stride(from: 0, to: frames, by: block) {
      let end = min(begin + block, frames)
      var greatest: Float = 0
      for index in begin * channelCount..<(end + TruePeakKernel.taps - 1) * channelCount {
        greatest = max(greatest, abs(samples[index]))
      }
      if greatest * TruePeakKernel.maxGain <= peak { continue }
      for frame in begin..<end {
        for channel in 0..<channelCount {
          peak = TruePeakKernel.peak(
            samples, from: frame * channelCount + channel, step: channelCount, floor: peak)
        }
      }
    }
  }
}
