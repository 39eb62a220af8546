import CLibAV
import MediaBase

extension LibAV {
  /// The decoder of a stream that has alpha beside it: libav's own decoder of VP9 leaves alpha out. Nil for all others.
  static func alphaDecoder(of stream: AVStream) -> UnsafePointer<AVCodec>? {
    guard stream.codecpar.pointee.codec_id == AV_CODEC_ID_VP9,
      av_dict_get(stream.metadata, "alpha_mode", nil, 0) != nil
    else { return nil }
    return avcodec_find_decoder_by_name("libvpx-vp9")
  }
}
