import CLibAV
import MediaBase

extension LibAV {
  /// Decodes the next frame into `frame`; false after the last. `readPacket` puts the next packet into `packet`, or returns
  /// false after the last, which `isDrained` then remembers. Throws at the first fault that libav reports.
  static func decodeFrame(
    _ decoder: UnsafeMutablePointer<AVCodecContext>, into frame: UnsafeMutablePointer<AVFrame>,
    packet: UnsafeMutablePointer<AVPacket>?, isDrained: inout Bool, _ operation: String, file: String,
    readPacket: () throws(MediaError) -> Bool
  ) throws(MediaError) -> Bool {
    while true {
      let result = avcodec_receive_frame(decoder, frame)
      if result == CLIBAV_ERROR_EOF { return false }
      if result != CLIBAV_ERROR_AGAIN {
        try check(result, operation, file: file)
        return true
      }
      if isDrained { return false }
      if try readPacket() {
        defer { av_packet_unref(packet) }
        try check(avcodec_send_packet(decoder, packet), operation, file: file)
      } else {
        isDrained = true
        try check(avcodec_send_packet(decoder, nil), operation, file: file)
      }
    }
  }
}
