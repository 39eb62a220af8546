import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Relief shades the ground")
struct ReliefTests {
  private func pixels(_ layer: GroundMap.Layer?) throws -> [UInt8] {
    guard case .picture(let image, _) = try #require(layer) else { throw StageError("no picture") }
    return image.pixels
  }

  private func relief(azimuth: Double, water: Color? = nil, grid: HeightGrid? = nil) throws -> Relief.Layers {
    let sun = Sun(azimuth: azimuth, altitude: 45)
    let reference = FileReference(literal: "heights.tif", path: "heights.tif")
    // Rises eastward by 100 m for each 1113 m.
    let relief = Relief(
      grid: try grid ?? FakeContext().heights(reference, encoding: .terrarium), digest: Digest { _ in }, sun: sun,
      exaggeration: 1, strength: 0.5, water: water)
    let ground = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
    return try #require(relief.layers(in: Rect(center: .zero, size: Size(4000, 2000)), on: ground))
  }

  @Test("A slope away from the sun is as much darker as it gets less light, one toward it lighter")
  func shading() throws {
    let slope = 100 / (0.01 * WebMercatorPlane.earthRadius * .pi / 180)
    let light = (1 - slope) / (1 + slope * slope).squareRoot()
    let dark = try pixels(relief(azimuth: 90).shading)
    #expect(dark.count == 1024 * 512 * 4)
    let alphas = Set(stride(from: 3, to: dark.count, by: 4).map { (index: Int) -> UInt8 in dark[index] })
    let alpha: Double = (1 - light) * 0.5 * 255
    #expect(alphas == [UInt8(alpha.rounded())])
    #expect(dark[0] == 0)
    let bright = try pixels(relief(azimuth: 270).shading)
    #expect(bright[0] == bright[3] && bright[3] > 0)
  }

  @Test("Colors follow heights")
  func tint() throws {
    #expect(Relief.color(ofHeight: -400) == Color(hex: 0xC9DFD8))
    #expect(Relief.color(ofHeight: 5000) == Color(hex: 0xF4F3F1))
    #expect(Relief.color(ofHeight: 1150) == Color(hex: 0xDFC99A).interpolated(to: Color(hex: 0xC9A983), at: 0.5))
    let tint = try pixels(relief(azimuth: 0, water: Color(0, 0, 1)).tint)
    #expect(tint[3] == 255)
    #expect(try relief(azimuth: 0).tint == nil)
  }

  @Test("What is level with the sea has the color of water, and level land above it has not")
  func sea() throws {
    func color(ofHeight height: Float) throws -> ArraySlice<UInt8> {
      let grid = try #require(
        HeightGrid(
          columns: 20, rows: 20, heights: [Float](repeating: height, count: 400), units: .degrees,
          origin: Point(-0.1, 0.1), step: Size(0.01, 0.01)))
      return try pixels(relief(azimuth: 0, water: Color(0, 0, 1), grid: grid).tint)[0..<4]
    }
    #expect(try color(ofHeight: 0) == [0, 0, 255, 255])
    #expect(try color(ofHeight: 3)[2] < 200)
    #expect(try color(ofHeight: -3)[2] < 220)
  }
}
