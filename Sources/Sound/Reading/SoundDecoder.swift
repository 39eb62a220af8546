import CLibAV
import MediaBase

/// A decoder of one stream of sound.
final class SoundDecoder {
  private var decoder: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?

  convenience init(_ stream: UnsafeMutablePointer<AVStream>, _ name: String) throws(MediaError) {
    guard let parameters = stream.pointee.codecpar else { throw LibAV.outOfMemory("decode the sound") }
    try self.init(parameters, timeBase: stream.pointee.time_base, name)
  }

  /// Gives priming and padding too, if `isRaw`.
  init(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational, isRaw: Bool = false, _ name: String
  ) throws(MediaError) {
    let operation = "decode the sound"
    let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    decoder = avcodec_alloc_context3(codec)
    frame = av_frame_alloc()
    guard let codec, let decoder, frame != nil else {
      let codecName = String(cString: avcodec_get_name(parameters.pointee.codec_id))
      throw MediaError(operation, reason: "there is no decoder for \(codecName)", file: name)
    }
    try LibAV.check(avcodec_parameters_to_context(decoder, parameters), operation, file: name)
    decoder.pointee.pkt_timebase = timeBase
    decoder.pointee.thread_count = 1
    if isRaw { decoder.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
    try LibAV.check(avcodec_open2(decoder, codec, nil), operation, file: name)
  }

  deinit {
    avcodec_free_context(&decoder)
    av_frame_free(&frame)
  }

  /// Decodes a packet, or without one what is left, and hands each frame to `take`. Returns libav's error, or 0.
  func send(
    _ packet: UnsafeMutablePointer<AVPacket>?, take: (UnsafeMutablePointer<AVFrame>) throws(MediaError) -> Void
  ) throws(MediaError) -> Int32 {
    guard let frame else { return 0 }
    let sent = avcodec_send_packet(decoder, packet)
    if sent < 0, sent != CLIBAV_ERROR_AGAIN { return sent }
    while true {
      let received = avcodec_receive_frame(decoder, frame)
      if received == CLIBAV_ERROR_AGAIN || received == CLIBAV_ERROR_EOF { return 0 }
      if received < 0 { return received }
      try take(frame)
      av_frame_unref(frame)
    }
  }
}
