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
  converting source: UnsafeMutablePointer<AVFrame>, _ operation: String
) throws(MediaError) -> [UInt8] {
  var target = av_frame_alloc()
  let (width, height) = (source.pointee.width, source.pointee.height)
  var scaler = sws_alloc_context()
  defer {
    av_frame_free(&target)
    sws_freeContext(scaler)
    scaler = nil
  }
  guard let target, let scaler else { throw LibAV.outOfMemory(operation) }
  target.pointee.format = AV_PIX_FMT_RGBA.rawValue
  target.pointee.width = width
  target.pointee.height = height
  try LibAV.check(av_frame_get_buffer(target, 0), operation)
  let format = AVPixelFormat(source.pointee.format)
  let isFullRange =
    source.pointee.color_range == AVCOL_RANGE_JPEG
    || [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P]
      .contains(format)
  let options = UnsafeMutableRawPointer(scaler)
  // Chroma at full resolution, exact rounding, and the same on all processors.
  let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
  for (name, value) in [
    ("srcw", width), ("srch", height), ("dstw", width), ("dsth", height), ("src_format", source.pointee.format),
    ("dst_format", target.pointee.format), ("src_range", isFullRange ? 1 : 0), ("dst_range", 1), ("sws_flags", flags),
  ] {
    try LibAV.check(av_opt_set_int(options, name, Int64(value), 0), operation)
  }
  let chroma = chromaPosition(in: source.pointee, isFullRange: isFullRange)
  for (name, value) in [("src_h_chr_pos", chroma.x), ("src_v_chr_pos", chroma.y)] {
    try LibAV.check(av_opt_set_int(options, name, Int64(value), 0), operation)
  }
  try LibAV.check(sws_init_context(scaler, nil, nil), operation)
  let matrix = sws_getCoefficients(matrixNumber(of: source.pointee.colorspace))
  let colors = sws_setColorspaceDetails(
    scaler, matrix, isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
  try LibAV.check(colors, operation)
  try LibAV.check(sws_scale_frame(scaler, target, source), operation)
  guard let data = target.pointee.data.0 else { throw LibAV.outOfMemory(operation) }
  let (rowBytes, stride) = (Int(width) * 4, Int(target.pointee.linesize.0))
  return [UInt8](unsafeUninitializedCapacity: rowBytes * Int(height)) { pixels, count in
    guard let start = pixels.baseAddress else { return }
    for row in 0..<Int(height) { (start + row * rowBytes).update(from: data + row * stride, count: rowBytes) }
    count = rowBytes * Int(height)
  }
}

/// Where samples of chroma lie, in 1/256 of a luma pixel; 0 in a direction in which they are not subsampled.
private func chromaPosition(in frame: AVFrame, isFullRange: Bool) -> (x: Int, y: Int) {
  guard let format = av_pix_fmt_desc_get(AVPixelFormat(frame.format))?.pointee else { return (0, 0) }
  var (x, y): (Int, Int)
  switch frame.chroma_location {
  case AVCHROMA_LOC_CENTER: (x, y) = (128, 128)
  case AVCHROMA_LOC_TOPLEFT: (x, y) = (0, 0)
  case AVCHROMA_LOC_TOP: (x, y) = (128, 0)
  case AVCHROMA_LOC_BOTTOMLEFT: (x, y) = (0, 256)
  case AVCHROMA_LOC_BOTTOM: (x, y) = (128, 256)
  case AVCHROMA_LOC_UNSPECIFIED where isFullRange: (x, y) = (128, 128)
  default: (x, y) = (0, 128)
  }
  if format.log2_chroma_w == 0 { x = 0 }
  if format.log2_chroma_h == 0 { y = 0 }
  return (x, y)
}

/// libswscale's number for a matrix; BT.601's where the file names none.
private func matrixNumber(of matrix: AVColorSpace) -> Int32 {
  switch matrix {
  case AVCOL_SPC_BT709: SWS_CS_ITU709
  case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
  case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
  case AVCOL_SPC_FCC: SWS_CS_FCC
  default: SWS_CS_ITU601
  }
}
