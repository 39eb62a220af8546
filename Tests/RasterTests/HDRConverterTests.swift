import Formats
import Foundation
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("HDR of what is drawn")
struct HDRConverterTests {
  /// Luma and chroma of one color on a whole frame of 4:2:0.
  private func samples(
    _ color: Color, _ colors: DeliveredColors, _ gamut: ColorGamut = .sRGB, _ format: PixelFormat = .yuv420p10
  ) -> [Int] {
    let renderer = FrameRenderer(width: 8, height: 8, background: color, gamut: gamut, cache: ResourceCache())
    var sink = PlaneSink(format, width: 8, height: 8, gamut: gamut, colors: colors)
    renderer.render(DisplayList(), into: &sink)
    return (0..<3).map { plane in
      let start = sink.planes.range(ofPlane: plane).lowerBound
      return Int(sink.planes.bytes[start]) | Int(sink.planes.bytes[start + 1]) << 8
    }
  }

  /// Those of ITU-R BT.2100-2, tables 4 to 6 and 9, for linear light of BT.2020's primaries with white at 1.
  private func expected(_ light: [Double], _ transfer: HDRTransfer, white: Double) -> [Int] {
    var scene = light.map { $0 * white }
    if transfer == .hlg {
      let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
      // Light above the peak of the scene is cut.
      scene = scene.map { luminance > 0 ? min($0 / 1000 * pow(luminance / 1000, (1 - 1.2) / 1.2), 1) : 0 }
    }
    let signal = scene.map { value in
      if transfer == .hlg {
        return value <= 1.0 / 12 ? (3 * value).squareRoot() : 0.17883277 * log(12 * value - 0.28466892) + 0.55991073
      }
      let power = pow(value / 10_000, 0.1593017578125)
      return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }
    let luma = 0.2627 * signal[0] + 0.6780 * signal[1] + 0.0593 * signal[2]
    let numbers = [
      64 + 876 * luma, 512 + 896 * (signal[2] - luma) / 1.8814, 512 + 896 * (signal[0] - luma) / 1.4746,
    ]
    return numbers.map { Int($0.rounded()) }
  }

  @Test("White is 203 cd/m²: 0.581 of PQ and 0.750 of HLG")
  func white() {
    #expect(samples(.white, .hdr(.pq, white: 203)) == [Int((64 + 876 * 0.58069).rounded()), 512, 512])
    let hlg = samples(.white, .hdr(.hlg, white: 203))
    #expect(abs(hlg[0] - Int((64 + 876 * 0.7498).rounded())) <= 1 && hlg[1] == 512 && hlg[2] == 512)
    #expect(samples(.black, .hdr(.pq, white: 203)) == [64, 512, 512])
    #expect(samples(.black, .hdr(.hlg, white: 203)) == [64, 512, 512])
  }

  @Test("Samples are within 1 of the formulas", arguments: HDRTransfer.allCases, [100, 203, 1000])
  func formulas(transfer: HDRTransfer, white: Double) {
    // ITU-R BT.2087-0, 4.
    let rows = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
    for color in [
      Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1), Color(hex: 0xFF5A1F), Color(hex: 0x12151B), Color(hex: 0x808080),
      Color(hex: 0x010101), Color(hex: 0x2040A0),
    ] {
      let light = [color.red, color.green, color.blue].map { Color.linearLight($0) }
      let wide = rows.map { row in zip(row, light).map(*).reduce(0, +) }
      let found = samples(color, .hdr(transfer, white: white))
      let wanted = expected(wide, transfer, white: white)
      #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(color): \(found), not \(wanted)")
      #expect(samples(color, .hdr(transfer, white: white), .sRGB, .yuv422p10) == found)
      #expect(samples(color, .hdr(transfer, white: white), .sRGB, .yuv444p10) == found)
    }
  }

  @Test("Colors of Display P3 keep their light")
  func wide() throws {
    let red = try #require(Color(css: "color(display-p3 1 0 0)", in: .displayP3))
    let found = samples(red, .hdr(.pq, white: 203), .displayP3)
    let wanted = expected([0.753833, 0.045744, 0], .pq, white: 203)
    #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(found), not \(wanted)")
    // Gray is the same in both.
    #expect(
      samples(Color(hex: 0x808080), .hdr(.hlg, white: 203), .displayP3)
        == samples(Color(hex: 0x808080), .hdr(.hlg, white: 203)))
  }

  @Test("A drawing in Display P3 is delivered in sRGB as its colors are there")
  func narrow() throws {
    for text in ["#FF5A1F80", "#2040A0", "#FFFFFF", "#01020380"] {
      let color = try #require(Color(css: text))
      func pixel(_ gamut: ColorGamut) -> [UInt8] {
        let renderer = FrameRenderer(width: 8, height: 8, background: color, gamut: gamut, cache: ResourceCache())
        var sink = PlaneSink(.rgba8, width: 8, height: 8, gamut: gamut, colors: .standard(.sRGB))
        renderer.render(DisplayList(), into: &sink)
        return Array(sink.planes.bytes[..<4])
      }
      #expect(zip(pixel(.sRGB), pixel(.displayP3)).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(text)")
    }
    let p3 = try #require(Color(css: "color(display-p3 1 0 0)", in: .displayP3))
    let renderer = FrameRenderer(width: 8, height: 8, background: p3, gamut: .displayP3, cache: ResourceCache())
    #expect(Array(renderer.render(DisplayList()).pixels[..<4]) == [255, 0, 0, 255])
    #expect(renderer.render(DisplayList()).gamut == .displayP3)
  }
}
