import Coding
import Formats
import Geometry
import Graphics
import Raster
import Testing

@Suite("Pixel formats of more bits and with alpha")
struct DepthTests {
  private func planes(_ format: PixelFormat, _ background: Color, _ width: Int, _ height: Int, _ list: DisplayList)
    -> FramePlanes
  {
    let renderer = FrameRenderer(width: width, height: height, background: background, cache: ResourceCache())
    var sink = PlaneSink(format, width: width, height: height)
    renderer.render(list, into: &sink)
    return sink.planes
  }

  private func samples(_ frame: FramePlanes, _ plane: Int) -> [Int] { frame.samples(ofPlane: plane) }

  /// Dark from the top to the bottom, in a color.
  private func gradient(_ height: Double) -> DisplayList {
    DisplayList { list in
      list.fill(
        rectangle(0, 0, 32, height),
        .linear(
          from: .zero, to: Point(0, height),
          stops: [GradientStop(0, Color(hex: 0x040828)), GradientStop(1, Color(hex: 0x281808))]))
    }
  }

  @Test("A dark gradient over 1080 rows has four times the levels in 10 bits", arguments: [0, 1, 2])
  func tenBitsHaveMoreLevels(plane: Int) {
    let counts = [PixelFormat.yuv420p8, .yuv420p10, .yuv422p10, .yuv444p10].map { format in
      Set(samples(planes(format, .black, 32, 1080, gradient(1080)), plane)).count
    }
    for count in counts.dropFirst() { #expect(count >= 3 * counts[0] && count <= 4 * counts[0] + 2) }
  }

  @Test("The mean of a dithered gradient is exact to a tenth of a step, in luma and in chroma", arguments: [0, 1, 2])
  func ditherKeepsTheMean(plane: Int) {
    let (coarse, fine) = (
      samples(planes(.yuv444p8, .black, 32, 1080, gradient(1080)), plane),
      samples(planes(.yuv444p10, .black, 32, 1080, gradient(1080)), plane)
    )
    for rows in stride(from: 0, to: 1080 - 24, by: 24) {
      let part = rows * 32..<(rows + 24) * 32
      let means = [coarse, fine].map { (samples: [Int]) -> Double in
        let sum: Int = samples[part].reduce(0, +)
        return Double(sum) / Double(part.count)
      }
      #expect(abs(means[0] - means[1] / 4) < 0.1)
    }
  }

  @Test("White and black have the places of their depth")
  func endsHaveTheirPlaces() {
    for (format, white, black, gray) in [(PixelFormat.yuv420p10, 940, 64, 512), (.yuv444p8, 235, 16, 128)] {
      for (background, luma) in [(Color.white, white), (.black, black)] {
        let planes = planes(format, background, 4, 4, DisplayList())
        #expect(samples(planes, 0).allSatisfy { $0 == luma })
        #expect(samples(planes, 1).allSatisfy { $0 == gray } && samples(planes, 2).allSatisfy { $0 == gray })
      }
    }
    for (format, greatest) in [(PixelFormat.gbra16, 65_535), (.gbra10, 1023)] {
      #expect(
        (0..<4).allSatisfy { plane in
          samples(planes(format, .white, 4, 4, DisplayList()), plane).allSatisfy { $0 == greatest }
        })
      #expect(planes(format, .clear, 4, 4, DisplayList()).bytes.allSatisfy { $0 == 0 })
    }
  }

  private var scene: DisplayList {
    DisplayList { list in
      list.fill(
        rectangle(4, 4, 50, 14),
        .linear(
          from: Point(4, 0), to: Point(54, 0),
          stops: [GradientStop(0, Color(hex: 0xFF2010)), GradientStop(1, Color(hex: 0x1040FF, alpha: 0))]))
      list.fill(circle(Point(36.3, 28.6), 9.4), Color(hex: 0x20E060, alpha: 0.37))
    }
  }

  @Test("16 bits are the same side by side as in planes, with the upper byte first")
  func packedSamples() {
    for (packed, planar, background) in [
      (PixelFormat.rgb16, PixelFormat.gbr16, Color.white), (.rgba16, .gbra16, .clear),
    ] {
      let (found, wanted) = (planes(packed, background, 64, 40, scene), planes(planar, background, 64, 40, scene))
      for (channel, plane) in [2, 0, 1, 3].prefix(packed.planes[0].components.count).enumerated() {
        #expect(found.samples(ofPlane: 0, at: channel) == samples(wanted, plane))
      }
      let first = samples(wanted, 2)[10 * 64 + 20]
      let start = (10 * 64 + 20) * packed.planes[0].components.count * 2
      #expect(found.bytes[start..<start + 2].elementsEqual([UInt8(first >> 8), UInt8(first & 255)]))
    }
  }

  @Test("Over any color, 16 bits with straight alpha show what was drawn over it, to within a rounding of 8 bits")
  func sixteenBitsAreExact() {
    let straight = planes(.gbra16, .clear, 64, 40, scene)
    let order = [2, 0, 1].map { samples(straight, $0).map { Double($0) / 65_535 } }
    let alpha = samples(straight, 3).map { Double($0) / 65_535 }
    for hex in [0x000000, 0xFFFFFF, 0xFF00FF] as [UInt32] {
      let drawn = planes(.gbr16, Color(hex: hex), 64, 40, scene)
      for channel in 0..<3 {
        let backdrop = Double(hex >> UInt32(16 - 8 * channel) & 255) / 255
        let shown = samples(drawn, [2, 0, 1][channel])
        for pixel in shown.indices {
          let composed = order[channel][pixel] * alpha[pixel] + backdrop * (1 - alpha[pixel])
          #expect(abs(composed * 255 - Double(shown[pixel]) / 257) < 0.05)
        }
      }
    }
  }

  @Test("What is clear beside a color takes that color, so that there is no dark fringe", arguments: [1, 2])
  func clearPixelsTakeColors(plane: Int) {
    let red = Color(hex: 0xFF0000)
    let square = DisplayList { $0.fill(rectangle(3, 3, 7, 6), red) }
    let frame = planes(.yuva420p8, .clear, 32, 16, square)
    let chroma = samples(frame, plane)
    let whole = samples(planes(.yuva420p8, red, 32, 16, DisplayList()), plane)[0]
    // The 8 × 8 blocks of the first 16 × 16 pixels, and the clear ones beside them.
    for y in 0..<8 {
      for x in 0..<16 { #expect(chroma[y * 16 + x] == (x < 8 ? whole : 128)) }
    }
    #expect(samples(frame, 3)[4 * 32 + 4] == 255 && samples(frame, 3)[0] == 0)
  }
}
