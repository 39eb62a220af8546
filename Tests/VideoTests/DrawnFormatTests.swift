import Formats
import Geometry
import Graphics
import Raster
import StageKit
import TestSupport
import Testing

@testable import Video

/// The rest of drawn frames after a format was encoded and decoded.
@Suite("Drawn frames in formats")
struct DrawnFormatTests {
  private func planes(
    _ format: PixelFormat, _ background: Color, _ width: Int, _ height: Int, _ list: DisplayList
  ) -> FramePlanes {
    let renderer = FrameRenderer(width: width, height: height, background: background, cache: ResourceCache())
    var sink = PlaneSink(format, width: width, height: height)
    renderer.render(list, into: &sink)
    return sink.planes
  }

  private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
    Path { path in
      path.move(to: Point(x, y))
      for point in [Point(x + width, y), Point(x + width, y + height), Point(x, y + height)] { path.line(to: point) }
      path.close()
    }
  }

  private func decoded(_ frame: FramePlanes, _ format: OutputFormat) throws -> FramePlanes {
    let folder = try TemporaryFolder()
    let encoder = try SegmentEncoder(format)
    try encoder.encode(frame)
    let path = folder.file("a.\(format.container.ending)")
    try writeMovie([encoder.finish()], format, to: path)
    return try #require(frames(of: path).first?.picture)
  }

  private func format(
    _ codec: any Codec, _ container: Container, alpha: Bool = false, _ options: [(String, ParameterValue)],
    _ width: Int, _ height: Int
  ) throws -> OutputFormat {
    try OutputFormat(
      codec, ParameterValues(options), in: container, alpha: alpha, width: width, height: height, frameRate: .sixty)
  }

  @Test("A dark gradient over 1080 rows keeps about four times the levels in 10 bits")
  func gradientsKeepTheirLevels() throws {
    let list = DisplayList { list in
      list.fill(
        rectangle(0, 0, 96, 1080),
        .linear(
          from: .zero, to: Point(0, 1080),
          stops: [GradientStop(0, Color(hex: 0x040828)), GradientStop(1, Color(hex: 0x281808))]))
    }
    func levels(_ format: OutputFormat) throws -> Int {
      Set(
        samples(try decoded(planes(format.pixelFormat, .black, 96, 1080, list), format), plane: 0).map {
          ($0 * 4).rounded()
        }
      ).count
    }
    let ten: (String, ParameterValue) = ("depth", .text("10"))
    let coarse = try levels(format(HEVC(), .mp4, [("crf", .number(8))], 96, 1080))
    #expect(try levels(format(HEVC(), .mp4, [("crf", .number(8)), ten], 96, 1080)) >= 3 * coarse)
    #expect(try levels(format(AV1(), .mp4, [("crf", .number(5)), ten], 96, 1080)) >= 3 * coarse)
    #expect(try levels(format(ProRes(), .mov, [], 96, 1080)) >= 3 * coarse)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let codec: any Codec
    let container: Container
    var options: [(String, ParameterValue)] = []
    /// The greatest and the mean error that pass, in 1/255.
    let greatest: Double
    let mean: Double
    var testDescription: String { "\(codec.name) \(options)" }
  }

  @Test(
    "Decoded and composited over black, white and magenta, alpha shows what is drawn over these",
    arguments: [
      Case(codec: FFV1(), container: .matroska, greatest: 1.01, mean: 0.3),
      Case(codec: FFV1(), container: .matroska, options: [("depth", .text("16"))], greatest: 0.05, mean: 0.02),
      Case(codec: ProRes(), container: .mov, greatest: 12, mean: 0.7),
      Case(codec: VP9(), container: .webm, greatest: 120, mean: 2),
    ])
  func alphaIsRight(_ test: Case) throws {
    let scene = DisplayList { list in
      list.fill(
        rectangle(8, 8, 60, 30),
        .linear(
          from: Point(8, 0), to: Point(68, 0),
          stops: [GradientStop(0, Color(hex: 0xFF2010)), GradientStop(1, Color(hex: 0x1040FF, alpha: 0))]))
      list.fill(rectangle(36.3, 33.2, 40.4, 38.8), Color(hex: 0x20E060, alpha: 0.37))
    }
    let (width, height) = (96, 80)
    let format = try format(test.codec, test.container, alpha: true, test.options, width, height)
    let frame = try decoded(planes(format.pixelFormat, .clear, width, height, scene), format)
    let pixels = try colors(of: frame)
    for hex in [0x000000, 0xFFFFFF, 0xFF00FF] as [UInt32] {
      let reference = planes(.gbr16, Color(hex: hex), width, height, scene)
      var (greatest, sum) = (0.0, 0.0)
      for (channel, plane) in [2, 0, 1].enumerated() {
        let backdrop = Double(hex >> UInt32(16 - 8 * channel) & 255)
        for (pixel, drawn) in samples(reference, plane: plane).enumerated() {
          let (color, alpha) = (pixels[pixel][channel], pixels[pixel][3])
          let error = abs(color * alpha + backdrop * (1 - alpha) - drawn * 256 / 257)
          greatest = max(greatest, error)
          sum += error
        }
      }
      #expect(greatest <= test.greatest && sum / Double(width * height * 3) <= test.mean)
    }
  }

  /// Red, green and blue from 0 to 255, and alpha from 0 to 1, by the definition of BT.709; chroma is not interpolated.
  private func colors(of frame: FramePlanes) throws -> [SIMD4<Double>] {
    let format = frame.format
    let count = frame.width * frame.height
    if format.colorModel == .rgb {
      if format.depth == 8 {
        let bytes: [Double] = frame.plane(0).map { Double($0) }
        return (0..<count).map { (pixel: Int) -> SIMD4<Double> in
          let sample = 4 * pixel
          return SIMD4(bytes[sample + 2], bytes[sample + 1], bytes[sample], bytes[sample + 3] / 255)
        }
      }
      let planes = (0..<4).map { samples(frame, plane: $0).map { $0 * 256 / 257 } }
      return (0..<count).map { (pixel: Int) -> SIMD4<Double> in
        SIMD4(planes[2][pixel], planes[0][pixel], planes[1][pixel], planes[3][pixel] / 255)
      }
    }
    let planes = (0..<4).map { samples(frame, plane: $0) }
    let greatest = Double(1 << format.depth - 1) / Double(1 << (format.depth - 8))
    let (xShift, yShift) = (format.planes[1].xShift, format.planes[1].yShift)
    return (0..<count).map { (pixel: Int) -> SIMD4<Double> in
      let (row, column) = (pixel / frame.width, pixel % frame.width)
      let chroma = (row >> yShift) * (frame.width >> xShift) + (column >> xShift)
      let luma: Double = (planes[0][pixel] - 16) / 219 * 255
      let cb: Double = (planes[1][chroma] - 128) / 224 * 255
      let cr: Double = (planes[2][chroma] - 128) / 224 * 255
      let green: Double = luma - 0.187_324 * cb - 0.468_124 * cr
      func clamped(_ value: Double) -> Double { min(max(0, value), 255) }
      return SIMD4(
        clamped(luma + 1.5748 * cr), clamped(green), clamped(luma + 1.8556 * cb), planes[3][pixel] / greatest)
    }
  }
}
