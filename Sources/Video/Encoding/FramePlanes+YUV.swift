import CLibAV
import Formats

extension FramePlanes {
  /// Weights of a matrix with the range that it gives, in 1/65536.
  struct YUVMatrix {
    var black = 0
    let luma: (red: Int, green: Int, blue: Int)
    let blueDifference: (red: Int, green: Int, blue: Int)
    let redDifference: (red: Int, green: Int, blue: Int)

    /// ITU-R BT.601-7, 2.5.1, in limited range: 219/255 of luma, and 224/255 of chroma.
    static let limited601 = YUVMatrix(
      black: 16, luma: (16829, 33039, 6416), blueDifference: (-9714, -19071, 28785),
      redDifference: (28785, -24103, -4682))
    /// ITU-R BT.709-6, 3.2 and 3.3, in full range.
    static let full709 = YUVMatrix(
      luma: (13933, 46871, 4732), blueDifference: (-7509, -25259, 32768), redDifference: (32768, -29763, -3005))
    /// ITU-R BT.601-7, 2.5.1, in full range, as JFIF has it.
    static let full601 = YUVMatrix(
      luma: (19595, 38470, 7471), blueDifference: (-11059, -21709, 32768), redDifference: (32768, -27439, -5329))
  }

  /// Converts packed red, green and blue to luma and chroma planes of 8 bits; chroma is the mean of the pixels
  /// that it covers.
  func copyYUV(to frame: UnsafeMutablePointer<AVFrame>, _ matrix: YUVMatrix) {
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    guard let luma = data.0, let blueness = data.1, let redness = data.2 else { return }
    let step = format.alpha == .none ? 3 : 4
    let isSubsampled = [AV_PIX_FMT_YUVJ420P.rawValue, AV_PIX_FMT_YUV420P.rawValue].contains(frame.pointee.format)
    let shift = isSubsampled ? 1 : 0
    bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let sample = (y * width + x) * step
          let value =
            matrix.luma.red * Int(bytes[sample]) + matrix.luma.green * Int(bytes[sample + 1])
            + matrix.luma.blue * Int(bytes[sample + 2])
          luma[y * Int(strides.0) + x] = UInt8(min(255, (value + 32768) >> 16 + matrix.black))
        }
      }
      for y in 0..<height >> shift {
        for x in 0..<width >> shift {
          var (red, green, blue) = (0, 0, 0)
          for row in y << shift..<(y + 1) << shift {
            for column in x << shift..<(x + 1) << shift {
              let sample = (row * width + column) * step
              red += Int(bytes[sample])
              green += Int(bytes[sample + 1])
              blue += Int(bytes[sample + 2])
            }
          }
          let bits = 16 + 2 * shift
          let (blueOffset, redOffset) = (y * Int(strides.1) + x, y * Int(strides.2) + x)
          blueness[blueOffset] = centered(matrix.blueDifference, red: red, green: green, blue: blue, bits: bits)
          redness[redOffset] = centered(matrix.redDifference, red: red, green: green, blue: blue, bits: bits)
        }
      }
    }
  }

  private func centered(
    _ weights: (red: Int, green: Int, blue: Int), red: Int, green: Int, blue: Int, bits: Int
  ) -> UInt8 {
    let value = weights.red * red + weights.green * green + weights.blue * blue
    return UInt8(max(0, min(255, (value + (1 << (bits - 1))) >> bits + 128)))
  }

  /// Copies alpha to a plane of gray.
  func copyAlpha(to frame: UnsafeMutablePointer<AVFrame>) {
    guard let alpha = frame.pointee.data.0 else { return }
    let stride = Int(frame.pointee.linesize.0)
    bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<height { for x in 0..<width { alpha[y * stride + x] = bytes[(y * width + x) * 4 + 3] } }
    }
  }
}
