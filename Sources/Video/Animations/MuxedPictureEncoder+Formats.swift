import CLibAV
import Files
import Formats
import MediaBase

extension MuxedPictureEncoder {
  /// An encoder of APNG: lossless, each frame as the rectangle that changed.
  static func apng(_ format: OutputFormat, _ output: AtomicFile) throws(MediaError) -> MuxedPictureEncoder {
    var isSigned = false
    let stream = Stream(encoder: "apng", pixelFormat: format.pixelFormat.name, options: [("pred", "mixed")]) {
      picture, frame in picture.copy(to: frame)
    }
    return try MuxedPictureEncoder(
      format, output, muxer: "apng", { _ in [stream] },
      muxerOptions: [("plays", "\(PlaysOption(reading: format.options).plays ?? 0)")],
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

  /// An encoder of AVIF: AV1 in 4:4:4, alpha as a second stream; stills by BT.709's matrix in full range, animations by
  /// BT.601's in limited range.
  ///
  /// Chromium shows animated AVIF of full range as if it were of limited range. Of limited range, what browsers and libavif
  /// convert with (libyuv) holds BT.601's matrix to 2 of 255, and BT.709's to 12.
  static func avif(_ format: OutputFormat, _ output: AtomicFile) throws(MediaError) -> MuxedPictureEncoder {
    let crf = AVIF.rateFactor(AVIF.Options(reading: format.options))
    let options = [("crf", "\(crf)"), ("cpu-used", "6"), ("g", "\(AVIF.groupLength)")]
    let alpha = Stream(encoder: "libaom-av1", pixelFormat: "gray", range: AVCOL_RANGE_JPEG, options: options) {
      picture, frame in picture.copyAlpha(to: frame)
    }
    return try MuxedPictureEncoder(
      format, output, muxer: "avif",
      { isStill in
        let colors = Stream(
          encoder: "libaom-av1", pixelFormat: "yuv444p", range: isStill ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
          matrix: isStill ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M, options: options
        ) { picture, frame in picture.copyYUV(to: frame, isStill ? .full709 : .limited601) }
        return format.pixelFormat.alpha == .none ? [colors] : [colors, alpha]
      }, signature: FileSignature.avif)
  }
}
