import CLibAV

/// The components of a frame of red, green and blue, or of gray, with or without alpha, in any layout of whole numbers.
struct FrameComponents {
  /// True if a color has more bits than 8.
  let isDeep: Bool

  private let layout: AVPixFmtDescriptor
  private let width: Int
  private let height: Int
  private let planes: [UnsafePointer<UInt8>?]
  private let lineSizes: [Int32]
  /// The numbers of red, green, blue and alpha, or only the first three.
  private let numbers: [Int32]
  private let depths: [Int32]
  private let isLimited: Bool

  /// Nil for frames of luma and chroma, of numbers with a point, of palettes, and for unusual ones. The frame must stay as it is.
  init?(_ frame: UnsafeMutablePointer<AVFrame>) {
    let format = AVPixelFormat(frame.pointee.format)
    guard let layout = av_pix_fmt_desc_get(format)?.pointee, format != AV_PIX_FMT_PAL8, format != AV_PIX_FMT_MONOWHITE,
      layout.flags & UInt64(AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER) == 0
    else { return nil }
    let isRGB = layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    guard isRGB || layout.nb_components <= 2 else { return nil }
    let hasAlpha = layout.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    numbers = Array((isRGB ? [0, 1, 2, 3] : [0, 0, 0, 1]).prefix(hasAlpha ? 4 : 3))
    let all = [layout.comp.0, layout.comp.1, layout.comp.2, layout.comp.3].map(\.depth)
    depths = numbers.map { all[Int($0)] }
    isDeep = depths[0] > 8
    isLimited = frame.pointee.color_range == AVCOL_RANGE_MPEG && depths[0] >= 8
    self.layout = layout
    (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    planes = [data.0, data.1, data.2, data.3].map { $0.map { UnsafePointer($0) } }
    lineSizes = [strides.0, strides.1, strides.2, strides.3]
  }

  private func read(row: Int, _ channel: Int, into line: inout [UInt16]) {
    var (planes, layout) = (planes, layout)
    av_read_image_line2(
      &line, &planes, lineSizes, &layout, 0, Int32(row), numbers[channel], Int32(width), 0, 2)
  }

  /// The values for 0 and for 1. Limited range goes from 16 to 235 of 8 bits, alpha through all values.
  private func range(of channel: Int) -> (black: UInt32, greatest: UInt32) {
    let unit = channel < 3 && isLimited ? UInt32(1) << UInt32(depths[channel] - 8) : 0
    return unit > 0 ? (16 * unit, 219 * unit) : (0, (UInt32(1) << UInt32(depths[channel])) - 1)
  }

  /// Rows of red, green, blue, straight alpha, rounded to 8 bits.
  func pixels() -> [UInt8] {
    var line = [UInt16](repeating: 0, count: width)
    var pixels = [UInt8](repeating: 255, count: width * height * 4)
    for row in 0..<height {
      for channel in numbers.indices {
        read(row: row, channel, into: &line)
        var target = row * width * 4 + channel
        let (black, greatest) = range(of: channel)
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

  /// The same, converted to sRGB before rounding.
  func pixels(_ conversion: ColorConversion) -> [UInt8] {
    var line = [UInt16](repeating: 0, count: width)
    var colors = [UInt16](repeating: 65535, count: width * 4)
    var pixels = [UInt8](repeating: 255, count: width * height * 4)
    for row in 0..<height {
      let start = row * width * 4
      for channel in numbers.indices {
        read(row: row, channel, into: &line)
        let (black, greatest) = range(of: channel)
        for (column, value) in line.enumerated() {
          let level = min(UInt32(value) - min(UInt32(value), black), greatest)
          if channel < 3 {
            colors[column * 4 + channel] = UInt16(truncatingIfNeeded: (level * 65535 + greatest / 2) / greatest)
          } else {
            pixels[start + column * 4 + 3] = UInt8(truncatingIfNeeded: (level * 255 + greatest / 2) / greatest)
          }
        }
      }
      pixels.withUnsafeMutableBufferPointer { pixels in
        if let first = pixels.baseAddress { conversion.convert(colors, to: first + start) }
      }
    }
    return pixels
  }
}
