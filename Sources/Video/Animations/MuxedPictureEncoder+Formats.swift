import CLibAV
import Formats
import MediaBase

extension MuxedPictureEncoder {
  /// Of APNG: lossless, each frame as the rectangle that changed.
  static func apng(_ format: OutputFormat, _ output: AtomicOutputFile) throws(MediaError) -> MuxedPictureEncoder {
    var isSigned = false
    return try MuxedPictureEncoder(
      format, output, muxer: "apng",
      [
        Stream(encoder: "apng", pixelFormat: format.pixelFormat.name, options: [("pred", "mixed")]) { picture, frame in
          picture.copy(to: frame)
        }
      ], muxerOptions: [("plays", "\(format.options[AnimationOptions.plays] ?? 0)")],
      prepare: { (packet) throws(MediaError) in
        // The first packet brings the chunks before the frames, which the muxer writes.
        if !isSigned { try sign(packet) }
        isSigned = true
      },
      setFinalDuration: { (muxer, ticks) throws(MediaError) in
        let seconds = AVRational(num: Int32(ticks), den: Int32(format.container.timeScale(at: format.frameRate)))
        try LibAV.check(av_opt_set_q(muxer.pointee.priv_data, "final_delay", seconds, 0), "end the animated picture")
      })
  }

  /// Adds the program's signature to the chunks of an APNG file's first packet.
  private static func sign(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
    var count = 0
    guard let chunks = av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, &count) else {
      throw MediaError("begin the animated picture", reason: "the encoder gave no header")
    }
    let signed = Array(UnsafeBufferPointer(start: chunks, count: count)) + FileSignature.png
    guard let data = av_packet_new_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, signed.count) else {
      throw LibAV.outOfMemory("begin the animated picture")
    }
    data.update(from: signed, count: signed.count)
  }

  /// Of AVIF: AV1 in 4:4:4 of limited range and BT.709's matrix, alpha as a second stream.
  ///
  /// Chromium shows animated AVIF of full range as if it were of limited range.
  static func avif(_ format: OutputFormat, _ output: AtomicOutputFile) throws(MediaError) -> MuxedPictureEncoder {
    let crf = AVIF.rateFactor(format.options)
    let options = [("crf", "\(crf)"), ("cpu-used", "6"), ("g", "\(AVIF.groupLength)")]
    var streams = [
      Stream(encoder: "libaom-av1", pixelFormat: "yuv444p", options: options) { picture, frame in
        picture.copyYUV(to: frame, .limited709)
      }
    ]
    if format.pixelFormat.alpha != .none {
      streams.append(
        Stream(encoder: "libaom-av1", pixelFormat: "gray", options: options) { picture, frame in
          picture.copyAlpha(to: frame)
        })
    }
    return try MuxedPictureEncoder(format, output, muxer: "avif", streams, signature: FileSignature.avif)
  }
}
