import Formats
import Foundation
import MediaBase
import Sound
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("Clicks and flashes")
struct SoundSyncTests {
  /// Gray of a level from 0 to 1.
  private func gray(_ level: Double, as format: OutputFormat) throws -> FramePlanes {
    let pixels = format.pixelFormat
    var bytes: [UInt8] = []
    for plane in pixels.planes {
      let isLuma = plane.components[0] == .luma
      let sample = Int(isLuma ? 16 + 219 * level : 128) << (pixels.depth - 8)
      for _ in 0..<(format.width >> plane.xShift) * (format.height >> plane.yShift) {
        bytes.append(UInt8(truncatingIfNeeded: sample))
        if pixels.bytesPerSample == 2 { bytes.append(UInt8(sample >> 8)) }
      }
    }
    return try #require(FramePlanes(pixels, width: format.width, height: format.height, bytes: bytes))
  }

  static let formats: [(any Codec, Container, SoundCodec)] = [
    (H264(), .mp4, .aac), (ProRes(), .mov, .pcm), (VP9(), .webm, .opus),
  ]

  @Test("A click comes with its flash", arguments: formats.indices, SoundMovieTests.rates)
  func clicksComeWithFlashes(index: Int, rate: FrameRate) throws {
    let (codec, container, soundCodec) = Self.formats[index]
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(container.ending)")
    let format = try OutputFormat(codec, ParameterValues([]), in: container, width: 64, height: 64, frameRate: rate)
    let (count, flash) = (Int(rate.framesPerSecond.rounded()), Int(rate.framesPerSecond * 0.6))
    let click = Int((rate.seconds(ofFrame: flash) * 48_000).rounded())
    let track = MixTrack(id: "click", clip: SoundClip(channelCount: 1, samples: [0.5]), starts: [click])
    let length = Int((rate.seconds(ofFrame: count) * 48_000).rounded())
    let sound = try SoundMaster(SoundMix([track], count: length), range: 0..<length)
      .encode(SoundFormat(codec: soundCodec, loudness: .asIs)).sound
    let writer = try MovieWriter(path: path, format: format)
    writer.add(sound)
    let encoder = try SegmentEncoder(format)
    for frame in 0..<count { try encoder.encode(gray(frame == flash ? 1 : 0, as: format)) }
    try writer.append(encoder.finish())
    try writer.finish()

    let pictures = try MediaProbe(path)
    let brightest = try #require(pictures.changes.indices.first { pictures.changes[$0] > 100 }) + 1
    #expect(brightest == flash)
    let samples = try SoundFileReader(path: path, named: path).read().samples
    let loudest = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) }) / 2
    let apart = Double(loudest) / 48_000 - pictures.times[brightest]
    // Matroska's times are in milliseconds.
    #expect(abs(apart) <= (container.family == .matroska ? 0.0006 : 0.5 / 48_000), "\(apart) s")
    let found = try #require(try SoundProbe(path))
    let end = pictures.times[0] + (pictures.facts.seconds ?? 0)
    #expect(SoundJudge.findings(of: found, beside: (pictures.times[0], end)) == [])
    #expect(found.hasPictures && found.codec == soundCodec.streamName && abs(found.sampleCount - length) <= 48)
  }
}
