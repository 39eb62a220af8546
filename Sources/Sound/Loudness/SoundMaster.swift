import Coding
import Formats
import Foundation
import MediaBase

/// The levels and the treatment of an output's sound.
public struct SoundReport: Hashable, Sendable {
  /// In LUFS as it was mixed; nil for silence and for less than 0.4 s.
  public var mixLoudness: Double?
  /// In LUFS as delivered.
  public var loudness: Double?
  /// In dBTP as delivered; nil for silence.
  public var truePeak: Double?
  /// By how much everything was made louder, in dB.
  public var gain: Double
  /// By how much peaks were lowered at most, in dB.
  public var limited: Double
  /// The greatest sample before it is encoded, in dB of full scale, where nothing was limited; what is above 0 is cut off, or
  /// by players.
  public var peak: Double?
  /// When a sample is above full scale for the first time, in seconds from the start; nil where none is.
  public var firstClipping: Double?
  /// True if nothing is heard.
  public var isSilent = false
  /// The duration, in seconds.
  public var duration = 0.0
  /// The faults of the delivered sound, in words: `SoundJudge.heard`.
  public var findings: [String] = []
}

extension SoundReport: Storable {
  public func write(to writer: inout BinaryWriter) {
    for value in [mixLoudness, loudness, truePeak, gain, limited, peak, firstClipping, duration] {
      writer.write(value ?? -.infinity)
    }
    writer.write(isSilent)
    writer.write(findings.count)
    for finding in findings { writer.write(finding) }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    let values = try reader.doubles(8)
    func optional(_ value: Double) -> Double? { value == -.infinity ? nil : value }
    self.init(
      mixLoudness: optional(values[0]), loudness: optional(values[1]), truePeak: optional(values[2]), gain: values[3],
      limited: values[4], peak: optional(values[5]), firstClipping: optional(values[6]), isSilent: try reader.bool(),
      duration: values[7], findings: [])
    for _ in 0..<(try reader.count(of: 8)) { findings.append(try reader.string()) }
  }
}

/// Makes a range of a mix as loud as an output asks for, and encodes it.
public struct SoundMaster: Sendable {
  public let mix: SoundMix
  /// The range of the mix's timeline, in samples.
  public let range: Range<Int>
  /// True if the range's end leads into its start.
  public let isLoop: Bool

  /// Peaks are lowered by no more than this to reach a loudness, in dB.
  public static let maxLimiting = 12.0
  /// The tolerance of loudness, in LU.
  private static let tolerance = 0.05
  private static let codedTolerance = 0.2
  private static let maxAttempts = 6
  private static let block = 16_384

  public init(_ mix: SoundMix, range: Range<Int>, isLoop: Bool = false) {
    self.mix = mix
    self.range = range
    self.isLoop = isLoop
  }

  /// A gain, and the ceiling of true peaks where they are limited.
  private struct Treatment {
    var gain = 0.0
    var ceiling: Double?
    /// True if more gain would need more limiting than there may be.
    var isAtMost = false
  }

  /// The encoded sound of a part of the range; without `part` of all of it. The treatment is that of the whole range.
  ///
  /// After encoding it is decoded and measured; where coding raised true peaks above the limit or made it quieter, it is
  /// encoded again with another ceiling or gain.
  public func encode(
    _ format: SoundFormat, part: Range<Int>? = nil
  ) throws(MediaError) -> (sound: EncodedSound, report: SoundReport) {
    var treatment = Treatment()
    let raw = try measure(treatment)
    if let target = format.loudness.target { treatment = try self.treatment(for: target, format.loudness, raw) }
    var report = SoundReport(
      mixLoudness: raw.loudness, loudness: nil, truePeak: nil, gain: treatment.gain, limited: 0)
    // Coding raises peaks by a little.
    if treatment.ceiling != nil, format.codec.defaultBitRate != nil { treatment.ceiling? -= 0.8 }
    for attempt in 0..<Self.maxAttempts {
      let encoder = try SoundEncoder(format)
      var peak = PeakMeasure()
      let least = try process(treatment, part ?? range) { (samples) throws(MediaError) in
        peak.take(samples)
        try encoder.take(samples)
      }
      let sound = try encoder.finish()
      let meter = try LoudnessMeter()
      try sound.decode { meter.take($0) }
      report.loudness = meter.integrated
      report.truePeak = meter.truePeak
      report.gain = treatment.gain
      report.limited = least < 1 ? -20 * log10(least) : 0
      report.peak = treatment.ceiling == nil && peak.greatest > 0 ? 20 * log10(Double(peak.greatest)) : nil
      report.firstClipping = peak.firstClipping.map { Double($0) / Double(SoundClip.sampleRate) }
      guard let target = format.loudness.target, part == nil, attempt < Self.maxAttempts - 1 else {
        return (sound, try Self.judged(report, sound))
      }
      let excess = (meter.truePeak ?? -.infinity) - format.loudness.maxTruePeak
      let missing = treatment.isAtMost ? 0 : target - (meter.integrated ?? target)
      if excess <= 0, abs(missing) <= Self.codedTolerance {
        return (sound, try Self.judged(report, sound))
      }
      if attempt == Self.maxAttempts - 2, excess > 0 {
        // Both lower by as much: the same sound, quieter.
        treatment.gain -= excess + 0.2
        treatment.ceiling = treatment.ceiling.map { $0 - excess - 0.2 }
        continue
      }
      if excess > 0 { treatment.ceiling = (treatment.ceiling ?? format.loudness.maxTruePeak) - 1.75 * excess - 0.1 }
      if abs(missing) > Self.codedTolerance { raise(&treatment, by: missing, raw.truePeak, format.loudness) }
    }
    throw MediaError("encode the sound", reason: "its peaks cannot be limited")
  }

  /// A report with what is wrong with the encoded sound, by what `pipeline check` finds in files.
  private static func judged(_ report: SoundReport, _ sound: EncodedSound) throws(MediaError) -> SoundReport {
    let probe = try SoundProbe(of: sound)
    var report = report
    report.isSilent = probe.isSilent
    report.duration = probe.duration
    report.findings = SoundJudge.heard(of: probe)
    return report
  }

  /// The samples of a part of the range as an output has them before it is encoded.
  public func samples(_ loudness: Loudness, part: Range<Int>? = nil) throws(MediaError) -> [Float] {
    var treatment = Treatment()
    if let target = loudness.target { treatment = try self.treatment(for: target, loudness, try measure(treatment)) }
    var result: [Float] = []
    _ = try process(treatment, part ?? range) { result += $0 }
    return result
  }

  private func treatment(
    for target: Double, _ loudness: Loudness, _ raw: (loudness: Double?, truePeak: Double?)
  ) throws(MediaError) -> Treatment {
    guard let peak = raw.truePeak else { return Treatment() }
    // Sound that is too short for a loudness only has its peaks limited.
    let wanted = raw.loudness.map { target - $0 } ?? min(0, loudness.maxTruePeak - peak)
    var treatment = Treatment()
    raise(&treatment, by: wanted, peak, loudness)
    guard treatment.ceiling != nil else { return treatment }
    for _ in 0..<4 {
      guard !treatment.isAtMost, let reached = try measure(treatment, peaks: false).loudness,
        abs(target - reached) > Self.tolerance
      else { break }
      raise(&treatment, by: target - reached, peak, loudness)
    }
    return treatment
  }

  /// Makes it louder, with peaks limited where that is needed, as far as that may be.
  private func raise(_ treatment: inout Treatment, by gain: Double, _ peak: Double?, _ loudness: Loudness) {
    guard let peak else { return }
    let most = loudness.maxTruePeak - peak + Self.maxLimiting
    treatment.isAtMost = treatment.gain + gain > most
    treatment.gain = min(treatment.gain + gain, most)
    if peak + treatment.gain > loudness.maxTruePeak, treatment.ceiling == nil {
      treatment.ceiling = loudness.maxTruePeak
    }
  }

  private func measure(
    _ treatment: Treatment, peaks: Bool = true
  ) throws(MediaError) -> (loudness: Double?, truePeak: Double?) {
    let meter = try LoudnessMeter(measuresPeaks: peaks)
    _ = try process(treatment, range) { meter.take($0) }
    return (meter.integrated, meter.truePeak)
  }

  /// Hands the samples of a part of the range in blocks to `take`; returns the least gain of the limiter.
  private func process(
    _ treatment: Treatment, _ part: Range<Int>, _ take: ([Float]) throws(MediaError) -> Void
  ) throws(MediaError) -> Double {
    let factor = Float(pow(10, treatment.gain / 20))
    guard let ceiling = treatment.ceiling else {
      for begin in stride(from: part.lowerBound, to: part.upperBound, by: Self.block) {
        var samples = self.samples(begin..<min(begin + Self.block, part.upperBound))
        if factor != 1 { for index in samples.indices { samples[index] *= factor } }
        try take(samples)
      }
      return 1
    }
    // A little lower, since the gain changes between the samples of a peak, and samples are rounded.
    var limiter = PeakLimiter(gain: factor, ceiling: Float(pow(10, (ceiling - 0.05) / 20)))
    // The limiter is in the state of a second before; it begins there also in a loop's turn before.
    let lead = isLoop ? SoundClip.sampleRate : min(SoundClip.sampleRate, part.lowerBound - range.lowerBound)
    let end = part.upperBound + PeakLimiter.delay
    for begin in stride(from: part.lowerBound - lead, to: end, by: Self.block) {
      var samples = self.samples(begin..<min(begin + Self.block, end))
      limiter.process(&samples)
      let skip = max(0, part.lowerBound + PeakLimiter.delay - begin)
      if skip * 2 < samples.count { try take(skip == 0 ? samples : Array(samples[(skip * 2)...])) }
    }
    return Double(limiter.minGain)
  }

  /// The mix within the range, silence outside, or in a loop another turn of the range.
  private func samples(_ wanted: Range<Int>) -> [Float] {
    if isLoop, range.count > 0 {
      var result: [Float] = []
      var begin = wanted.lowerBound
      while begin < wanted.upperBound {
        let turn = Int((Double(begin - range.lowerBound) / Double(range.count)).rounded(.down)) * range.count
        let end = min(wanted.upperBound, range.upperBound + turn)
        result += mix.samples(begin - turn..<end - turn)
        begin = end
      }
      return result
    }
    let inside = wanted.clamped(to: range)
    if inside == wanted { return mix.samples(wanted) }
    let before = [Float](repeating: 0, count: (inside.lowerBound - wanted.lowerBound) * 2)
    let after = [Float](repeating: 0, count: (wanted.upperBound - inside.upperBound) * 2)
    return inside.isEmpty ? [Float](repeating: 0, count: wanted.count * 2) : before + mix.samples(inside) + after
  }
}

/// The greatest of samples, left and right in turn.
private struct PeakMeasure {
  private(set) var greatest: Float = 0
  /// The number of samples of each channel before the first one above full scale.
  private(set) var firstClipping: Int?
  private var count = 0

  mutating func take(_ samples: [Float]) {
    for index in samples.indices {
      let level = abs(samples[index])
      if level > greatest { greatest = level }
      if level > 1, firstClipping == nil { firstClipping = count + index / 2 }
    }
    count += samples.count / 2
  }
}
