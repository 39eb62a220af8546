import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// Finds the beats of music by dynamic programming, after Ellis: Beat Tracking by Dynamic Programming (2007).
///
/// A sequence of beats is good where beats fall on onsets and follow each other at the distance of the tempo.
struct BeatTracker {
  /// When beats come, in steps of `SoundAnalysis.step`.
  private(set) var beats: [Int] = []

  /// The slowest and the fastest tempo, in beats a minute, and the one that is likely where several fit.
  private static let slowest = 40.0
  private static let fastest = 240.0
  private static let usual = 120.0
  /// The spread of likely tempos around the usual one, in octaves.
  private static let spread = 0.9
  /// The weight of an uneven distance against onsets.
  private static let tightness = 100.0
  /// The mean rise of bands, in decibels in a step, that makes an onset.
  private static let minOnset = 1.0
  /// The least likeness of the onsets to themselves a beat later, from 0 to 1, for a beat.
  private static let minPulse = 0.1
  /// Fewer onsets on beats are no pulse.
  private static let fewestBeats = 4

  /// - Parameter onsets: How much louder the sound becomes at each step.
  init(_ onsets: [Double]) {
    guard let loudest = onsets.max(), loudest >= Self.minOnset else { return }
    let mean = onsets.reduce(0, +) / Double(onsets.count)
    let centered = onsets.map { $0 - mean }
    let deviation = (centered.reduce(0) { $0 + $1 * $1 } / Double(onsets.count)).squareRoot()
    guard deviation > 0, let period = Self.period(of: centered) else { return }
    let found = Self.path(through: onsets.map { $0 / deviation }, period: period)
    // At the start and the end, beats without any onset are none.
    func isHeard(_ beat: Int) -> Bool {
      let near = max(beat - 3, 0)...min(beat + 3, onsets.count - 1)
      return onsets[near].contains { $0 >= Self.minOnset }
    }
    guard let first = found.firstIndex(where: isHeard), let last = found.lastIndex(where: isHeard) else { return }
    let heard = found[first...last].count(where: isHeard)
    if heard >= Self.fewestBeats, heard * 4 >= last - first { beats = Array(found[first...last]) }
  }

  /// The steps from beat to beat: the delay at which the onsets are most like themselves, weighted by how usual the
  /// tempo is.
  private static func period(of onsets: [Double]) -> Double? {
    let stepsAMinute = 60 / SoundAnalysis.step
    let lags = Int(stepsAMinute / fastest)...Int(stepsAMinute / slowest)
    func likeness(_ lag: Int) -> Double {
      zip(onsets, onsets.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
    }
    func weighted(_ lag: Int) -> Double {
      let octaves = log2(stepsAMinute / Double(lag) / usual) / spread
      return likeness(lag) * exp(-0.5 * octaves * octaves)
    }
    let all = likeness(0)
    let values = lags.map(weighted)
    guard let best = values.indices.max(by: { values[$0] < values[$1] }),
      likeness(lags.lowerBound + best) >= minPulse * all
    else { return nil }
    let lag = Double(lags.lowerBound + best)
    guard best > 0, best + 1 < values.count else { return lag }
    let (before, top, after) = (values[best - 1], values[best], values[best + 1])
    let bend = before - 2 * top + after
    return bend < 0 ? lag + 0.5 * (before - after) / bend : lag
  }

  /// The best sequence of beats up to where the sound ends.
  private static func path(through onsets: [Double], period: Double) -> [Int] {
    var scores = onsets
    var previous = [Int](repeating: -1, count: onsets.count)
    let (nearest, farthest) = (max(Int((period / 2).rounded()), 1), Int((period * 2).rounded()))
    let costs = (nearest...farthest).map { distance in
      let deviation = log(Double(distance) / period)
      return tightness * deviation * deviation
    }
    for step in onsets.indices {
      var best = -Double.infinity
      var from = -1
      for (index, cost) in costs.enumerated() {
        let earlier = step - nearest - index
        guard earlier >= 0 else { break }
        let score = scores[earlier] - cost
        if score > best { (best, from) = (score, earlier) }
      }
      // Before the first beat there is none to follow.
      if best > 0 {
        scores[step] += best
        previous[step] = from
      }
    }
    let tail = max(onsets.count - farthest, 0)..<onsets.count
    guard var beat = tail.max(by: { scores[$0] < scores[$1] }) else { return [] }
    var beats: [Int] = []
    while beat >= 0 {
      beats.append(beat)
      beat = previous[beat]
    }
    return beats.reversed()
  }

  /// In milliseconds, how far a beat may lie from its step, and how long the sound before and after an onset is compared.
  private static let reach = 25
  private static let compared = 5
  /// The least rise of the sound for an onset, as a factor of power.
  private static let minRise = 2.0

  /// When a beat comes, in seconds: at the steepest rise of the sound near its step, if there is one.
  static func refined(_ beat: Int, in sound: TrackSound) -> Double {
    let block = TrackSound.sampleRate / 1000
    let center = beat * SoundAnalysis.hop / block
    func power(_ index: Int) -> Double {
      let samples = max(index * block, 0)..<max(min((index + 1) * block, sound.left.count), max(index * block, 0))
      return samples.reduce(1e-10) { sum, sample in
        let (left, right) = (Double(sound.left[sample]), Double(sound.right[sample]))
        return sum + left * left + right * right
      }
    }
    let powers = (center - reach - compared...center + reach + compared).map(power)
    var best = (rise: minRise, index: Int?.none)
    for index in compared..<powers.count - compared {
      let (before, after) = (powers[index - compared..<index], powers[index..<index + compared])
      let rise = after.reduce(0, +) / before.reduce(0, +)
      if rise > best.rise { best = (rise, index) }
    }
    guard let index = best.index else { return Double(beat) * SoundAnalysis.step }
    return max(Double(center - reach - compared + index) / 1000, 0)
  }
}
