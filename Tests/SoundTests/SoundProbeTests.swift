import Formats
import Foundation
import TestSupport
import Testing

@testable import Sound

@Suite("Judging sound")
struct SoundProbeTests {
  private func probe(_ samples: [Float], channels: Int = 2, rate: Int = 48_000) throws -> SoundProbe {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    try Data(wavBytes(samples, channels: channels, rate: rate)).write(to: URL(fileURLWithPath: path))
    return try #require(try SoundProbe(path))
  }

  /// The value of both channels.
  private func sine(_ level: Float, seconds: Double = 1) -> [Float] {
    (0..<Int(48_000 * seconds)).flatMap { index -> [Float] in
      let value = level * Float(sin(2 * .pi * 997 * Double(index) / 48_000))
      return [value, value]
    }
  }

  @Test("A sine of full scale in both channels has the loudness and the peak that it has by definition")
  func levels() throws {
    let found = try probe(sine(0.1))
    // -3.01 LUFS in one channel at full scale (BS.1770), +3.01 for two.
    #expect(abs((found.loudness ?? 0) + 20) < 0.05 && abs((found.truePeak ?? 0) + 20) < 0.05)
    #expect(found.codec == "pcm_f32le" && found.sampleRate == 48_000 && found.channelCount == 2)
    #expect(
      abs((found.bitRate ?? 0) - 48_000 * 64) < 1 && found.sampleCount == 48_000 && found.start == 0
        && !found.hasPictures)
    #expect(SoundJudge.findings(of: found) == [])
    #expect(SoundJudge.description(of: found) == "pcm_f32le 3072 kb/s stereo 48 kHz, -20.0 LUFS, -20.0 dBTP")
  }

  @Test("One channel is heard from one loudspeaker, at any rate")
  func mono() throws {
    let samples = (0..<44_100).map { 0.1 * Float(sin(2 * .pi * 997 * Double($0) / 44_100)) }
    let found = try probe(samples, channels: 1, rate: 44_100)
    #expect(abs((found.loudness ?? 0) + 23) < 0.05)
    #expect(SoundJudge.description(of: found).hasPrefix("pcm_f32le 1411 kb/s mono 44.1 kHz"))
  }

  @Test("Clipping, peaks, silence, clicks and samples that are no numbers are found with their times")
  func faults() throws {
    let clipped = sine(1.5).map { max(-1, min(1, $0)) }
    let findings = SoundJudge.findings(of: try probe(clipped))
    #expect(findings.first?.hasPrefix("the sound is clipped 3988 times, first at 0.0 s") == true, "\(findings)")
    let loud = SoundJudge.findings(of: try probe(sine(1.5)))
    #expect(loud.contains { $0.hasPrefix("the sound's true peak is 3.5 dBTP, at ") }, "\(loud)")
    let silence = [Float](repeating: 0, count: 96_000)
    #expect(SoundJudge.findings(of: try probe(silence)) == ["the sound is silent throughout"])
    var clicking = sine(0.5)
    for channel in 0..<2 { clicking[48_000 + channel] += 0.2 }
    #expect(SoundJudge.findings(of: try probe(clicking)) == ["the sound clicks: its wave jumps at 0.5 s"])
    var wrong = sine(0.5)
    wrong[0] = .nan
    #expect(SoundJudge.findings(of: try probe(wrong)) == ["a sample at 0.0 s is not a number"])
    #expect(
      SoundJudge.description(of: try probe([Float](repeating: 0, count: 2 * 120_000) + sine(0.1)))
        .hasSuffix("silent for the first 2.5 s"))
  }

  @Test("A file that is cut off is found")
  func cutOff() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    try Data(wavBytes(sine(0.1), saidBytes: 48_000 * 8 * 10)).write(to: URL(fileURLWithPath: path))
    let found = try #require(try SoundProbe(path))
    let findings = SoundJudge.findings(of: found)
    #expect(findings.count == 1 && findings[0].hasPrefix("the sound is damaged or cut off near 0.9"), "\(findings)")
  }

  @Test("Where it begins and ends is compared with the pictures")
  func times() throws {
    let found = try probe(sine(0.1))
    #expect(SoundJudge.findings(of: found, beside: (0.0009, 1.02)) == [])
    #expect(
      SoundJudge.findings(of: found, beside: (0.002, 1)) == ["the sound begins 0.002 s before the pictures"])
    #expect(SoundJudge.findings(of: found, beside: (0, 1.03)) == ["the sound ends 0.03 s before the pictures"])
    #expect(SoundJudge.findings(of: found, beside: (0, 0.9)) == ["the sound ends 0.1 s after the pictures"])
  }

  @Test("What has no sound is nil")
  func noSound() throws {
    let folder = try TemporaryFolder()
    try Data("no sound".utf8).write(to: URL(fileURLWithPath: folder.file("a.txt")))
    #expect(try SoundProbe(folder.file("a.txt"))?.codec == nil)
    #expect(try SoundProbe(folder.file("missing.wav"))?.codec == nil)
  }
}
