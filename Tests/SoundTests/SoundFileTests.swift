import Foundation
import MediaBase
import TestSupport
import Testing

@testable import Sound

@Suite struct SoundFileTests {
  private func read(
    _ bytes: [UInt8], from: Double = 0, to: Double? = nil, speed: Double = 1, name: String = "a.wav"
  ) throws -> SoundClip {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try SoundFileReader(path: path, named: name).read(from: from, to: to, speed: speed)
  }

  private func sine(_ frequency: Double, rate: Int, seconds: Double) -> [Float] {
    (0..<Int(Double(rate) * seconds)).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  @Test("Samples of 48,000 a second are read as they are")
  func samplesAreReadExactly() throws {
    let samples = (0..<2000).map { Float($0 - 1000) / 1000 }
    #expect(try read(wavBytes(samples)) == SoundClip(channelCount: 2, samples: samples))
    #expect(try read(wavBytes(samples, channels: 1)) == SoundClip(channelCount: 1, samples: samples))
  }

  @Test("A trim begins and ends at its samples")
  func trimsAreExact() throws {
    let samples = (0..<48_000).map { Float($0) / 48_000 }
    let clip = try read(wavBytes(samples, channels: 1), from: 0.25, to: 0.75)
    #expect(clip.samples == Array(samples[12_000..<36_000]))
  }

  @Test("Resampling keeps time, level and pitch", arguments: [8000, 22_050, 44_100, 96_000, 192_000])
  func resamplingIsTrue(rate: Int) throws {
    let clip = try read(wavBytes(sine(997, rate: rate, seconds: 1), channels: 1, rate: rate))
    #expect(abs(clip.count - 48_000) <= 1)
    let expected = sine(997, rate: 48_000, seconds: 1)
    // Away from the ends, where a sine begins out of nothing.
    var worst: Float = 0
    for index in 2000..<46_000 { worst = max(worst, abs(clip.samples[index] - expected[index])) }
    #expect(worst < 2e-4)
  }

  @Test("A pulse stays at its instant")
  func pulsesStay() throws {
    var samples = [Float](repeating: 0, count: 44_100)
    samples[22_050] = 0.9
    let clip = try read(wavBytes(samples, channels: 1, rate: 44_100))
    #expect(clip.samples.indices.max { clip.samples[$0] < clip.samples[$1] } == 24_000)
  }

  @Test("Twice the speed halves the length and doubles the pitch")
  func speedChangesPitch() throws {
    let clip = try read(wavBytes(sine(500, rate: 48_000, seconds: 1), channels: 1), speed: 2)
    #expect(abs(clip.count - 24_000) <= 1)
    let expected = sine(1000, rate: 48_000, seconds: 0.5)
    #expect((2000..<22_000).allSatisfy { abs(clip.samples[$0] - expected[$0]) < 2e-4 })
  }

  @Test("5.1 is folded to stereo by ITU-R BS.775")
  func surroundIsFolded() throws {
    // Front left, front right, center, low frequencies, back left, back right.
    let frame: [Float] = [0.1, 0.2, 0.3, 0.9, 0.05, 0.06]
    let samples = Array(repeating: frame, count: 100).flatMap { $0 }
    let clip = try read(wavBytes(samples, channels: 6, mask: 0x3F))
    #expect(clip.channelCount == 2 && clip.count == 100)
    #expect(abs(clip.samples[0] - (0.1 + 0.7071068 * 0.3 + 0.7071068 * 0.05)) < 1e-5)
    #expect(abs(clip.samples[1] - (0.2 + 0.7071068 * 0.3 + 0.7071068 * 0.06)) < 1e-5)
  }

  private func reason(_ body: () throws -> SoundClip) -> String {
    do {
      return "\(try body().count) samples"
    } catch {
      return (error as? MediaError)?.reason ?? "\(error)"
    }
  }

  @Test("Files that cannot be used are reported with the reason")
  func badFilesAreReported() throws {
    let second = sine(440, rate: 48_000, seconds: 1)
    #expect(reason { try read(Array("no sound at all, but text".utf8)) } == "it is no file of sound that is known")
    #expect(reason { try read([]) } == "it is no file of sound that is known")
    #expect(
      reason { try read(wavBytes([.init(0), .nan], channels: 1)) } == "a sample at 0.0 s is not a number")
    #expect(
      reason { try read(wavBytes(second, channels: 1, saidBytes: 48_000 * 4 * 10)) }
        == "it is cut off at 1.0 s")
    #expect(reason { try read(wavBytes(second, channels: 1), from: 0.5, to: 2) } == "it ends at 1.0 s")
    #expect(
      reason { try read(wavBytes(second, channels: 1), from: 1.5) } == "the trim begins at or after its end, 1.0 s")
    #expect(
      reason { try read(wavBytes(second, channels: 1, rate: 1)) } == "it has 1 Hz; 4000 to 768000 are read")
    #expect(
      reason { try read(wavBytes([Float](repeating: 0, count: 6400), channels: 64)) }
        == "how its 64 channels are laid out is not known")
    #expect(reason { try read(wavBytes([], channels: 2)) } == "it holds no sound")
  }
}
