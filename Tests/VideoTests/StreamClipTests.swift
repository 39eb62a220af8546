import CLibAV
import Coding
import Foundation
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("Clips of other containers")
struct StreamClipTests {
  /// How a file is made: by a muxer and an encoder, both parts of libav itself.
  struct Kind: Sendable, CustomTestStringConvertible {
    var ending: String
    var muxer: String
    var codec: AVCodecID
    var rate: Int32 = 25
    var testDescription: String { ending }
  }

  static let kinds = [
    Kind(ending: "ts", muxer: "mpegts", codec: AV_CODEC_ID_MPEG2VIDEO),
    Kind(ending: "m2ts", muxer: "mpegts", codec: AV_CODEC_ID_MPEG4),
    Kind(ending: "avi", muxer: "avi", codec: AV_CODEC_ID_MPEG4),
    Kind(ending: "mxf", muxer: "mxf", codec: AV_CODEC_ID_MPEG2VIDEO),
    Kind(ending: "3gp", muxer: "3gp", codec: AV_CODEC_ID_MPEG4),
  ]

  private static let count = 40
  private static let size = (width: 96, height: 64)

  /// Writes frames that are gray, each a little lighter than the one before, with two B-frames between others.
  private func write(_ kind: Kind, to path: String, _ settings: String = "") throws {
    var made: [UnsafeMutablePointer<AVFrame>?] = []
    defer { for i in made.indices { av_frame_free(&made[i]) } }
    for number in 0..<Self.count {
      let frame = try #require(av_frame_alloc())
      made.append(frame)
      (frame.pointee.width, frame.pointee.height) = (Int32(Self.size.width), Int32(Self.size.height))
      frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      try LibAV.check(av_frame_get_buffer(frame, 0), "make a frame")
      for (plane, stride, rows, value) in [
        (frame.pointee.data.0, frame.pointee.linesize.0, Self.size.height, UInt8(20 + number * 5)),
        (frame.pointee.data.1, frame.pointee.linesize.1, Self.size.height / 2, 128),
        (frame.pointee.data.2, frame.pointee.linesize.2, Self.size.height / 2, 128),
      ] { for place in 0..<rows * Int(stride) { plane?[place] = value } }
    }
    try ClipSample.write(made.compactMap { $0 }, to: path, as: kind.muxer, by: kind.codec) { encoder, stream in
      encoder.time_base = AVRational(num: 1, den: kind.rate)
      encoder.framerate = AVRational(num: kind.rate, den: 1)
      stream.pointee.avg_frame_rate = encoder.framerate
      (encoder.gop_size, encoder.max_b_frames, encoder.bit_rate) = (12, 2, 4_000_000)
      if !settings.isEmpty {
        encoder.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        try LibAV.check(av_opt_set(encoder.priv_data, "x264-params", settings, 0), "encode")
        try LibAV.check(av_opt_set(encoder.priv_data, "qp", "4", 0), "encode")
        return
      }
      encoder.flags |= AV_CODEC_FLAG_QSCALE
      encoder.global_quality = FF_QP2LAMBDA * 2
    }
  }

  /// Ways in which H.264 may be entered in its middle other than by frames that need no others at all.
  static let loose = ["open-gop=1:bframes=3:keyint=12:scenecut=0", "intra-refresh=1:bframes=0:keyint=12"]

  @Test("H.264 that recovers only after its key frames is shown frame by frame, in any order", arguments: loose)
  func looseKeys(settings: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("clip.mp4")
    try write(Kind(ending: "mp4", muxer: "mp4", codec: AV_CODEC_ID_H264), to: path, settings)
    let clip = try ClipFile(path: path, named: "clip", digest: Digest { $0.combine(settings) })
    #expect(clip.times.count == Self.count)
    for index in 0..<Self.count { #expect(try number(clip, index) == index) }
    for index in [39, 38, 13, 25, 12, 24, 23, 36, 0, 11] {
      let again = try ClipFile(path: path, named: "clip", digest: Digest { $0.combine(index) })
      #expect(try number(again, index) == index)
      #expect(try number(again, (index + 17) % Self.count) == (index + 17) % Self.count)
      #expect(try number(again, (index + 16) % Self.count) == (index + 16) % Self.count)
    }
    #expect(clip.fault == nil)
  }

  private func number(_ clip: ClipFile, _ index: Int) throws -> Int {
    let pixels = try #require(clip.frame(index)).pixels
    // The luma of video range.
    let luma = 16 + Double(pixels[(32 * Self.size.width + 48) * 4]) * 219 / 255
    return Int(((luma - 20) / 5).rounded())
  }

  @Test("Each frame is shown at its time, one after the other and from anywhere", arguments: kinds)
  func frames(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("clip.\(kind.ending)")
    try write(kind, to: path)
    #expect(FileReference.videoEndings.contains(kind.ending))
    let clip = try ClipFile(path: path, named: "clip", digest: Digest { $0.combine(kind.ending) })
    #expect(clip.times.count == Self.count)
    #expect(abs(clip.duration - Double(Self.count) / Double(kind.rate)) < 1e-3)
    for (index, time) in clip.times.enumerated() { #expect(abs(time - Double(index) / Double(kind.rate)) < 1e-3) }
    for index in 0..<Self.count { #expect(try number(clip, index) == index) }
    for index in [39, 3, 25, 24, 0, 13, 12, 38, 11, 1] {
      let again = try ClipFile(path: path, named: "clip", digest: Digest { $0.combine(index) })
      #expect(try number(again, index) == index)
      #expect(try number(again, (index + 17) % Self.count) == (index + 17) % Self.count)
    }
    #expect(clip.fault == nil)
  }

  @Test("A recording that begins within a stream is shown from its first key frame on")
  func cutStream() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("whole.ts")
    try write(Self.kinds[0], to: path)
    // The tables of programs come first, in two packets of 188 bytes.
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let middle = bytes.count / 188 / 6 * 188
    try Data(bytes[..<(3 * 188)] + bytes[middle...]).write(to: URL(fileURLWithPath: folder.file("cut.ts")))
    let clip = try ClipFile(path: folder.file("cut.ts"), named: "cut", digest: Digest { $0.combine("cut") })
    let first = try number(clip, 0)
    #expect(first > 0)
    #expect(first % 12 == 0)
    for index in clip.times.indices { #expect(try number(clip, index) == first + index) }
  }

  @Test("The second field of a frame is found by its structure")
  func fieldPairs() {
    let (frame, top, bottom) = (
      AV_PICTURE_STRUCTURE_FRAME, AV_PICTURE_STRUCTURE_TOP_FIELD, AV_PICTURE_STRUCTURE_BOTTOM_FIELD
    )
    func found(_ structures: [AVPictureStructure]) -> [Bool] {
      let pairs = FieldPairs()
      return structures.map { pairs.isSecond($0) }
    }
    #expect(found([frame, top, bottom, top, bottom, frame]) == [false, false, true, false, true, false])
    #expect(found([bottom, top, bottom, top]) == [false, true, false, true])
    // Fields whose partners were lost.
    #expect(found([top, top, bottom, top, frame, bottom, top]) == [false, false, true, false, false, false, true])
  }
}
