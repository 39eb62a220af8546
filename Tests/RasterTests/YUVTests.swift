import Coding
import Formats
import Geometry
import Graphics
import Raster
import Testing

@Suite("YUV")
struct YUVTests {
  /// The three planes of a frame drawn with strips of a height.
  private func planes(_ list: DisplayList, _ width: Int, _ height: Int, stripHeight: Int) -> [[UInt8]] {
    let renderer = FrameRenderer(
      width: width, height: height, background: .black, cache: ResourceCache(), stripHeight: stripHeight)
    var sink = PlaneSink(.yuv420p8, width: width, height: height)
    renderer.render(list, into: &sink)
    return (0..<3).map { Array(sink.planes.plane($0)) }
  }

  private var scene: DisplayList {
    var numbers = SeededNumbers(seed: 5)
    return DisplayList { list in
      for y in 0..<24 {
        for x in 0..<32 {
          list.fill(
            rectangle(Double(x), Double(y), 1, 1), Color(hex: UInt32.random(in: 0...0xFFFFFF, using: &numbers)))
        }
      }
      for (i, hex) in [0xFFFFFF, 0x000000, 0xFF0000, 0x00FF00, 0x0000FF].enumerated() {
        list.fill(rectangle(Double(4 * i), 0, 4, 4), Color(hex: UInt32(hex)))
      }
    }
  }

  @Test("Every sample is within one of BT.709's formula")
  func samplesFollowTheFormula() {
    let list = scene
    let renderer = FrameRenderer(width: 32, height: 24, background: .black, cache: ResourceCache())
    let frame = renderer.render(list)
    let planes = planes(list, 32, 24, stripHeight: 16)
    func luma(_ c: [Double]) -> Double { 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] }
    for y in 0..<24 {
      for x in 0..<32 {
        let exact = 16 + 219 * luma(frame[x, y].map { Double($0) / 255 })
        #expect(abs(Double(planes[0][y * 32 + x]) - exact) <= 1)
      }
    }
    for y in 0..<12 {
      for x in 0..<16 {
        let block = [
          frame[2 * x, 2 * y], frame[2 * x + 1, 2 * y], frame[2 * x, 2 * y + 1], frame[2 * x + 1, 2 * y + 1],
        ]
        let mean = (0..<3).map { i in Double(block.reduce(0) { $0 + $1[i] }) / 4 / 255 }
        let cb = 128 + 224 * (mean[2] - luma(mean)) / 1.8556
        let cr = 128 + 224 * (mean[0] - luma(mean)) / 1.5748
        #expect(abs(Double(planes[1][y * 16 + x]) - cb) <= 1)
        #expect(abs(Double(planes[2][y * 16 + x]) - cr) <= 1)
      }
    }
  }

  @Test("White, black and gray have their places")
  func grays() {
    for (hex, luma) in [(0xFFFFFF, 235), (0x000000, 16), (0x808080, 126)] as [(UInt32, UInt8)] {
      let planes = planes(DisplayList { $0.fill(rectangle(0, 0, 4, 4), Color(hex: hex)) }, 4, 4, stripHeight: 16)
      #expect(planes[0].allSatisfy { $0 == luma } && (planes[1] + planes[2]).allSatisfy { $0 == 128 })
    }
  }

  @Test("Strips of any even height give the same planes")
  func stripsDoNotShow() {
    let list = scene
    let whole = planes(list, 32, 24, stripHeight: 24)
    for height in [2, 6, 16] { #expect(planes(list, 32, 24, stripHeight: height) == whole) }
  }
}
