import CLibAV
import Formats
import MediaBase

/// Decodes the packets of segments whose every frame is a key frame. To be used from one thread at a time.
final class SegmentDecoder {
  private let format: OutputFormat
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var frame: UnsafeMutablePointer<AVFrame>?

  private static let operation = "decode a frame of a segment"

  init(_ format: OutputFormat) throws(MediaError) {
    LibAV.begin()
    self.format = format
    let encoder = avcodec_find_encoder_by_name(format.encoder.encoder)
    let codec = avcodec_find_decoder(encoder?.pointee.id ?? AV_CODEC_ID_NONE)
    context = avcodec_alloc_context3(codec)
    packet = av_packet_alloc()
    frame = av_frame_alloc()
    guard codec != nil, let context, packet != nil, frame != nil else { throw LibAV.outOfMemory(Self.operation) }
    context.pointee.thread_count = 1
    context.pointee.err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK
    try LibAV.check(avcodec_open2(context, codec, nil), Self.operation)
  }

  deinit {
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }

  /// The frame of a packet's bytes; throws unless it is of the format's size and pixels.
  func decode(_ data: [UInt8]) throws(MediaError) -> FramePlanes {
    LibAV.begin()
    guard let context, let packet, let frame else { throw LibAV.outOfMemory(Self.operation) }
    try LibAV.check(av_new_packet(packet, Int32(clamping: data.count)), Self.operation)
    defer { av_packet_unref(packet) }
    data.withUnsafeBytes { source in
      if let start = source.baseAddress {
        UnsafeMutableRawPointer(packet.pointee.data)?.copyMemory(from: start, byteCount: source.count)
      }
    }
    // Otherwise libav would add what it decodes to the frame before.
    packet.pointee.flags |= AV_PKT_FLAG_KEY
    try LibAV.check(avcodec_send_packet(context, packet), Self.operation)
    try LibAV.check(avcodec_receive_frame(context, frame), Self.operation)
    defer { av_frame_unref(frame) }
    guard frame.pointee.format == format.pixelFormat.libavFormat.rawValue,
      let planes = FramePlanes(frame.pointee, as: format.pixelFormat), planes.width == format.width,
      planes.height == format.height
    else { throw MediaError(Self.operation, reason: "it is not of the output's size and pixels") }
    return planes
  }
}
