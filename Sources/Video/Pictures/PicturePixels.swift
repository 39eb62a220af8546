import CLibAV
import MediaBase

/// Rows of red, green, blue, straight alpha. What is RGB or gray in the frame comes out exactly, unless it has more than 8
/// bits; only chroma is interpolated. RGB and gray that no tag says to be of limited range are of full range.
func straightPixels(
  of frame: UnsafeMutablePointer<AVFrame>, _ operation: String, _ converter: FrameConverter = FrameConverter()
) throws(MediaError) -> [UInt8] {
  let format = AVPixelFormat(frame.pointee.format)
  guard av_pix_fmt_desc_get(format) != nil else {
    throw MediaError(operation, reason: "unknown pixel format \(frame.pointee.format)")
  }
  if format == AV_PIX_FMT_PAL8 { return palettePixels(of: frame) }
  guard let components = FrameComponents(frame) else { return try rgba(converting: frame, operation, converter) }
  if format == AV_PIX_FMT_RGBA, frame.pointee.color_range != AVCOL_RANGE_MPEG {
    return copiedPixels(of: frame, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
  }
  return components.pixels()
}

/// Copies the first pixels of the first rows of a frame of RGBA, without what pads them.
func copiedPixels(of frame: UnsafeMutablePointer<AVFrame>, width: Int, height: Int) -> [UInt8] {
  let (rowBytes, stride) = (width * 4, Int(frame.pointee.linesize.0))
  guard let data = frame.pointee.data.0 else { return [] }
  return [UInt8](unsafeUninitializedCapacity: rowBytes * height) { pixels, count in
    guard let start = pixels.baseAddress else { return }
    for row in 0..<height { (start + row * rowBytes).update(from: data + row * stride, count: rowBytes) }
    count = rowBytes * height
  }
}

/// Converts one byte a pixel, an index into 256 colors.
private func palettePixels(of frame: UnsafeMutablePointer<AVFrame>) -> [UInt8] {
  let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
  guard let indices = frame.pointee.data.0, let palette = frame.pointee.data.1 else { return [] }
  var pixels: [UInt8] = []
  pixels.reserveCapacity(width * height * 4)
  for row in 0..<height {
    for column in 0..<width {
      let index = Int(indices[row * Int(frame.pointee.linesize.0) + column])
      // Alpha, red, green, blue from the top of a native integer.
      let color = UnsafeRawPointer(palette).loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      for shift in [16, 8, 0, 24] as [UInt32] { pixels.append(UInt8(truncatingIfNeeded: color >> shift)) }
    }
  }
  return pixels
}

/// The same, converted to sRGB, from all bits of a component where these are more than 8.
func straightPixels(
  of frame: UnsafeMutablePointer<AVFrame>, _ operation: String, _ conversion: ColorConversion?,
  _ converter: FrameConverter = FrameConverter()
) throws(MediaError) -> [UInt8] {
  guard let conversion else { return try straightPixels(of: frame, operation, converter) }
  if let components = FrameComponents(frame), components.isDeep { return components.pixels(conversion) }
  var pixels = try straightPixels(of: frame, operation, converter)
  try conversion.convert(&pixels, operation)
  return pixels
}
