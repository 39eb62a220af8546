import StageKit

/// The colors of a generated city.
struct CityPalette: Sendable {
  var background: Color
  var foreground: Color
  var block: Color
  /// A block whose buildings are too far from the center to be drawn one by one.
  var farBlock: Color
  var park: Color
  var water: Color
  var building: Color
  /// The larger ones among the buildings.
  var largeBuilding: Color
  /// Of standing buildings: their roofs, those of the larger ones, and walls.
  var roof: Color
  var largeRoof: Color
  var wall: Color
  var path: Color
  var lane: Color
  var street: Color
  var avenue: Color
  var boulevard: Color
  /// Drawn around streets, where it is given.
  var casing: Color?

  static let dark = CityPalette(
    background: Color(hex: 0x12151B), foreground: Color(hex: 0xC9D0DB), block: Color(hex: 0x161A21),
    farBlock: Color(hex: 0x1A1E27), park: Color(hex: 0x16281D), water: Color(hex: 0x0E2233),
    building: Color(hex: 0x212631), largeBuilding: Color(hex: 0x292F3C),
    roof: Color(hex: 0x3A4252), largeRoof: Color(hex: 0x444D60), wall: Color(hex: 0x333B4B), path: Color(hex: 0x263A2E),
    lane: Color(hex: 0x2B313D), street: Color(hex: 0x363D4B), avenue: Color(hex: 0x434B5C),
    boulevard: Color(hex: 0x505A6E))

  static let light = CityPalette(
    background: Color(hex: 0xEDF0F3), foreground: Color(hex: 0x4A5261), block: Color(hex: 0xF4F5F7),
    farBlock: Color(hex: 0xE6E9EE), park: Color(hex: 0xCDE6CB), water: Color(hex: 0xA3CDEF),
    building: Color(hex: 0xDFE3EA), largeBuilding: Color(hex: 0xD2D9E3),
    roof: Color(hex: 0xFFFFFF), largeRoof: Color(hex: 0xFAFBFD), wall: Color(hex: 0xEDF0F5), path: Color(hex: 0xF3F8EF),
    lane: .white, street: .white, avenue: .white, boulevard: Color(hex: 0xFFF3D1), casing: Color(hex: 0xD3D9E2))

  func color(of kind: StreetClass) -> Color {
    switch kind {
    case .path: path
    case .lane: lane
    case .street: street
    case .avenue: avenue
    case .boulevard: boulevard
    }
  }
}
