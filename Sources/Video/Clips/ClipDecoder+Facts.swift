import CLibAV
import MediaBase

/// Facts that the file says, or the frame that was decoded last.
extension ClipDecoder {
  /// True if the file has sound.
  var hasSound: Bool {
    guard let demuxer else { return false }
    return (0..<Int(demuxer.pointee.nb_streams)).contains { index in
      demuxer.pointee.streams[index]?.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }
  }

  /// The orientation of the stored picture, as EXIF numbers it: from 1, upright, to 8.
  var orientation: Int { stream.map { Video.orientation(of: $0) } ?? 1 }

  /// True where the file asks for other turns than `orientation`.
  var isTilted: Bool { stream.map { Video.isTilted($0) } ?? false }

  /// True if rows of two fields lie in its frames, as the file or the frame that was decoded last says.
  var isInterlaced: Bool {
    guard let stream, deinterlacer == nil else { return deinterlacer != nil }
    return Video.isInterlaced(stream.pointee.codecpar.pointee) || frame.map { clibav_is_interlaced($0) != 0 } ?? false
  }

  /// The colors of the frame that was decoded last, where they are not converted.
  var unconvertedColors: UnconvertedColors? {
    guard let colors, colors.conversion == nil, !isNative else { return nil }
    return UnconvertedColors(colors.source)
  }

  /// True if the colors of the frame that was decoded last are converted by Little CMS.
  var isConverted: Bool { colors?.conversion != nil }

  /// The mapping of HDR to standard range; nil where the frames that were decoded are none.
  var usedToneMapping: ToneMapping? { toneMapper?.mapping }

  /// The name of the matrix of the frame that was decoded last, where it is drawn by another one.
  var unknownMatrix: String? { frame.flatMap { Video.unknownMatrix(of: $0.pointee) } }

  /// The width of a pixel divided by its height.
  var pixelAspect: Double {
    guard let stream, let demuxer else { return 1 }
    let ratio = av_guess_sample_aspect_ratio(demuxer, stream, nil)
    return ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
  }
}
