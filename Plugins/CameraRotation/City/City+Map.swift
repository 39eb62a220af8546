import StageKit

extension City {
  /// The city around a coordinate, north up.
  func map(around origin: Coordinate, palette: CityPalette) -> GroundMap {
    var layers: [GroundMap.Layer] = []
    func addArea(_ outlines: [[Point]], _ color: Color) {
      layers.append(.area(Self.path(outlines), color))
    }
    addArea(farBlocks, palette.farBlock)
    addArea(blocks, palette.block)
    addArea(parks, palette.park)
    addLines([.path], palette, to: &layers)
    addArea(water, palette.water)
    for isLarge in [false, true] {
      let chosen = buildings.filter { $0.isLarge == isLarge }
      addArea(
        chosen.flatMap { [$0.outline] + ($0.court.map { [$0] } ?? []) },
        isLarge ? palette.largeBuilding : palette.building)
    }
    addLines([.lane, .street, .avenue, .boulevard], palette, to: &layers)
    return GroundMap(
      ground: WebMercatorPlane(origin: origin), background: palette.background, foreground: palette.foreground,
      layers: layers, border: .disc(inner: Self.border.inner, outer: Self.border.outer), attribution: nil)
  }

  /// All casings lie below all streets, and small streets below large ones.
  private func addLines(_ kinds: [StreetClass], _ palette: CityPalette, to layers: inout [GroundMap.Layer]) {
    let paths = kinds.map { kind in
      Path { p in for street in streets where street.kind == kind { p.polyline(street.points) } }
    }
    func add(_ kind: StreetClass, _ path: Path, _ color: Color, widening: Double) {
      let style = StrokeStyle(width: kind.width + widening, cap: .round, join: .round)
      if !path.isEmpty { layers.append(.line(path, color, style)) }
    }
    if let casing = palette.casing, kinds != [.path] {
      for (kind, path) in zip(kinds, paths) { add(kind, path, casing, widening: 2) }
    }
    for (kind, path) in zip(kinds, paths) { add(kind, path, palette.color(of: kind), widening: 0) }
  }

  private static func path(_ outlines: [[Point]]) -> Path {
    Path { p in for outline in outlines { p.polyline(outline, closed: true) } }
  }
}
