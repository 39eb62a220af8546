import CLibAV
import Formats
import Foundation

/// Measures decoded frames: how luma changes from each to the next, and the range of alpha.
struct FrameMeasure {
  private(set) var changes: [Double] = []
  private(set) var alpha: ClosedRange<Double>?
  /// True if there was nothing but black so far, and something at all.
  var isBlack: Bool { blackFrames > 0 && !hasLight }
  private var blackFrames = 0
  private var hasLight = false
  private var last: [UInt16] = []

  /// Takes a picture of red, green, blue and alpha.
  mutating func take(_ picture: FramePlanes) {
    take(luma: stride(from: 1, to: picture.bytes.count, by: 4).map { UInt16(picture.bytes[$0]) }, full: 255)
    take(alpha: stride(from: 3, to: picture.bytes.count, by: 4).map { UInt16(picture.bytes[$0]) }, full: 255)
  }

  mutating func take(_ frame: AVFrame) {
    guard let layout = av_pix_fmt_desc_get(AVPixelFormat(frame.format)) else { return }
    let count = Int(layout.pointee.nb_components)
    let isRGB = layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    // Green represents luma.
    let full = Double((1 << Int(layout.pointee.comp.0.depth)) - 1)
    let luma = samples(frame, layout, component: isRGB && count >= 3 ? 1 : 0)
    take(luma: luma, full: full)
    let hasAlpha = layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    if hasAlpha || luma.isEmpty { hasLight = true }
    if !hasLight { takeLight(frame, layout, luma, isRGB: isRGB, full: full) }
    guard layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 else { return }
    take(alpha: samples(frame, layout, component: count - 1), full: full)
  }

  /// Notes whether a frame is black: no sample is farther from it than 2 % of the range, which is what coders add.
  private mutating func takeLight(
    _ frame: AVFrame, _ layout: UnsafePointer<AVPixFmtDescriptor>, _ luma: [UInt16], isRGB: Bool, full: Double
  ) {
    let isFull = isRGB || frame.color_range == AVCOL_RANGE_JPEG
    let limit = full * ((isFull ? 0 : 16.0 / 255) + 0.02)
    // Until all of it was found to be dark.
    hasLight = true
    guard luma.allSatisfy({ Double($0) <= limit }) else { return }
    for component in 0..<min(3, Int(layout.pointee.nb_components)) where component != (isRGB ? 1 : 0) {
      let others = samples(frame, layout, component: component)
      let isDark =
        isRGB
        ? others.allSatisfy { Double($0) <= limit } : others.allSatisfy { abs(Double($0) - full / 2) <= full * 0.025 }
      guard isDark else { return }
    }
    hasLight = false
    blackFrames += 1
  }

  /// Takes a frame of gray as alpha.
  mutating func take(alphaIn frame: AVFrame) {
    guard let layout = av_pix_fmt_desc_get(AVPixelFormat(frame.format)) else { return }
    let full = Double((1 << Int(layout.pointee.comp.0.depth)) - 1)
    take(alpha: samples(frame, layout, component: 0), full: full)
  }

  private mutating func take(luma: [UInt16], full: Double) {
    if last.count == luma.count, !luma.isEmpty {
      var sum = 0
      for index in luma.indices { sum += abs(Int(luma[index]) - Int(last[index])) }
      changes.append(Double(sum) / Double(luma.count) * 255 / full)
    }
    last = luma
  }

  private mutating func take(alpha values: [UInt16], full: Double) {
    guard let low = values.min(), let high = values.max() else { return }
    let range = Double(low) / full...Double(high) / full
    alpha = alpha.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) } ?? range
  }

  /// The samples of a component, row by row.
  private func samples(
    _ frame: AVFrame, _ layout: UnsafePointer<AVPixFmtDescriptor>, component: Int
  ) -> [UInt16] {
    let isChroma = layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0 && (component == 1 || component == 2)
    let width = -(-Int(frame.width) >> (isChroma ? Int(layout.pointee.log2_chroma_w) : 0))
    let height = -(-Int(frame.height) >> (isChroma ? Int(layout.pointee.log2_chroma_h) : 0))
    guard layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL) == 0 else { return [] }
    var sources: [UnsafePointer<UInt8>?] = [
      frame.data.0.map { UnsafePointer($0) }, frame.data.1.map { UnsafePointer($0) },
      frame.data.2.map { UnsafePointer($0) }, frame.data.3.map { UnsafePointer($0) },
    ]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    var result = [UInt16](repeating: 0, count: width * height)
    result.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for row in 0..<height {
        av_read_image_line2(
          base + row * width, &sources, strides, layout, 0, Int32(row), Int32(component), Int32(width), 0, 2)
      }
    }
    return result
  }
}
