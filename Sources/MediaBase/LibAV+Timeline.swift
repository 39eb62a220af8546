import CLibAV

extension LibAV {
  /// When a stream begins, in seconds of its file's time; nil where that is not known.
  ///
  /// Sound never begins before 0: what its encoder needs ahead of the first sample is decoded and not heard.
  package static func start(of stream: AVStream) -> Double? {
    guard stream.start_time != CLIBAV_NO_TIME, stream.time_base.den > 0 else { return nil }
    let start = Double(stream.start_time) * Double(stream.time_base.num) / Double(stream.time_base.den)
    return stream.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO ? max(start, 0) : start
  }

  /// When the first of a file's pictures and sounds begins, which is when players begin; nil where that is not known.
  package static func start(of file: AVFormatContext) -> Double? {
    (0..<Int(file.nb_streams)).compactMap { index -> Double? in
      guard let stream = file.streams[index]?.pointee, let parameters = stream.codecpar?.pointee,
        [AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO].contains(parameters.codec_type),
        stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { return nil }
      return start(of: stream)
    }.min()
  }
}
