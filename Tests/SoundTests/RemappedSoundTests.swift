import Foundation
import Testing

@testable import Sound

@Suite struct RemappedSoundTests {
  private func mix(_ frequency: Double) -> SoundMix {
    let samples = (0..<48_000).map { Float(sin(2 * .pi * frequency * Double($0) / 48_000)) }
    return SoundMix(
      [MixTrack(id: "a", clip: SoundClip(channelCount: 1, samples: samples))], count: 48_000)
  }

  @Test("Twice as fast, a tone is an octave higher; half as fast, an octave lower", arguments: [2.0, 0.5, 1.3])
  func speed(speed: Double) {
    let clip = RemappedSound(mix(1000)).clip(count: 20_000) { Double($0) * speed }
    for index in 2000..<18_000 {
      let expected = sin(2 * .pi * 1000 * speed * Double(index) / 48_000)
      #expect(abs(Double(clip.samples[2 * index]) - expected) < 2e-3)
    }
  }

  @Test("What would be folded is left out")
  func folding() {
    let clip = RemappedSound(mix(15_000)).clip(count: 20_000) { Double($0) * 2 }
    #expect(clip.samples[8000..<32_000].allSatisfy { abs($0) < 0.01 })
  }

  @Test("A time that stands still is silent, and jumps do not click")
  func jumps() {
    let still = RemappedSound(mix(100)).clip(count: 1000) { _ in 120 }
    #expect(still.samples.allSatisfy { $0 == 0 })
    // A quarter of a turn is left out.
    let jump = RemappedSound(mix(100)).clip(count: 9600) { Double($0 < 4800 ? $0 : $0 + 240) }
    let left = stride(from: 0, to: jump.samples.count, by: 2).map { jump.samples[$0] }
    #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.03 })
  }
}
