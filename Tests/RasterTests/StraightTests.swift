import Coding
import Formats
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Straight alpha")
struct StraightTests {
  private var scene: DisplayList {
    DisplayList { list in
      list.fill(rectangle(0, 0, 20, 40), Color(hex: 0xC08040))
      list.fill(
        rectangle(4, 4, 50, 14),
        .linear(
          from: Point(4, 0), to: Point(54, 0),
          stops: [GradientStop(0, Color(hex: 0xFF2010)), GradientStop(1, Color(hex: 0x1040FF, alpha: 0))]))
      list.fill(circle(Point(36.3, 28.6), 9.4), Color(hex: 0x20E060, alpha: 0.37))
    }
  }

  private func planes(_ format: PixelFormat, _ background: Color, _ list: DisplayList) -> FramePlanes {
    let renderer = FrameRenderer(width: 64, height: 40, background: background, cache: ResourceCache())
    var sink = PlaneSink(format, width: 64, height: 40)
    renderer.render(list, into: &sink)
    return sink.planes
  }

  @Test("Over any color, straight pixels show what was drawn over it, to within rounding")
  func compositingGivesTheDrawing() {
    let straight = planes(.rgba8, .clear, scene).bytes
    for hex in [0x000000, 0xFFFFFF, 0xFF00FF] as [UInt32] {
      let components: [UInt32] = [hex >> 16 & 255, hex >> 8 & 255, hex & 255]
      let backdrop = components.map { Double($0) }
      let drawn = planes(.premultipliedRGBA8, Color(hex: hex), scene).bytes
      for pixel in stride(from: 0, to: straight.count, by: 4) {
        let alpha = Double(straight[pixel + 3]) / 255
        for channel in 0..<3 {
          let shown = Double(straight[pixel + channel]) * alpha + backdrop[channel] * (1 - alpha)
          #expect(abs(shown - Double(drawn[pixel + channel])) <= 2)
        }
      }
    }
  }

  @Test("Flat colors keep their value at any alpha, and what is clear is all 0")
  func flatColorsAreExact() {
    let pixels = planes(.rgba8, .clear, scene).bytes
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * 64 + x) * 4..<(y * 64 + x) * 4 + 4]) }
    #expect(pixel(1, 1) == [0xC0, 0x80, 0x40, 255])
    #expect(pixel(36, 28) == [0x20, 0xE0, 0x60, 94])
    #expect(pixel(62, 1) == [0, 0, 0, 0])
  }

  @Test("Opaque frames have the same samples in every order")
  func ordersAgree() {
    let drawn = planes(.premultipliedRGBA8, .white, scene).bytes
    func reordered(_ order: [Int?]) -> [UInt8] {
      stride(from: 0, to: drawn.count, by: 4).flatMap { pixel in order.map { $0.map { drawn[pixel + $0] } ?? 0 } }
    }
    #expect(planes(.rgba8, .white, scene).bytes == drawn)
    #expect(planes(.rgb8, .white, scene).bytes == reordered([0, 1, 2]))
    #expect(planes(.bgra8, .white, scene).bytes == reordered([2, 1, 0, 3]))
    #expect(planes(.bgrx8, .white, scene).bytes == reordered([2, 1, 0, nil]))
  }
}
