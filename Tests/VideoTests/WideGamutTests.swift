import Foundation
import Testing

@testable import Video

@Suite("Colors of a wide gamut")
struct WideGamutTests {
  private func converted(_ color: [UInt8]) -> [UInt8] {
    var pixels = color + [77]
    WideGamut.convert(&pixels)
    #expect(pixels[3] == 77)
    return Array(pixels[..<3])
  }

  @Test("Grays stay as they are")
  func grays() {
    for value in UInt8.min...UInt8.max { #expect(converted([value, value, value]) == [value, value, value]) }
  }

  @Test(
    "Colors of sRGB that are written in BT.2020 come back",
    arguments: [[255, 0, 0], [0, 255, 0], [30, 90, 200], [250, 200, 10]])
  func comesBack(color: [Int]) {
    // ITU-R BT.2087, from BT.709 to BT.2020.
    let matrix = [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
    let light = color.map { pow(Double($0) / 255, 2.4) }
    let wide = matrix.map { row in
      UInt8((pow(zip(row, light).map(*).reduce(0, +), 1 / 2.4) * 255).rounded())
    }
    // Eight bits are coarse where a component is what two large ones leave: equal within 0.6 % of all light.
    for (found, expected) in zip(converted(wide), light) {
      #expect(abs(pow(Double(found) / 255, 2.4) - expected) <= 0.006, "\(wide)")
    }
  }

  @Test("What sRGB has not is clipped")
  func clipped() {
    #expect(converted([0, 255, 0]) == [0, 255, 0])
    #expect(converted([255, 0, 0]) == [255, 0, 0])
  }
}
