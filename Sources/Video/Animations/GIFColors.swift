import Formats
import Graphics

/// The colors of frames as GIF can show them: opaque, or clear.
struct GIFColors {
  /// No color.
  static let clear: ColorHistogram.Color = 0xFFFF_FFFF

  private let matte: Color?

  init(_ format: OutputFormat) { matte = GIF.Options(reading: format.options).matte }

  /// Calls `body` with a color or `clear` for each pixel of a frame of packed red, green, blue and, perhaps, alpha.
  func withColors<Result>(
    of frame: FramePlanes, _ body: (UnsafeBufferPointer<ColorHistogram.Color>) -> Result
  ) -> Result {
    let hasAlpha = frame.format.alpha != .none
    let step = hasAlpha ? 4 : 3
    let matte = matte.map { [$0.red, $0.green, $0.blue].map { UInt32(max(0, min(255, ($0 * 255).rounded()))) } }
    let count = frame.width * frame.height
    return withUnsafeTemporaryAllocation(of: ColorHistogram.Color.self, capacity: count) { colors in
      frame.bytes.withUnsafeBufferPointer { bytes in
        var sample = 0
        for pixel in colors.indices {
          var (red, green, blue) = (UInt32(bytes[sample]), UInt32(bytes[sample + 1]), UInt32(bytes[sample + 2]))
          let alpha = hasAlpha ? UInt32(bytes[sample + 3]) : 255
          sample += step
          if alpha < (matte == nil ? 128 : 8) {
            colors[pixel] = Self.clear
            continue
          }
          if alpha < 255, let matte {
            red = (red * alpha + matte[0] * (255 - alpha) + 127) / 255
            green = (green * alpha + matte[1] * (255 - alpha) + 127) / 255
            blue = (blue * alpha + matte[2] * (255 - alpha) + 127) / 255
          }
          colors[pixel] = red << 16 | green << 8 | blue
        }
      }
      return body(UnsafeBufferPointer(colors))
    }
  }
}
