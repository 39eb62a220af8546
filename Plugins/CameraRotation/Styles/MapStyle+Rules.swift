import StageKit

extension MapStyle {
  /// A rule whose colors are a palette's.
  struct Entry: Sendable {
    enum Drawing: Sendable {
      case hidden
      case area(MapColor)
      /// With a shore that is partly sand.
      case water
      /// Circles of a radius in meters.
      case points(MapColor, radius: Double)
      case building
      /// A solid line with lighter dashes in it.
      case rail(MapColor, width: Double)
      /// In meters; with the palette's casing where it has one.
      case line(MapColor, width: Double, isCased: Bool)
    }

    var match: String
    var order: Int
    var drawing: Drawing

    /// Nil where the condition cannot be read, which the tests rule out.
    func rule(_ palette: MapPalette) -> MapRule? {
      guard let conditions = try? MapCondition.parse(match) else { return nil }
      var rule = MapRule(conditions: conditions, order: order)
      switch drawing {
      case .hidden: break
      case .area(let color): rule.fill = palette[color]
      case .water:
        rule.fill = palette[.water]
        rule.shore = palette.shore
      case .points(let color, let radius):
        rule.fill = palette[color]
        rule.radius = radius
      case .rail(let color, let width):
        rule.line = MapRule.Line(
          color: palette[.land], width: width, dash: 8, casing: MapRule.Casing(color: palette[color], width: width / 3))
      case .building:
        rule.fill = palette[.building]
        rule.look = BuildingModels.Look(roof: palette[.roof], wall: palette[.wall])
      case .line(let color, let width, let isCased):
        let casing = isCased ? palette.casing.map { MapRule.Casing(color: $0, width: 0.8) } : nil
        rule.line = MapRule.Line(color: palette[color], width: width, casing: casing)
        // Lanes and service ways have few lamps.
        if isCased, width > 4, palette[.streetLight].alpha > 0 { rule.line?.glow = palette[.streetLight] }
      }
      return rule
    }
  }

  private static func hidden(_ match: String) -> Entry { Entry(match: match, order: 0, drawing: .hidden) }

  private static func area(_ order: Int, _ match: String, _ color: MapColor) -> Entry {
    Entry(match: "geometry=area & " + match, order: order, drawing: .area(color))
  }

  private static func water(_ match: String) -> Entry {
    Entry(match: "geometry=area & " + match, order: 20, drawing: .water)
  }

  private static func line(
    _ order: Int, _ match: String, _ color: MapColor, width: Double,
    isCased: Bool = false
  ) -> Entry {
    Entry(
      match: "geometry=line & " + match, order: order, drawing: .line(color, width: width, isCased: isCased))
  }

  private static func rail(_ match: String) -> Entry {
    Entry(match: "geometry=line & " + match, order: 60, drawing: .rail(.rail, width: 1.5))
  }

  private static let tiles = "layer=road|transportation & class="

  static let entries: [Entry] = hiddenEntries + areaEntries + lineEntries

  private static let hiddenEntries: [Entry] = [
    hidden("highway=proposed|construction|corridor|razed|abandoned|platform"),
    hidden("railway=abandoned|razed|disused|proposed|construction|platform|station|subway"),
    hidden("natural=coastline"),
    hidden("geometry=line & leisure=*"),
    hidden("boundary=*"),
    hidden("building=no"),
  ]

  private static let areaEntries: [Entry] = [
    Entry(match: "geometry=area & building=*", order: 50, drawing: .building),
    Entry(match: "geometry=area & building:part=*", order: 50, drawing: .building),
    Entry(match: "geometry=area & layer=building|buildings", order: 50, drawing: .building),
    water("natural=water|sea|bay|strait"),
    water("water=*"),
    water("waterway=*"),
    water("landuse=reservoir|basin|salt_pond"),
    area(20, "leisure=swimming_pool|marina", .water),
    water("layer=water|ocean|water_polygons"),
    area(9, "layer=earth", .land),
    area(30, "man_made=pier|breakwater|groyne", .pier),
    area(14, "leisure=pitch|track|playground", .pitch),
    area(14, "layer=landuse & class=pitch|playground", .pitch),
    area(12, "leisure=park|garden|golf_course|nature_reserve|dog_park|common|recreation_ground", .green),
    area(12, "natural=wood|grassland|scrub|heath|wetland|tree_row", .green),
    area(
      12, "landuse=forest|grass|meadow|recreation_ground|village_green|orchard|vineyard|cemetery|allotments", .green),
    area(12, "landuse=flowerbed|greenfield|farmland", .green),
    area(
      12, "layer=landuse|landcover|park & class=park|grass|wood|scrub|cemetery|agriculture|national_park|glacier",
      .green),
    area(13, "natural=beach|sand|shingle|bare_rock|rock|scree", .sand),
    area(13, "layer=landuse|landcover & class=sand|rock|beach", .sand),
    area(
      12,
      "layer=landuse|landcover|land|natural & kind=park|grass|wood|forest|scrub|cemetery|garden|golf_course|meadow|recreation_ground|nature_reserve|allotments|farmland|orchard|vineyard|grassland|village_green",
      .green),
    area(14, "layer=landuse|land|sites & kind=pitch|playground|sports_center|sports_centre", .pitch),
    area(13, "layer=landuse|landcover|land|natural & kind=beach|sand|bare_rock|scree", .sand),
    area(30, "layer=landuse|pier_polygons & kind=pier|breakwater|groyne", .pier),
    area(10, "landuse=*", .land),
    area(10, "leisure=*", .land),
    area(10, "amenity=*", .land),
    area(10, "layer=landuse|landcover|land|sites", .land),
    area(11, "highway=*", .land),
    Entry(match: "geometry=point & natural=tree", order: 15, drawing: .points(.pitch, radius: 2.2)),
  ]

  private static let lineEntries: [Entry] = [
    line(40, "highway=* & tunnel=*", .tunnel, width: 4),
    line(40, "railway=* & tunnel=*", .tunnel, width: 2),
    line(40, "layer=road|transportation & brunnel=tunnel", .tunnel, width: 4),
    line(40, "layer=roads & is_tunnel=true", .tunnel, width: 4),
    line(40, "layer=streets & tunnel=true", .tunnel, width: 4),
    line(78, "highway=motorway|trunk", .motorway, width: 14, isCased: true),
    line(78, tiles + "motorway|trunk", .motorway, width: 14, isCased: true),
    line(76, "highway=primary|secondary|tertiary", .major, width: 12, isCased: true),
    line(76, tiles + "primary|secondary|tertiary|main", .major, width: 12, isCased: true),
    line(
      75, "highway=motorway_link|trunk_link|primary_link|secondary_link|tertiary_link", .major, width: 7, isCased: true
    ),
    line(75, tiles + "motorway_link|link|trunk_link", .major, width: 7, isCased: true),
    line(70, "highway=footway|path|steps|cycleway|bridleway|track|via_ferrata", .path, width: 1.5),
    line(70, tiles + "path|track", .path, width: 1.5),
    line(71, "highway=service|pedestrian|living_street|busway", .street, width: 3.5, isCased: true),
    line(71, tiles + "service|pedestrian", .street, width: 3.5, isCased: true),
    rail("railway=*"),
    rail("layer=roads|streets & kind=rail|light_rail|subway|tram|narrow_gauge"),
    line(78, "layer=roads & kind=highway", .motorway, width: 14, isCased: true),
    line(78, "layer=streets & kind=motorway|trunk", .motorway, width: 14, isCased: true),
    line(76, "layer=roads & kind=major_road", .major, width: 12, isCased: true),
    line(76, "layer=streets & kind=primary|secondary|tertiary", .major, width: 12, isCased: true),
    line(70, "layer=roads|streets & kind=path|footway|steps|cycleway|track", .path, width: 1.5),
    line(71, "layer=roads|streets & kind=service|pedestrian|living_street", .street, width: 3.5, isCased: true),
    line(74, "layer=roads|streets", .street, width: 6, isCased: true),
    line(22, "layer=water|water_lines & kind=river|canal", .water, width: 8),
    line(21, "layer=water|water_lines|physical_line", .water, width: 2),
    rail(tiles + "rail|major_rail|minor_rail|transit"),
    line(74, "highway=*", .street, width: 6, isCased: true),
    line(74, "layer=road|transportation", .street, width: 6, isCased: true),
    line(22, "waterway=river|canal", .water, width: 8),
    line(22, "layer=waterway & class=river|canal", .water, width: 8),
    line(21, "waterway=*", .water, width: 2),
    line(21, "layer=waterway", .water, width: 2),
    line(30, "man_made=pier|breakwater|groyne", .pier, width: 4),
  ]
}
