import CLibAV
import Foundation
import Graphics
import StageKit
import Testing

@testable import Video

/// The published formulas in double precision: ITU-R BT.2100-2, tables 4 and 5, BT.2390-10, 5.4.1, and BT.2020-2, table 3.
struct PublishedHDR {
  let isHLG: Bool
  let peak: Double

  private static let (m1, m2) = (0.1593017578125, 78.84375)
  private static let (c1, c2, c3) = (0.8359375, 18.8515625, 18.6875)

  static func pqLight(_ value: Double) -> Double {
    let power = pow(value, 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  static func pqValue(_ light: Double) -> Double {
    let power = pow(light / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// The light on the display in cd/m².
  func light(_ color: [Double]) -> [Double] {
    guard isHLG else { return color.map(Self.pqLight) }
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    let scene = color.map { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - c) / a) + b) / 12 }
    let luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
    return scene.map { 1000 * pow(luminance, 0.2) * $0 }
  }

  /// BT.2390's EETF from the peak to 203 cd/m².
  func curve(_ light: Double) -> Double {
    let greatest = Self.pqValue(peak)
    let (e, target) = (min(Self.pqValue(light) / greatest, 1), Self.pqValue(203) / greatest)
    let knee = 1.5 * target - 0.5
    if e < knee || target >= 1 { return light }
    let t = (e - knee) / (1 - knee)
    let p =
      (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * knee + (pow(t, 3) - 2 * pow(t, 2) + t) * (1 - knee)
      + (-2 * pow(t, 3) + 3 * pow(t, 2)) * target
    return Self.pqLight(p * greatest)
  }

  /// Levels of sRGB from 0 to 255, not rounded.
  func levels(_ color: [Double]) -> [Double] {
    let light = light(color.map { min(max($0, 0), 1) }).map { min($0, peak) }
    let greatest = light.max() ?? 0
    let wide = light.map { greatest > 0 ? $0 * min(curve(greatest), 203) / greatest / 203 : 0 }
    // ITU-R BT.2087, the inverse of its matrix.
    let matrix = [
      [1.660491, -0.587641, -0.07285], [-0.12455, 1.1329, -0.008349], [-0.018151, -0.100579, 1.11873],
    ]
    let narrow = matrix.map { row in zip(row, wide).reduce(0) { $0 + $1.0 * $1.1 } }
    let gray = 0.2126 * narrow[0] + 0.7152 * narrow[1] + 0.0722 * narrow[2]
    var part = 1.0
    for value in narrow {
      if value < 0 { part = min(part, gray / (gray - value)) }
      if value > 1 { part = min(part, (1 - gray) / (value - gray)) }
    }
    return narrow.map { PublishedColors.value(gray + ($0 - gray) * part) * 255 }
  }
}

@Suite("HDR as a canvas shows it")
struct ToneMappingTests {
  /// A frame of 16 bits in red, green and blue with all combinations of `values`, tagged with a transfer function.
  private func frame(
    _ values: [Double], _ transfer: AVColorTransferCharacteristic
  ) throws -> UnsafeMutablePointer<AVFrame> {
    let frame = try #require(av_frame_alloc())
    let count = values.count
    (frame.pointee.format, frame.pointee.width) = (AV_PIX_FMT_GBRP16LE.rawValue, Int32(count * count))
    frame.pointee.height = Int32(count)
    try #require(av_frame_get_buffer(frame, 0) >= 0)
    let planes = [frame.pointee.data.2, frame.pointee.data.0, frame.pointee.data.1]
    let strides = [frame.pointee.linesize.2, frame.pointee.linesize.0, frame.pointee.linesize.1]
    for row in 0..<count {
      for column in 0..<count * count {
        for (channel, value) in [values[row], values[column / count], values[column % count]].enumerated() {
          let code = Int((value * 65535).rounded())
          let place = try #require(planes[channel]) + row * Int(strides[channel]) + column * 2
          (place[0], place[1]) = (UInt8(code & 255), UInt8(code >> 8))
        }
      }
    }
    frame.pointee.color_trc = transfer
    frame.pointee.color_primaries = AVCOL_PRI_BT2020
    frame.pointee.colorspace = AVCOL_SPC_RGB
    return frame
  }

  private static let steps = (0...16).map { Double($0) / 16 }

  private func levels(_ values: [Double], _ formula: PublishedHDR) -> [Double] {
    values.flatMap { red in values.flatMap { green in values.flatMap { formula.levels([red, green, $0]) } } }
  }

  @Test(
    "Colors are within a level of the published formulas",
    arguments: [(true, 1000.0), (false, 203), (false, 600), (false, 1000), (false, 4000), (false, 10_000)])
  func formulas(isHLG: Bool, peak: Double) throws {
    var frame: UnsafeMutablePointer<AVFrame>? = try frame(
      Self.steps, isHLG ? AVCOL_TRC_ARIB_STD_B67 : AVCOL_TRC_SMPTE2084)
    defer { av_frame_free(&frame) }
    let found = try #require(frame)
    let wanted = levels(Self.steps, PublishedHDR(isHLG: isHLG, peak: peak))
    let mapper = ToneMapper(ToneMapping(isHLG ? .hlg : .pq, peak: peak))
    #expect(ColorSample.difference(try mapper.pixels(of: found, "map"), wanted) <= 1)
    guard peak == 1000 else { return }
    let clip = try ClipSample.clip([found])
    #expect(ColorSample.difference(try #require(clip.frame(0)).pixels, wanted) <= 1)
    #expect(clip.unconvertedColors == nil && clip.toneMapping == ToneMapping(isHLG ? .hlg : .pq))
  }

  @Test("The peak is that of the content, or else that of the display on which it was mastered")
  func peaks() throws {
    var frame: UnsafeMutablePointer<AVFrame>? = try frame([0, 1], AVCOL_TRC_SMPTE2084)
    let muxer = avformat_alloc_context()
    defer {
      av_frame_free(&frame)
      avformat_free_context(muxer)
    }
    let (found, stream) = (try #require(frame), try #require(avformat_new_stream(muxer, nil)))
    func peak() -> Double? { ToneMapping.peak(of: found, in: stream) }
    #expect(peak() == nil)
    let display = try #require(av_mastering_display_metadata_create_side_data(found))
    #expect(peak() == nil)
    display.pointee.has_luminance = 1
    display.pointee.max_luminance = AVRational(num: 40_000_000, den: 10_000)
    #expect(peak() == 4000)
    let size = MemoryLayout<AVContentLightMetadata>.size
    let side = try #require(clibav_new_stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, size))
    func say(_ level: UInt32) {
      let metadata = AVContentLightMetadata(MaxCLL: level, MaxFALL: 0)
      UnsafeMutableRawPointer(side).storeBytes(of: metadata, as: AVContentLightMetadata.self)
    }
    say(0)
    #expect(peak() == 4000)
    say(700)
    #expect(peak() == 700)
    try #require(av_content_light_metadata_create_side_data(found)).pointee.MaxCLL = 650
    #expect(peak() == 650)
  }

  @Test(
    "Luma and chroma of every subsampling and depth become the same colors, wherever chroma lies",
    arguments: ["yuv444p10le", "yuv422p10le", "yuv420p10le", "yuv420p12le", "yuv444p12le", "gray10le"])
  func subsampled(format: String) throws {
    for (width, height) in [(24, 16), (23, 15), (1, 1)] {
      let sample = try ColorSample(format, seed: 11, width: width, height: height)
      var frame: UnsafeMutablePointer<AVFrame>? = try sample.frame()
      defer { av_frame_free(&frame) }
      let found = try #require(frame)
      found.pointee.color_trc = AVCOL_TRC_ARIB_STD_B67
      found.pointee.color_primaries = AVCOL_PRI_BT2020
      found.pointee.colorspace = AVCOL_SPC_BT2020_NCL
      found.pointee.color_range = AVCOL_RANGE_MPEG
      found.pointee.chroma_location = AVCHROMA_LOC_TOPLEFT
      let colors = sample.colors(red: 0.2627, blue: 0.0593, isLimited: true, location: (0, 0))
      let formula = PublishedHDR(isHLG: true, peak: 1000)
      let wanted = stride(from: 0, to: colors.count, by: 3).flatMap { place in
        formula.levels(colors[place..<place + 3].map { $0 / 255 })
      }
      let pixels = try ToneMapper(ToneMapping(.hlg)).pixels(of: found, "map")
      #expect(ColorSample.difference(pixels, wanted) <= 1, "\(width) × \(height)")
    }
  }

  @Test("The curves pass through the published points")
  func points() {
    // BT.2408-7, table 1: 58 % of PQ and 75 % of HLG are reference white, 203 cd/m².
    #expect(abs(HDRCurve.PQ.value(0.0203) - 0.5807) < 1e-4)
    #expect(abs(HDRCurve.PQ.value(0.1) - 0.7518) < 1e-4)
    #expect(abs(1000 * pow(HDRCurve.hlg.light(0.75), 1.2) - 203.1) < 0.2)
    for peak in [300.0, 1000, 4000, 10_000] {
      let mapping = ToneMapping(.pq, peak: peak)
      #expect(abs(mapping.mapped(peak) - 203) < 1e-6)
      #expect(abs(mapping.mapped(2 * peak) - 203) < 1e-6)
      #expect(mapping.mapped(20) == 20)
      var last = 0.0
      for step in 1...200 {
        let light = mapping.mapped(peak * Double(step) / 200)
        #expect(light > last)
        last = light
      }
    }
  }

  @Test("A sheet of reference white is a little below white, and highlights differ from it")
  func white() throws {
    // Six rows, since FFV1 of libav 6 loses pictures of fewer.
    let frame = try frame([0, 0.75, 1, 0, 0, 0], AVCOL_TRC_ARIB_STD_B67)
    defer {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    }
    let pixels = try #require(try ClipSample.clip([frame]).frame(0)).pixels
    let grays = [0, 43, 86].map { Array(pixels[$0 * 4..<$0 * 4 + 4]) }
    #expect(grays == [[0, 0, 0, 255], [229, 229, 229, 255], [255, 255, 255, 255]])
  }

  @Test("What is mapped is said, with the peak and whence it comes")
  func remarks() throws {
    #expect(
      ToneMapping(.hlg, peak: 4000).remark
        == "is HDR (HLG), tone-mapped by BT.2390 from a peak of 1000 cd/m² to a white of 203 cd/m²")
    #expect(
      ToneMapping(.pq, peak: 4000).remark
        == "is HDR (PQ), tone-mapped by BT.2390 from a peak of 4000 cd/m² to a white of 203 cd/m²")
    #expect(
      ToneMapping(.pq).remark
        == "is HDR (PQ), tone-mapped by BT.2390 from a peak of 1000 cd/m², since it does not say its own, "
        + "to a white of 203 cd/m²")
  }

  @Test("All frames of a clip are mapped alike, dark ones and bright ones")
  func frames() throws {
    var (bright, dark): (UnsafeMutablePointer<AVFrame>?, UnsafeMutablePointer<AVFrame>?) =
      (try frame([0.2, 0.7, 1], AVCOL_TRC_SMPTE2084), try frame([0.1, 0.2, 0.3], AVCOL_TRC_SMPTE2084))
    defer {
      av_frame_free(&bright)
      av_frame_free(&dark)
    }
    let frames = [try #require(bright), try #require(dark)]
    let clip = try ClipSample.clip(frames + frames)
    #expect(clip.frame(0)?.pixels == clip.frame(2)?.pixels)
    let alone = try ClipSample.clip([frames[1]])
    #expect(alone.frame(0)?.pixels == clip.frame(3)?.pixels)
    #expect(clip.fault == nil)
  }
}
