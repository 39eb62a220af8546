import Foundation
import MediaBase

/// Measures sound as it is decoded, in little memory.
struct SoundMeasure {
  private let channelCount: Int
  private let sampleRate: Int
  private let meter: LoudnessMeter
  private var detectors: [ClickDetector]
  /// For each channel, how many samples in a row are at full scale.
  private var runs: [Int]
  private var clippedRuns = 0
  private var firstClipping: Int?
  private var firstHeard: Int?
  private var lastHeard = 0
  private var firstWrong: Int?
  private var greatest: Float = 0
  private var greatestPlace = 0
  /// Samples of each channel so far.
  private(set) var count = 0
  /// The energy of each channel, since the last tenth of a second began.
  private var energies: [Double]
  private var levels: [[Double]] = []

  /// The greatest value of 16 bits, and a little less for rounding.
  private static let fullScale: Float = 32_766.5 / 32_768
  /// -70 dB.
  private static let silence: Float = 0.000316

  init(channelCount: Int, sampleRate: Int) throws(MediaError) {
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    meter = try LoudnessMeter(channelCount: channelCount, sampleRate: sampleRate)
    detectors = Array(repeating: ClickDetector(), count: channelCount)
    runs = Array(repeating: 0, count: channelCount)
    energies = Array(repeating: 0, count: channelCount)
  }

  /// Takes the next samples, those of all channels in turn.
  mutating func take(_ samples: [Float]) {
    var samples = samples
    for index in samples.indices {
      let place = count + index / channelCount
      let channel = index % channelCount
      if !samples[index].isFinite {
        firstWrong = firstWrong ?? place
        samples[index] = 0
      }
      if channel == 0, place > 0, place % (sampleRate / 10) == 0 { endTenth() }
      energies[channel] += Double(samples[index]) * Double(samples[index])
      let level = abs(samples[index])
      if level > greatest { (greatest, greatestPlace) = (level, place) }
      if level > Self.silence {
        firstHeard = firstHeard ?? place
        lastHeard = place
      }
      runs[channel] = level >= Self.fullScale ? runs[channel] + 1 : 0
      if runs[channel] == 3 {
        clippedRuns += 1
        firstClipping = firstClipping ?? place - 2
      }
    }
    meter.take(samples)
    for channel in 0..<channelCount {
      detectors[channel].take(stride(from: channel, to: samples.count, by: channelCount).lazy.map { samples[$0] })
    }
    count += samples.count / channelCount
  }

  private mutating func endTenth() {
    levels.append(energies.map { 10 * log10($0 / Double(sampleRate / 10) + 1e-12) })
    energies = Array(repeating: 0, count: channelCount)
  }

  mutating func finish(_ probe: inout SoundProbe) {
    if count > 0 { endTenth() }
    probe.levels = levels
    for channel in 0..<channelCount { detectors[channel].finish() }
    func seconds(_ samples: Int) -> Double { Double(samples) / Double(sampleRate) }
    probe.sampleCount = count
    probe.loudness = meter.integrated
    probe.truePeak = meter.truePeak
    probe.peakTime = seconds(greatestPlace)
    probe.clippedRuns = clippedRuns
    probe.firstClipping = firstClipping.map(seconds)
    probe.silence = firstHeard.map { (seconds($0), seconds(count - 1 - lastHeard)) } ?? (seconds(count), seconds(count))
    if let firstWrong {
      probe.faults.append("a sample at \(SoundFileReader.text(seconds(firstWrong))) s is not a number")
    }
    // A jump of several channels is one.
    for click in detectors.flatMap(\.clicks).sorted().map(seconds) where click > (probe.clicks.last ?? -1) + 0.05 {
      probe.clicks.append(click)
    }
  }
}
