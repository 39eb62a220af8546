import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Colors of buildings from tags")
struct BuildingColorTests {
  private func colors(_ properties: String) throws -> BuildingColors {
    let text = #"{"type":"Feature","properties":{\#(properties)},"geometry":null}"#
    return BuildingColors(of: try GeoJSON.parse(Array(text.utf8)).features[0])
  }

  @Test(
    "Colors are read as mappers write them",
    arguments: [
      ("#FF8000", 0xFF8000), ("#f80", 0xFF8800), ("#F80C", 0xFF8800), ("#FF8000CC", 0xFF8000), ("ff8000", 0xFF8000),
      ("grey", 0x808080), ("Light_Grey", 0xD3D3D3), ("dark red", 0x8B0000), (" white;red", 0xFFFFFF),
      ("light_brown", 0xC97F7F), ("cream", 0xF3E8C8), ("rgb(1, 2, 3)", 0x010203),
    ] as [(String, UInt32)])
  func names(text: String, hex: UInt32) throws {
    let (color, expected) = (try #require(BuildingColors.color(text)), Color(hex: hex))
    for (a, b) in [(color.red, expected.red), (color.green, expected.green), (color.blue, expected.blue)] {
      #expect(abs(a - b) < 0.5 / 255)
    }
    #expect(color.alpha == 1)
  }

  @Test("What is no color is none", arguments: ["", ";", "#12", "yes", "light", "reddish", "transparent", "#0000"])
  func unreadable(text: String) {
    #expect(BuildingColors.color(text) == nil)
  }

  @Test("A color comes before a material, and what is not known is named")
  func tags() throws {
    let both = try colors(#""building:colour":"red","building:material":"brick","roof:material":"roof tiles""#)
    #expect(both.wall == Color(css: "red"))
    #expect(both.roof == BuildingColors.material("roof_tiles"))
    let unknown = try colors(#""building:colour":"reddish","building:material":"brick""#)
    #expect(unknown.wall == BuildingColors.material("brick"))
    #expect(unknown.roof == nil)
    let text =
      #"{"type":"Feature","properties":{"building:colour":"reddish","roof:material":"cheese"},"geometry":null}"#
    let feature = try GeoJSON.parse(Array(text.utf8)).features[0]
    #expect(BuildingColors.unknown(in: feature) == ["'building:colour' reddish", "'roof:material' cheese"])
  }

  @Test("Tagged colors are as bright as the style's walls and roofs, as far as told")
  func looks() throws {
    let own = BuildingModels.Look(roof: Color(0.47, 0.47, 0.47), wall: Color(0.94, 0.94, 0.94))
    let red = try colors(#""roof:colour":"red""#)
    #expect(red.look(own, share: 0) == own)
    let full = red.look(own, share: 1)
    #expect(full.wall == own.wall)
    #expect(abs(full.roof.red - 0.5) < 1e-9 && full.roof.green < 1e-9)
    #expect(abs(red.look(own, share: 0.5).roof.green - 0.235) < 1e-9)
  }

  @Test("Buildings of one style with different colors have looks of their own")
  func map() throws {
    func house(_ x: Double, _ properties: String) -> String {
      let ring = [(x, 0.0), (x + 0.001, 0), (x + 0.001, 0.001), (x, 0.001), (x, 0)].map { "[\($0.0),\($0.1)]" }
      return #"{"type":"Feature","properties":{"building":"yes","height":9\#(properties)},"geometry":"#
        + #"{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}}"#
    }
    let list = [house(0, ""), house(0.002, #","roof:colour":"red""#), house(0.004, #","roof:colour":"red""#)]
    let text = #"{"type":"FeatureCollection","features":[\#(list.joined(separator: ","))]}"#
    func looks(_ share: Double) throws -> Int? {
      GroundMap(
        PatchedFeatures(try GeoJSON.parse(Array(text.utf8))), style: MapStyle(.light), edge: 0,
        buildings: (Building.Heights(), Sun()),
        tagColors: share)?.buildings?.looks.count
    }
    #expect(try looks(1) == 2)
    #expect(try looks(0) == 1)
  }
}
