import CLibAV
import MediaBase

/// Converts frames to other formats of the same size. Keeps its memory for frames of the same kind, such as those of a clip.
///
/// To be used from one thread at a time.
final class FrameConverter {
  private struct Kind: Hashable {
    let width: Int32
    let height: Int32
    let source: Int32
    let target: Int32
    let sourceRange: Int32
    let targetRange: Int32
    let chromaX: Int32
    let chromaY: Int32
    let matrix: Int32
  }

  /// A context of libswscale, and the frame that it writes.
  private final class Conversion {
    var scaler: OpaquePointer?
    var frame: UnsafeMutablePointer<AVFrame>?

    deinit {
      av_frame_free(&frame)
      sws_freeContext(scaler)
    }
  }

  private var conversions: [Kind: Conversion] = [:]

  /// A frame in another format: RGB in full range, or else luma and chroma as tagged. The next call changes it.
  func converted(
    _ source: UnsafeMutablePointer<AVFrame>, to format: AVPixelFormat, _ operation: String
  ) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
    let isFullRange = isFullRange(source.pointee)
    let chroma = chromaPosition(in: source.pointee, isFullRange: isFullRange)
    let sourceRange: Int32 = isFullRange ? 1 : 0
    let kind = Kind(
      width: source.pointee.width, height: source.pointee.height, source: source.pointee.format,
      target: format.rawValue, sourceRange: sourceRange, targetRange: format == AV_PIX_FMT_RGBA ? 1 : sourceRange,
      chromaX: chroma.x, chromaY: chroma.y, matrix: matrixNumber(of: source.pointee))
    let conversion: Conversion
    if let known = conversions[kind] {
      conversion = known
    } else {
      conversion = try Self.conversion(kind, operation)
      conversions[kind] = conversion
    }
    guard let target = conversion.frame else { throw LibAV.outOfMemory(operation) }
    target.pointee.colorspace = source.pointee.colorspace
    target.pointee.color_primaries = source.pointee.color_primaries
    target.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    try LibAV.check(sws_scale_frame(conversion.scaler, target, source), operation)
    return target
  }

  private static func conversion(_ kind: Kind, _ operation: String) throws(MediaError) -> Conversion {
    let result = Conversion()
    result.frame = av_frame_alloc()
    result.scaler = sws_alloc_context()
    guard let target = result.frame, let scaler = result.scaler else { throw LibAV.outOfMemory(operation) }
    (target.pointee.format, target.pointee.width, target.pointee.height) = (kind.target, kind.width, kind.height)
    try LibAV.check(av_frame_get_buffer(target, 0), operation)
    let options = UnsafeMutableRawPointer(scaler)
    // Chroma at full resolution, exact rounding, and the same on all processors.
    let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
    for (name, value) in [
      ("srcw", kind.width), ("srch", kind.height), ("dstw", kind.width), ("dsth", kind.height),
      ("src_format", kind.source), ("dst_format", kind.target), ("src_range", kind.sourceRange),
      ("dst_range", kind.targetRange), ("sws_flags", flags), ("src_h_chr_pos", kind.chromaX),
      ("src_v_chr_pos", kind.chromaY),
    ] {
      try LibAV.check(av_opt_set_int(options, name, Int64(value), 0), operation)
    }
    try LibAV.check(sws_init_context(scaler, nil, nil), operation)
    let matrix = sws_getCoefficients(kind.matrix)
    let isRGB = kind.target == AV_PIX_FMT_RGBA.rawValue
    let colors = sws_setColorspaceDetails(
      scaler, matrix, kind.sourceRange, isRGB ? sws_getCoefficients(SWS_CS_DEFAULT) : matrix, kind.targetRange, 0,
      1 << 16, 1 << 16)
    try LibAV.check(colors, operation)
    return result
  }
}

/// True if luma goes through all values: where a frame says so, of the formats that say so themselves, and of gray without a tag.
func isFullRange(_ frame: AVFrame) -> Bool {
  let layout = av_pix_fmt_desc_get(AVPixelFormat(frame.format))?.pointee
  let isGray = layout.map { $0.nb_components <= 2 } ?? false
  return frame.color_range == AVCOL_RANGE_JPEG || isGray && frame.color_range == AVCOL_RANGE_UNSPECIFIED
    || [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P]
      .contains(AVPixelFormat(frame.format))
}
