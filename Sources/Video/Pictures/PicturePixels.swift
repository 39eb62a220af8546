import CLibAV
import MediaBase

/// Rows of red, green, blue, straight alpha. What is RGB or gray in the frame comes out exactly, unless it has more than 8
/// bits; only chroma is interpolated. RGB and gray that no tag says to be of limited range are of full range.
func straightPixels(
  of frame: UnsafeMutablePointer<AVFrame>, _ operation: String, _ converter: FrameConverter = FrameConverter()
) throws(MediaError) -> [UInt8] {
  let format = AVPixelFormat(frame.pointee.format)
  guard let layout = av_pix_fmt_desc_get(format)?.pointee else {
    throw MediaError(operation, reason: "unknown pixel format \(frame.pointee.format)")
  }
  if format == AV_PIX_FMT_PAL8 { return palettePixels(of: frame) }
  let isRGB = layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
  let isPlain =
    layout.flags & UInt64(AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER) == 0 && format != AV_PIX_FMT_MONOWHITE
  guard isPlain, isRGB || layout.nb_components <= 2 else { return try rgba(converting: frame, operation, converter) }
  if format == AV_PIX_FMT_RGBA, frame.pointee.color_range != AVCOL_RANGE_MPEG {
    return copiedPixels(of: frame, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
  }
  return unpackedPixels(of: frame, layout, isGray: !isRGB)
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

/// Converts any layout of red, green and blue, or of gray, with or without alpha.
private func unpackedPixels(
  of frame: UnsafeMutablePointer<AVFrame>, _ layout: AVPixFmtDescriptor, isGray: Bool
) -> [UInt8] {
  let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
  let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
  let planes = [data.0, data.1, data.2, data.3]
  var sources: [UnsafePointer<UInt8>?] = planes.map { $0.map { UnsafePointer($0) } }
  let lineSizes = [strides.0, strides.1, strides.2, strides.3]
  let hasAlpha = layout.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  let components: [Int32] = isGray ? [0, 0, 0, 1] : [0, 1, 2, 3]
  let depths =
    isGray
    ? [layout.comp.0, layout.comp.0, layout.comp.0, layout.comp.1].map(\.depth)
    : [layout.comp.0, layout.comp.1, layout.comp.2, layout.comp.3].map(\.depth)
  let isLimited = frame.pointee.color_range == AVCOL_RANGE_MPEG && layout.comp.0.depth >= 8
  var layout = layout
  var line = [UInt16](repeating: 0, count: width)
  var pixels = [UInt8](repeating: 255, count: width * height * 4)
  for row in 0..<height {
    for channel in 0..<(hasAlpha ? 4 : 3) {
      av_read_image_line2(
        &line, &sources, lineSizes, &layout, 0, Int32(row), components[channel], Int32(width), 0, 2)
      var target = row * width * 4 + channel
      // Limited range goes from 16 to 235 of 8 bits, alpha through all values.
      let unit = channel < 3 && isLimited ? UInt32(1) << UInt32(depths[channel] - 8) : 0
      let (black, greatest) = unit > 0 ? (16 * unit, 219 * unit) : (0, (UInt32(1) << UInt32(depths[channel])) - 1)
      if greatest == 255 {
        for value in line {
          pixels[target] = UInt8(truncatingIfNeeded: value)
          target += 4
        }
        continue
      }
      for value in line {
        let level = min(UInt32(value) - min(UInt32(value), black), greatest)
        pixels[target] = UInt8(truncatingIfNeeded: (level * 255 + greatest / 2) / greatest)
        target += 4
      }
    }
  }
  return pixels
}
