import Coding
import Formats
import Foundation
import MediaBase
import StageKit
import Testing

@testable import Sound

@Suite struct SoundMasterTests {
  /// Noise with loud bursts.
  private func noise(seconds: Double, level: Float = 0.1) -> SoundClip {
    var numbers = SeededNumbers(seed: 4)
    let count = Int(seconds * 48_000)
    return SoundClip(
      channelCount: 2,
      samples: (0..<count * 2).map { index in
        let isBurst = index / 2 % 12_000 < 400
        return (Float(numbers.unit()) * 2 - 1) * level * (isBurst ? 6 : 1)
      })
  }

  private func master(_ clip: SoundClip) -> SoundMaster {
    SoundMaster(SoundMix([MixTrack(id: "a", clip: clip)], count: clip.count), range: 0..<clip.count)
  }

  @Test("Every mix is as loud as asked for, and no peak is above the limit", arguments: [0.001, 0.1, 0.9] as [Float])
  func loudnessIsReached(level: Float) throws {
    let master = master(noise(seconds: 3, level: level))
    for codec in SoundCodec.all {
      let report = try master.encode(SoundFormat(codec: codec)).report
      #expect(abs((report.loudness ?? 0) + 14) < 0.25, "\(codec.name) \(report)")
      #expect((report.truePeak ?? 0) <= -1, "\(codec.name) \(report)")
    }
  }

  @Test("A mix that is to be left alone is")
  func asIsChangesNothing() throws {
    let clip = noise(seconds: 1)
    #expect(try master(clip).samples(.asIs) == clip.samples)
  }

  @Test("Silence stays silent")
  func silenceStays() throws {
    let clip = SoundClip(channelCount: 1, samples: [Float](repeating: 0, count: 48_000))
    let (sound, report) = try master(clip).encode(SoundFormat(codec: .aac))
    #expect(report.loudness == nil && report.gain == 0 && sound.sampleCount == 48_000)
  }

  @Test(
    "True peaks of tones are found to a tenth of a decibel, also of high ones that lie between samples",
    arguments: [997.0, 11_999, 12_000, 17_001, 19_003])
  func truePeaks(frequency: Double) throws {
    let meter = try LoudnessMeter(channelCount: 1)
    // Faded in and out, since a tone that begins or ends at once has a greater peak there.
    meter.take(
      (0..<48_000).map {
        Float(
          min(Double(min($0, 47_999 - $0)) / 4800, 1) * 0.5 * sin(2 * .pi * frequency * Double($0) / 48_000 + .pi / 4))
      })
    // At a quarter of the rate all samples are 3 dB lower.
    #expect(abs(20 * log10(0.5) - (meter.truePeak ?? 0)) < 0.1)
  }

  @Test("Loud noise with all frequencies is limited between samples too", arguments: [-9.0, -14])
  func limitedNoise(target: Double) throws {
    var numbers = SeededNumbers(seed: 9)
    let clip = SoundClip(channelCount: 1, samples: (0..<96_000).map { _ in Float(numbers.unit() < 0.5 ? -0.9 : 0.9) })
    let samples = try master(clip).samples(Loudness(target: target, maxTruePeak: -1))
    #expect(samples.count == 192_000)
    let meter = try LoudnessMeter()
    meter.take(samples)
    #expect(try #require(meter.truePeak) <= -1)
  }

  @Test("The limiter's gain never jumps, and nothing below the ceiling changes")
  func limiterIsSmooth() {
    var limiter = PeakLimiter(gain: 1, ceiling: 0.5)
    var samples = (0..<9600).flatMap { index -> [Float] in
      let value: Float = (4000..<4020).contains(index) ? 0.9 : 0.2
      return [value, value]
    }
    let before = samples
    limiter.process(&samples)
    let delay = PeakLimiter.delay
    let gains = (0..<9600 - delay).map { samples[($0 + delay) * 2] / before[$0 * 2] }
    #expect(gains[0..<3700].allSatisfy { $0 == 1 })
    #expect(gains[4000..<4020].allSatisfy { $0 <= 0.5 / 0.9 + 1e-6 })
    let isSmooth = zip(gains, gains.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 }
    #expect(isSmooth)
  }

  @Test("Decoding gives the sound with its length, at its place", arguments: SoundCodec.all)
  func codecsKeepTime(codec: SoundCodec) throws {
    let clip = SoundClip(
      channelCount: 1, samples: (0..<50_001).map { Float(0.4 * sin(Double($0 * $0) * 3e-6)) })
    let (sound, _) = try master(clip).encode(SoundFormat(codec: codec, bitRate: 256, loudness: .asIs))
    var decoded: [Float] = []
    try sound.decode { decoded += $0 }
    #expect(sound.sampleCount == 50_001 && decoded.count == 100_002)
    func error(_ shift: Int) -> Double {
      (1000..<49_000).reduce(0.0) { sum, index in
        let difference = Double(decoded[(index + shift) * 2] - clip.samples[index])
        return sum + difference * difference
      }
    }
    let errors = (-3...3).map(error)
    #expect(errors.indices.min { errors[$0] < errors[$1] } == 3)
    if codec.defaultBitRate == nil {
      #expect((0..<50_001).allSatisfy { abs(decoded[$0 * 2] - clip.samples[$0]) <= 0.5 / 8_388_608 })
    }
  }

  @Test("Equal mixes give equal bytes")
  func bytesRepeat() throws {
    let master = master(noise(seconds: 2))
    for codec in SoundCodec.all {
      let format = SoundFormat(codec: codec)
      #expect(try master.encode(format).sound == master.encode(format).sound)
    }
  }

  @Test("A part of a sound has the treatment of the whole")
  func partsAreTreatedAsTheWhole() throws {
    let master = master(noise(seconds: 4))
    let whole = try master.samples(.standard)
    let part = try master.samples(.standard, part: 96_000..<120_000)
    #expect(zip(part, whole[192_000...]).allSatisfy { abs($0 - $1) < 1e-3 })
  }
}
