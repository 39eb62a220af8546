import CLibAV
import Formats
import Graphics
import MediaBase

extension FramePlanes {
  /// The frame as an image, to view and to compare.
  ///
  /// Chroma is interpolated; BT.709's transfer curve is treated as sRGB's, as players do. Throws only if memory runs out.
  public func image() throws(MediaError) -> Image {
    let operation = "convert a frame to RGB"
    LibAV.begin()
    var source = av_frame_alloc()
    defer { av_frame_free(&source) }
    guard let source else { throw LibAV.outOfMemory(operation) }
    let color = format.colorTags
    source.pointee.format = format.libavFormat.rawValue
    source.pointee.width = Int32(width)
    source.pointee.height = Int32(height)
    source.pointee.color_range = color.range
    source.pointee.colorspace = color.matrix
    source.pointee.chroma_location = color.chromaLocation
    try LibAV.check(av_frame_get_buffer(source, 0), operation)
    copy(to: source)
    var pixels = try straightPixels(of: source, operation)
    if format.alpha == .straight { premultiply(&pixels) }
    guard let image = Image(width: width, height: height, premultiplied: pixels) else {
      throw LibAV.outOfMemory(operation)
    }
    return image
  }
}

/// Converts a frame of any format with luma and chroma to rows of red, green, blue, straight alpha, by the matrix, range
/// and chroma location that the frame is tagged with; without a matrix it is BT.601, as in JPEG and WebP files.
func rgba(
  converting source: UnsafeMutablePointer<AVFrame>, _ operation: String, _ converter: FrameConverter
) throws(MediaError) -> [UInt8] {
  let (width, height) = (Int(source.pointee.width), Int(source.pointee.height))
  let layout = av_pix_fmt_desc_get(AVPixelFormat(source.pointee.format))?.pointee
  var even = try evened(source, operation)
  defer { av_frame_free(&even) }
  var source = even ?? source
  if let layout, layout.log2_chroma_h > 0 {
    // On its way to packed pixels libswscale would take the nearest row of chroma instead of interpolating.
    let hasAlpha = layout.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    source = try converter.converted(
      source, to: hasAlpha ? AV_PIX_FMT_YUVA444P16LE : AV_PIX_FMT_YUV444P16LE, operation)
  }
  let target = try converter.converted(source, to: AV_PIX_FMT_RGBA, operation)
  guard target.pointee.data.0 != nil else { throw LibAV.outOfMemory(operation) }
  return copiedPixels(of: target, width: width, height: height)
}

/// A copy, to be freed, whose last samples of chroma cover whole pixels; nil where a frame is such a one.
///
/// libswscale stretches chroma over the frame: the last sample of an odd width covers one pixel less than it counts, and all
/// others would be displaced. The pixels added have any luma.
private func evened(
  _ source: UnsafeMutablePointer<AVFrame>, _ operation: String
) throws(MediaError) -> UnsafeMutablePointer<AVFrame>? {
  guard let layout = av_pix_fmt_desc_get(AVPixelFormat(source.pointee.format))?.pointee else { return nil }
  let (width, height) = (source.pointee.width, source.pointee.height)
  func whole(_ size: Int32, _ shift: UInt8) -> Int32 { -((-size) >> Int32(shift)) << Int32(shift) }
  let (wide, high) = (whole(width, layout.log2_chroma_w), whole(height, layout.log2_chroma_h))
  if (wide, high) == (width, height) { return nil }
  var frame = av_frame_alloc()
  defer { av_frame_free(&frame) }
  guard let target = frame else { throw LibAV.outOfMemory(operation) }
  (target.pointee.format, target.pointee.width, target.pointee.height) = (source.pointee.format, wide, high)
  try LibAV.check(av_frame_copy_props(target, source), operation)
  try LibAV.check(av_frame_get_buffer(target, 0), operation)
  // Copied as a frame of the smaller size, with all of its chroma.
  (target.pointee.width, target.pointee.height) = (width, height)
  try LibAV.check(av_frame_copy(target, source), operation)
  (target.pointee.width, target.pointee.height) = (wide, high)
  frame = nil
  return target
}

/// The position of chroma samples, in 1/256 of a luma pixel; 0 in a direction in which they are not subsampled.
func chromaPosition(in frame: AVFrame, isFullRange: Bool) -> (x: Int32, y: Int32) {
  guard let format = av_pix_fmt_desc_get(AVPixelFormat(frame.format))?.pointee else { return (0, 0) }
  /// In the middle of the pixels that a sample covers.
  func middle(_ shift: UInt8) -> Int32 { (128 << Int32(shift)) - 128 }
  /// At the last of two pixels; no format has more and names this place.
  func last(_ shift: UInt8) -> Int32 { shift > 0 ? 256 : 0 }
  let (width, height) = (format.log2_chroma_w, format.log2_chroma_h)
  switch frame.chroma_location {
  case AVCHROMA_LOC_CENTER: return (middle(width), middle(height))
  case AVCHROMA_LOC_TOPLEFT: return (0, 0)
  case AVCHROMA_LOC_TOP: return (middle(width), 0)
  case AVCHROMA_LOC_BOTTOMLEFT: return (0, last(height))
  case AVCHROMA_LOC_BOTTOM: return (middle(width), last(height))
  case AVCHROMA_LOC_UNSPECIFIED where isFullRange: return (middle(width), middle(height))
  default: return (0, middle(height))
  }
}

/// libswscale's number for a matrix; BT.601's where the file names none.
func matrixNumber(of frame: AVFrame) -> Int32 {
  switch frame.colorspace {
  case AVCOL_SPC_BT709: SWS_CS_ITU709
  case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
  case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
  case AVCOL_SPC_FCC: SWS_CS_FCC
  case AVCOL_SPC_CHROMA_DERIVED_NCL where frame.color_primaries == AVCOL_PRI_BT709: SWS_CS_ITU709
  case AVCOL_SPC_CHROMA_DERIVED_NCL where frame.color_primaries == AVCOL_PRI_BT2020: SWS_CS_BT2020
  default: SWS_CS_ITU601
  }
}

/// The name of a matrix that a frame is tagged with and that `rgba(converting:)` does not know, so that another one is
/// used; nil for those that it knows, and where there is none.
func unknownMatrix(of frame: AVFrame) -> String? {
  guard let format = av_pix_fmt_desc_get(AVPixelFormat(frame.format))?.pointee, format.nb_components >= 3,
    format.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
  else { return nil }
  switch frame.colorspace {
  case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RGB, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: return nil
  case AVCOL_SPC_BT2020_CL: break
  default: if matrixNumber(of: frame) != SWS_CS_ITU601 { return nil }
  }
  return MovieInfo.name(frame.colorspace)
}
