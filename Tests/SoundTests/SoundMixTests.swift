import Foundation
import StageKit
import Testing

@testable import Sound

@Suite struct SoundMixTests {
  private let one = SoundClip(channelCount: 1, samples: [Float](repeating: 0.5, count: 1000))

  @Test("A track is heard from its start to its end, to the sample")
  func startsAreExact() {
    let mix = SoundMix([MixTrack(id: "a", clip: one, starts: [100])], count: 2000)
    let samples = mix.samples(0..<2000)
    #expect(samples[199] == 0 && samples[200] == 0.5 && samples[1100 * 2 - 1] == 0.5 && samples[1100 * 2] == 0)
  }

  @Test("What began before the video is heard from where it is")
  func startsCanBeNegative() {
    let ramp = SoundClip(channelCount: 1, samples: (0..<1000).map { Float($0) })
    let mix = SoundMix([MixTrack(id: "a", clip: ramp, starts: [-400])], count: 2000)
    #expect(mix.samples(0..<1) == [400, 400])
  }

  @Test("Blocks of any size give the same samples")
  func blocksDoNotMatter() {
    var track = MixTrack(
      id: "a", clip: SoundClip(channelCount: 2, samples: (0..<9000).map { Float($0 % 97) / 97 }), starts: [17, 3001])
    track.gain = Animated(-7)
    track.pan = Animated(0.3)
    track.fadeIn = 700
    track.fadeOut = 900
    let mix = SoundMix([track], count: 10_000)
    let whole = mix.samples(0..<10_000)
    var parts: [Float] = []
    for begin in stride(from: 0, to: 10_000, by: 333) { parts += mix.samples(begin..<min(begin + 333, 10_000)) }
    #expect(parts == whole)
  }

  @Test("Pan keeps the middle as it is and silences the other side")
  func panFollowsCosines() {
    func levels(_ pan: Double) -> [Float] {
      var track = MixTrack(id: "a", clip: one)
      track.pan = Animated(pan)
      return SoundMix([track], count: 1000).samples(500..<501)
    }
    #expect(levels(0) == [0.5, 0.5])
    #expect(abs(levels(1)[0]) < 1e-7 && levels(1)[1] == 0.5)
    #expect(levels(-1)[0] == 0.5 && abs(levels(-1)[1]) < 1e-7)
  }

  @Test("A loop repeats its clip without a gap until the end")
  func loopsRepeat() {
    let ramp = SoundClip(channelCount: 1, samples: (0..<700).map { Float($0) / 700 })
    var track = MixTrack(id: "a", clip: ramp, starts: [50])
    track.loops = true
    let samples = SoundMix([track], count: 3000).samples(0..<3000)
    #expect((50..<2752).allSatisfy { samples[$0 * 2] == Float(($0 - 50) % 700) / 700 })
  }

  @Test("In a looping video what goes on beyond the end is heard at the start")
  func tailsGoOn() {
    let mix = SoundMix([MixTrack(id: "a", clip: one, starts: [1500])], count: 2000, isLoop: true)
    let samples = mix.samples(0..<2000)
    #expect(samples[499 * 2] == 0.5 && samples[500 * 2] == 0)
    #expect(mix.samples(-10..<0) == [Float](repeating: 0.5, count: 20))
  }

  @Test("Fades are raised cosines")
  func fadesAreSmooth() {
    var track = MixTrack(id: "a", clip: SoundClip(channelCount: 1, samples: [Float](repeating: 1, count: 9600)))
    track.fadeIn = 4800
    track.fadeOut = 4800
    let samples = SoundMix([track], count: 9600).samples(0..<9600)
    #expect(samples[0] == 0)
    #expect(abs(samples[2400 * 2] - 0.5) < 1e-6 && abs(samples[4800 * 2] - 1) < 1e-6)
    #expect(abs(samples[7200 * 2] - 0.5) < 1e-6)
  }

  @Test("Music sinks before the voice comes and rises after it")
  func duckingFollows() {
    let voice = SoundClip(channelCount: 1, samples: [Float](repeating: 0.3, count: 48_000))
    var music = MixTrack(
      id: "music", clip: SoundClip(channelCount: 1, samples: [Float](repeating: 0.5, count: 192_000)))
    music.duck = .init(under: "voice", by: -12, attack: 0.1, release: 0.4)
    let mix = SoundMix([music, MixTrack(id: "voice", clip: voice, starts: [48_000])], count: 192_000)
    func level(_ seconds: Double) -> Double {
      let at = Int(seconds * 48_000)
      return 20 * log10(Double(mix.samples(of: 0, at..<at + 1, isDucked: true)[0]) / 0.5)
    }
    #expect(level(0.5) == 0 && abs(level(0.95) + 6) < 0.3)
    #expect(abs(level(1) + 12) < 0.01 && abs(level(1.99) + 12) < 0.01)
    #expect(abs(level(2.2) + 6) < 0.3 && level(2.5) == 0)
  }

  @Test("What the video's end cuts off fades out before it") func cutSoundsFade() {
    var track = MixTrack(id: "a", clip: SoundClip(channelCount: 1, samples: [Float](repeating: 1, count: 96_000)))
    #expect(SoundMix([track], count: 48_000).samples(47_999..<48_000)[0] < 0.01)
    #expect(SoundMix([track], count: 48_000).samples(47_000..<47_001)[0] == 1)
    track.fadeOut = 24_000
    #expect(abs(SoundMix([track], count: 48_000).samples(36_000..<36_001)[0] - 0.5) < 1e-3)
    // In a loop it is cut off, too, where it is longer than the video.
    #expect(SoundMix([track], count: 48_000, isLoop: true).samples(100..<101)[0] == 1)
  }

  @Test("A part of a sound that loops leads over to its start") func loopsLeadOver() {
    let ramp = SoundClip(channelCount: 1, samples: (0..<10_000).map { Float($0) / 10_000 })
    let loop = ramp.looped(count: 9000)
    #expect(loop.count == 9000 && loop.samples[0] == 0.9)
    #expect(loop.samples[480] == ramp.samples[480] && loop.samples[8999] == ramp.samples[8999])
  }

  @Test("In a looping video what begins before its start is heard at its end") func earlyStartsGoOn() {
    let mix = SoundMix([MixTrack(id: "a", clip: one, starts: [-300])], count: 2000, isLoop: true)
    let samples = mix.samples(0..<2000)
    #expect(samples[1700 * 2] == 0.5 && samples[1699 * 2] == 0 && samples[699 * 2] == 0.5 && samples[700 * 2] == 0)
  }
}
