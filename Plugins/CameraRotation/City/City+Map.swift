import StageKit

extension City {
  /// The city around a coordinate, north up.
  ///
  /// - Parameters:
  ///   - seed: The seed of its names.
  ///   - models: The buildings and their light; nil for flat ones.
  func map(
    around origin: Coordinate, seed: UInt64 = 0, palette: MapPalette,
    buildings models: (heights: Building.Heights, sun: Sun)? = nil
  ) -> GroundMap {
    var layers: [GroundMap.Layer] = []
    func addArea(_ outlines: [[Point]], _ color: Color) {
      layers.append(.area(Self.path(outlines), color))
    }
    addArea(farBlocks, palette[.land].interpolated(to: palette[.building], at: 0.35))
    addArea(blocks, palette[.land])
    addArea(parks, palette[.green])
    // Streets come after the water, which they cross on bridges; paths stay on land.
    addLines([.path], palette, to: &layers)
    layers += GroundMap.shoreLayers(around: Self.path(water), palette.shore)
    addArea(water, palette[.water])
    let looks = [palette[.building], palette[.building].interpolated(to: palette[.street], at: 0.2)]
    // Flat buildings are areas of the map; those with a height are drawn above all of its layers.
    if models == nil {
      for (look, color) in looks.enumerated() {
        addArea(buildings.filter { $0.look == look }.flatMap(\.rings), color)
      }
    }
    addLines([.lane, .street, .avenue, .boulevard], palette, to: &layers)
    let border = GroundMap.Border.disc(inner: Self.border.inner, outer: Self.border.outer)
    var map = GroundMap(
      ground: WebMercatorPlane(origin: origin), background: palette[.background], foreground: palette[.text],
      layers: layers, border: border,
      extent: Rect(center: .zero, size: Size(2 * Self.border.outer, 2 * Self.border.outer)), attribution: nil)
    map.names = names(seed: seed)
    if let models {
      map.buildings = BuildingModels(
        buildings.map { $0.scaled(by: models.heights.scale) },
        looks: [palette[.roof], palette[.roof].interpolated(to: palette[.text], at: 0.06)].map {
          BuildingModels.Look(roof: $0, wall: palette[.wall])
        },
        border: border,
        sun: models.sun)
    }
    return map
  }

  /// All casings lie below all streets, and small streets below large ones.
  private func addLines(_ kinds: [StreetClass], _ palette: MapPalette, to layers: inout [GroundMap.Layer]) {
    let paths = kinds.map { kind in
      Path { p in for street in streets where street.kind == kind { p.polyline(street.points) } }
    }
    func add(_ kind: StreetClass, _ path: Path, _ color: Color, widening: Double) {
      let style = StrokeStyle(width: kind.width + widening, cap: .round, join: .round)
      if !path.isEmpty { layers.append(.line(path, color, style)) }
    }
    if palette[.streetLight].alpha > 0, kinds != [.path] {
      let lit = Path { p in
        for street in streets where street.kind != .path && street.kind != .lane { p.polyline(street.points) }
      }
      layers.append(.light(lit, palette[.streetLight]))
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

extension MapPalette {
  func color(of kind: StreetClass) -> Color {
    switch kind {
    case .path: self[.green].interpolated(to: self[.path], at: 0.6)
    case .lane: self[.path]
    case .street: self[.street]
    case .avenue: self[.major]
    case .boulevard: self[.motorway]
    }
  }
}
