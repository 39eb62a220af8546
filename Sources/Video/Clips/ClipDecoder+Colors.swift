import CLibAV
import Graphics

extension ClipDecoder {
  /// Made once for a clip; nil for frames of standard range.
  func toneMapper(of frame: UnsafeMutablePointer<AVFrame>) -> ToneMapper? {
    guard let stream else { return nil }
    let parameters = stream.pointee.codecpar.pointee
    let isSaid = frame.pointee.color_trc != AVCOL_TRC_UNSPECIFIED
    guard let curve = HDRCurve(isSaid ? frame.pointee.color_trc : parameters.color_trc) else { return nil }
    if let toneMapper, toneMapper.mapping.curve == curve { return toneMapper }
    let known = toneMapping.flatMap { $0.curve == curve ? $0 : nil }
    let primaries = [frame.pointee.color_primaries, parameters.color_primaries].first { $0 != AVCOL_PRI_UNSPECIFIED }
    let mapper = ToneMapper(
      known
        ?? ToneMapping(
          curve, peak: ToneMapping.peak(of: frame, in: stream),
          primaries: Int((primaries ?? AVCOL_PRI_BT2020).rawValue)), to: target)
    toneMapper = mapper
    return mapper
  }

  /// Made once for frames of the same colors.
  func conversion(of frame: UnsafeMutablePointer<AVFrame>) -> ColorConversion? {
    guard let stream else { return nil }
    let source = ColorSource(frame, in: stream)
    if let colors, colors.source == source { return colors.conversion }
    let isGray = (av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format))?.pointee.nb_components ?? 3) <= 2
    // So that all frames of a clip are in one gamut, sRGB is converted to another, too.
    let isNeeded =
      UnconvertedColors(source) != nil || target != .sRGB && frame.pointee.color_primaries != AVCOL_PRI_BT2020
    isNative = source.isNative(to: target)
    let conversion = isNeeded && !isNative ? ColorConversion(source, isGray ? .gray : .color, to: target) : nil
    colors = (source, conversion)
    return conversion
  }
}
