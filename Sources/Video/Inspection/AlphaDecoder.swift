import CLibAV
import MediaBase

extension LibAV {
  /// The decoder of a stream that has alpha next to it: libav's own decoders of VP8 and VP9 leave alpha out. Nil for
  /// all others.
  static func alphaDecoder(of stream: AVStream) -> UnsafePointer<AVCodec>? {
    guard av_dict_get(stream.metadata, "alpha_mode", nil, 0) != nil else { return nil }
    switch stream.codecpar.pointee.codec_id {
    case AV_CODEC_ID_VP8: return avcodec_find_decoder_by_name("libvpx")
    case AV_CODEC_ID_VP9: return avcodec_find_decoder_by_name("libvpx-vp9")
    default: return nil
    }
  }
}
