import Files
import Formats
import Foundation
import MediaBase
import Sound
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("Subtitles of movies")
struct SubtitleMovieTests {
  private var track: SubtitleTrack {
    var bold = SubtitleStyle()
    bold.isBold = true
    return SubtitleTrack(cues: [
      SubtitleCue(start: 0.25, end: 1, lines: [[SubtitleSpan("ä "), SubtitleSpan("b", style: bold)]]),
      SubtitleCue(start: 0.5, end: 1.2, lines: [[SubtitleSpan("c")]]),
      SubtitleCue(start: 1.5, end: 9, lines: [[SubtitleSpan("d")]]),
    ])
  }

  private func write(
    _ container: Container, _ codec: any Codec, rate: FrameRate, hasSound: Bool = false, to path: String
  ) throws {
    let format = try OutputFormat(codec, ParameterValues(), in: container, width: 96, height: 96, frameRate: rate)
    let writer = try MovieWriter(path: path, format: format)
    let frames = Int(2 * rate.framesPerSecond)
    let duration = rate.seconds(ofFrame: frames)
    if hasSound, let codec = container.defaultSoundCodec(beside: codec) {
      let clip = SoundClip(channelCount: 1, samples: [Float](repeating: 0.25, count: 48_000))
      let count = Int((duration * 48_000).rounded())
      let mix = SoundMix([MixTrack(id: "a", clip: clip, starts: [0])], count: count)
      writer.add(
        try SoundMaster(mix, range: 0..<count).encode(SoundFormat(codec: codec, loudness: .asIs)).sound)
    }
    writer.add(["en", "de"].map { MovieSubtitles(track: track, language: $0, duration: duration) })
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

  static let formats: [(any Codec, Container)] = [
    (H264(), .mp4), (ProRes(), .mov), (VP9(), .webm), (FFV1(), .matroska),
  ]

  @Test(
    "Movies hold the texts at their times, beside pictures that stay as they are", arguments: formats.indices,
    [FrameRate(25), FrameRate(60_000, 1001)].compactMap { $0 })
  func times(index: Int, rate: FrameRate) throws {
    let (codec, container) = Self.formats[index]
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(container.ending)")
    // Finishing compares every packet.
    try write(container, codec, rate: rate, to: path)
    try write(container, codec, rate: rate, hasSound: true, to: path)
    let reader = try MovieReader(path: path)
    #expect(reader.subtitleStreams.count == 2)
    #expect(FileSignature.isOwn(path, container))
    var shown = 0
    while try reader.next() != nil { shown += 1 }
    #expect(shown == Int(2 * rate.framesPerSecond))
  }

  @Test("Timed text has samples without gaps, and all that is shown together in one")
  func timedText() {
    let packets = track.timedTextPackets(until: 2)
    #expect(packets.map(\.start) == [0, 250, 500, 1000, 1200, 1500])
    #expect(packets.map(\.end) == [250, 500, 1000, 1200, 1500, 2000])
    #expect(packets[0].data == [0, 0])
    #expect(packets[3].data == [0, 1, 0x63])
    let style: [UInt8] = [0, 2, 0, 3, 0, 1, 1, 18, 255, 255, 255, 255]
    var styled: [UInt8] = [0, 4] + Array("ä b".utf8)
    styled += [0, 0, 0, 22] + Array("styl".utf8) + [0, 1] + style
    #expect(packets[1].data == styled)
    let both: [UInt8] = [0, 6] + Array("ä b\nc".utf8)
    #expect(packets[2].data.prefix(8) == both.prefix(8))
  }

  @Test("Timed text has the colors of its spans, and white where they have none")
  func colors() {
    let spans = [("r", "#FF000080"), (" p ", nil), ("w", "white"), ("l", "lime")].map { text, color in
      var style = SubtitleStyle()
      style.color = color
      return SubtitleSpan(text, style: style)
    }
    let styles: [UInt8] = [
      0, 0, 0, 1, 0, 1, 0, 18, 255, 0, 0, 128,
      0, 5, 0, 6, 0, 1, 0, 18, 0, 255, 0, 255,
    ]
    #expect(
      TimedTextSample([spans]).bytes
        == [0, 6] + Array("r p wl".utf8) + [0, 0, 0, 34] + Array("styl".utf8) + [0, 2] + styles)
  }

  @Test("Files beside movies are the program's own where they say so, or are as it writes them")
  func ownFiles() throws {
    let folder = try TemporaryFolder()
    for format in SubtitleFormat.allCases {
      let path = folder.file("a.\(format.rawValue)")
      let writer = try SubtitleFileWriter(path: path, track: track, format: format)
      #expect(folder.bytes("a.\(format.rawValue)") == nil)
      try writer.finish()
      #expect(SubtitleFileWriter.isOwn(path, format, isBesideOwnMovie: true))
      let bytes = try #require(folder.bytes("a.\(format.rawValue)"))
      #expect(try SubtitleTrack([UInt8](bytes), format: format).cues.map(\.text) == track.cues.map(\.text))
    }
    #expect(!SubtitleFileWriter.isOwn(folder.file("a.srt"), .srt, isBesideOwnMovie: false))
    try Data("WEBVTT\n\n00:01.000 --> 00:02.000\nmine\n".utf8).write(to: URL(fileURLWithPath: folder.file("a.vtt")))
    #expect(!SubtitleFileWriter.isOwn(folder.file("a.vtt"), .vtt, isBesideOwnMovie: true))
    try Data("1\r\n00:00:01,000 --> 00:00:02,000\r\nmine\r\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("a.srt")))
    #expect(!SubtitleFileWriter.isOwn(folder.file("a.srt"), .srt, isBesideOwnMovie: true))
  }
}
