import Formats
import Foundation
import MediaBase
import Sound
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite struct SoundMovieTests {
  /// Clicks of a sample each, a second apart, from half a second on, for so many samples.
  private func clicks(_ count: Int, _ codec: SoundCodec) throws -> EncodedSound {
    let click = SoundClip(channelCount: 1, samples: [0.5] + [Float](repeating: 0, count: 47_999))
    var track = MixTrack(id: "click", clip: click, starts: [24_000])
    track.loops = true
    return try SoundMaster(SoundMix([track], count: count), range: 0..<count)
      .encode(SoundFormat(codec: codec, loudness: .asIs)).sound
  }

  private func format(
    _ codec: any Codec, _ container: Container, _ rate: FrameRate, _ options: [(String, ParameterValue)] = []
  ) throws -> OutputFormat {
    try OutputFormat(codec, ParameterValues(options), in: container, width: 96, height: 96, frameRate: rate)
  }

  private func write(
    _ sound: EncodedSound, _ format: OutputFormat, frames: Int, to path: String
  ) throws {
    let writer = try MovieWriter(path: path, format: format)
    writer.add(sound)
    for part in [0..<frames / 2, frames / 2..<frames] {
      let encoder = try SegmentEncoder(format)
      for frame in part {
        let isRGB = format.pixelFormat.colorModel == .rgb
        try encoder.encode(isRGB ? movingPixels(frame, format) : movingPicture(frame, as: format))
      }
      try writer.append(encoder.finish())
    }
    try writer.finish()
  }

  static let formats: [(any Codec, Container, SoundCodec)] = [
    (H264(), .mp4, .aac), (HEVC(), .mov, .aac), (ProRes(), .mov, .pcm), (VP9(), .webm, .opus),
    (FFV1(), .matroska, .flac),
    (AV1(), .mp4, .aac),
  ]
  static let rates = [FrameRate(24_000, 1001), FrameRate(25), FrameRate(30_000, 1001), FrameRate(60)].compactMap { $0 }

  @Test("Sound is heard at its samples, whatever the format and the frame rate", arguments: formats.indices, rates)
  func soundIsInTime(index: Int, rate: FrameRate) throws {
    let (codec, container, soundCodec) = Self.formats[index]
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(container.ending)")
    let frames = Int(1.6 * rate.framesPerSecond)
    let count = Int((rate.seconds(ofFrame: frames) * 48_000).rounded())
    try write(clicks(count, soundCodec), format(codec, container, rate), frames: frames, to: path)
    let clip = try SoundFileReader(path: path, named: path).read()
    #expect(abs(clip.count - count) <= (container.family == .matroska ? 48 : 0))
    let loudest = clip.samples.indices.max { clip.samples[$0] < clip.samples[$1] }
    #expect(loudest.map { $0 / 2 } == 24_000 || loudest.map { $0 / 2 } == 72_000)
    let reader = try MovieReader(path: path)
    #expect(reader.info.startTime == 0)
    var shown = 0
    while try reader.next() != nil { shown += 1 }
    #expect(shown == frames)
  }

  @Test("Pictures with sound have no edit list; sound has one")
  func editListsAreOfSoundAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try write(clicks(48_000, .aac), format(H264(), .mp4, FrameRate.sixty), frames: 60, to: path)
    let boxes = try topLevelBoxes(at: path, named: path)
    let index = try #require(boxes.first { $0.type == "moov" })
    let bytes = try [UInt8](#require(folder.bytes("a.mp4")))[Int(index.offset)..<Int(index.offset + index.size)]
    #expect(editLists(ofPicturesIn: Array(bytes)) == [])
    #expect(Data(bytes).range(of: Data("elst".utf8)) != nil)
  }

  @Test("Files of sound hold every sample", arguments: SoundContainer.all)
  func soundFilesAreWhole(container: SoundContainer) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(container.ending)")
    try SoundFileWriter(path: path, container: container).finish(clicks(60_001, container.codecs[0]))
    let clip = try SoundFileReader(path: path, named: path).read()
    #expect(clip.count == 60_001)
    #expect(clip.samples.indices.max { clip.samples[$0] < clip.samples[$1] } == 48_000)
    #expect(FileSignature.isOwn(path, container))
    #expect(folder.names == ["a.\(container.ending)"])
  }
}
