import Foundation

/// Keeps true peaks of stereo sound below a ceiling, looking ahead so that gain never jumps.
///
/// Peaks between samples are found by interpolation (`TruePeakKernel`). The gain is what
/// the greatest peak of the next 5 ms needs, recovers in about 60 ms, and is averaged over those 5 ms; so it has fallen
/// when the peak comes. What goes in comes out `delay` samples later.
struct PeakLimiter {
  /// The delay in samples: the look-ahead and half of the interpolation's kernel.
  static let delay = lookAhead + TruePeakKernel.half
  private static let lookAhead = 240
  /// The share of the gain's recovery in each sample.
  private static let recovery = Float(1 - exp(-1 / (0.06 * 48_000)))

  private let gain: Float
  private let ceiling: Float
  /// The last samples before a block, times the gain, for the kernel.
  private var history = [Float](repeating: 0, count: (TruePeakKernel.taps - 1) * 2)
  /// The samples that wait for their gain.
  private var waiting: [Float] = [Float](repeating: 0, count: delay * 2)
  private var waitingPlace = 0
  private var needs = SlidingMinimum(length: lookAhead + 1)
  private var held: Float = 1
  /// The recovering gain over the look-ahead, and its sum.
  private var window = [Float](repeating: 1, count: lookAhead)
  private var windowPlace = 0
  private var sum = Double(lookAhead)
  /// The least gain so far.
  private(set) var minGain: Float = 1

  /// `gain` is a factor; `ceiling` is in full scale.
  init(gain: Float, ceiling: Float) {
    self.gain = gain
    self.ceiling = ceiling
  }

  /// Replaces samples, left and right in turn, by those `delay` before them.
  mutating func process(_ samples: inout [Float]) {
    let extended = history + samples.map { $0 * gain }
    for index in 0..<samples.count / 2 {
      let peak = Self.truePeak(extended, index * 2, ceiling)
      let least = needs.take(peak > ceiling ? ceiling / peak : 1)
      // A little more than the rest, so that it comes to an end.
      held = min(least, held + Self.recovery * (1.000001 - held))
      sum += Double(held) - Double(window[windowPlace])
      window[windowPlace] = held
      windowPlace = windowPlace + 1 == window.count ? 0 : windowPlace + 1
      let applied = min(1, Float(sum / Double(Self.lookAhead)))
      if applied < minGain { minGain = applied }
      samples[index * 2] = waiting[waitingPlace] * applied
      samples[index * 2 + 1] = waiting[waitingPlace + 1] * applied
      waiting[waitingPlace] = extended[index * 2 + history.count]
      waiting[waitingPlace + 1] = extended[index * 2 + history.count + 1]
      waitingPlace = waitingPlace + 2 == waiting.count ? 0 : waitingPlace + 2
    }
    history = Array(extended.suffix(history.count))
  }

  /// The greatest magnitude at the two samples in the middle of those of the kernel, and between them.
  private static func truePeak(_ samples: [Float], _ first: Int, _ ceiling: Float) -> Float {
    let center = first + (TruePeakKernel.half - 1) * 2
    var most: Float = 0
    for index in center..<center + 4 where abs(samples[index]) > most { most = abs(samples[index]) }
    var around = most
    for index in first..<first + TruePeakKernel.taps * 2 where abs(samples[index]) > around {
      around = abs(samples[index])
    }
    if around * TruePeakKernel.maxGain < ceiling { return most }
    for channel in 0..<2 { most = TruePeakKernel.peak(samples, from: first + channel, step: 2, floor: most) }
    return most
  }
}

/// The least of the last values, in constant time each.
struct SlidingMinimum {
  private let length: Int
  /// A ring of candidates with their times, each less than those after it.
  private var values: [Float]
  private var times: [Int]
  private var first = 0
  private var count = 0
  private var time = 0

  init(length: Int) {
    self.length = length
    values = [Float](repeating: 0, count: length + 1)
    times = [Int](repeating: 0, count: length + 1)
  }

  /// Takes the next value, and returns the least of the last `length`.
  mutating func take(_ value: Float) -> Float {
    while count > 0, values[(first + count - 1) % values.count] >= value { count -= 1 }
    values[(first + count) % values.count] = value
    times[(first + count) % values.count] = time
    count += 1
    if times[first] <= time - length {
      first = (first + 1) % values.count
      count -= 1
    }
    time += 1
    return values[first]
  }
}
