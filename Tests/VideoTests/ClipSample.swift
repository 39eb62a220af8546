import CLibAV
import Foundation
import Graphics
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

/// Files of clips with given frames and tags.
enum ClipSample {
  /// Writes frames, by default as Matroska of FFV1, which keeps every bit, with the first frame's tags; `prepare` changes the encoder
  /// and the stream before the file is begun.
  static func write(
    _ frames: [UnsafeMutablePointer<AVFrame>], to path: String, as format: String = "matroska",
    by codec: AVCodecID = AV_CODEC_ID_FFV1,
    _ prepare: (inout AVCodecContext, UnsafeMutablePointer<AVStream>) throws -> Void = { _, _ in }
  ) throws {
    let first = try #require(frames.first)
    var muxer: UnsafeMutablePointer<AVFormatContext>?
    var context = avcodec_alloc_context3(avcodec_find_encoder(codec))
    var packet = av_packet_alloc()
    try LibAV.check(avformat_alloc_output_context2(&muxer, nil, format, path), "write")
    defer {
      avcodec_free_context(&context)
      av_packet_free(&packet)
      if let muxer { avio_closep(&muxer.pointee.pb) }
      avformat_free_context(muxer)
    }
    let (encoder, output) = (try #require(context), try #require(muxer))
    encoder.pointee.width = first.pointee.width
    encoder.pointee.height = first.pointee.height
    encoder.pointee.pix_fmt = AVPixelFormat(first.pointee.format)
    encoder.pointee.time_base = AVRational(num: 1, den: 10)
    if codec == AV_CODEC_ID_FFV1 { encoder.pointee.level = 3 }
    encoder.pointee.strict_std_compliance = -2
    encoder.pointee.color_range = first.pointee.color_range
    encoder.pointee.colorspace = first.pointee.colorspace
    encoder.pointee.color_primaries = first.pointee.color_primaries
    encoder.pointee.color_trc = first.pointee.color_trc
    encoder.pointee.chroma_sample_location = first.pointee.chroma_location
    let stream = try #require(avformat_new_stream(output, nil))
    try prepare(&encoder.pointee, stream)
    try LibAV.check(avcodec_open2(encoder, nil, nil), "encode")
    stream.pointee.time_base = encoder.pointee.time_base
    try LibAV.check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder), "write")
    try LibAV.check(avio_open(&output.pointee.pb, path, AVIO_FLAG_WRITE), "write")
    try LibAV.check(avformat_write_header(output, nil), "write")
    for (index, frame) in frames.enumerated() {
      frame.pointee.pts = Int64(index)
      try LibAV.check(avcodec_send_frame(encoder, frame), "encode")
      if index == frames.count - 1 { try LibAV.check(avcodec_send_frame(encoder, nil), "encode") }
      while avcodec_receive_packet(encoder, packet) >= 0 {
        av_packet_rescale_ts(packet, encoder.pointee.time_base, stream.pointee.time_base)
        try LibAV.check(av_write_frame(output, packet), "write")
      }
    }
    try LibAV.check(av_write_trailer(output), "write")
  }

  /// The clip of such a file, with its first frame decoded while the file is there.
  static func clip(
    _ frames: [UnsafeMutablePointer<AVFrame>],
    _ prepare: (inout AVCodecContext, UnsafeMutablePointer<AVStream>) throws -> Void = { _, _ in }
  ) throws -> ClipFile {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mkv")
    try write(frames, to: path, prepare)
    let clip = try ClipFile(path: path, named: "film.mkv", digest: Digest { $0.combine(path) })
    for index in frames.indices { _ = clip.frame(index)?.pixels }
    return clip
  }
}
