import StageKit

/// The looks of a map.
enum MapLook: String, CaseIterable, Sendable { case dark, light, dusk, paper, blueprint, relief, brand }

/// The looks of a map from a file.
enum FileMapLook: String, CaseIterable, Sendable {
  case dark, light, dusk, paper, blueprint, relief, brand
  /// Only what the job's own rules say.
  case none
}

extension CameraRotation {
  private static let seed = ParameterKey.integer(
    "seed", "Which city it is.", default: 7, .range(0...9_007_199_254_740_991))
  private static let cityLook = ParameterKey.choice("style", "Its colors.", default: MapLook.dark)
  private static let origin = ParameterKey.coordinate(
    "origin", "Where the city's center lies.", default: Coordinate(longitude: 0, latitude: 0))

  static let file = ParameterKey.file("file", "Features as RFC 7946 has them.", extensions: ["geojson", "json"])
  private static let fileLook = ParameterKey.choice(
    "style", "What features look like that none of the rules is for.", default: FileMapLook.dark)
  private static let edge = ParameterKey<Double>.number(
    "edge",
    "How far inward the map fades along the edges of its bounding box; without it, a tenth of its shorter side.",
    .nonnegative(.meters)
  ).optional

  private static let tileFile = ParameterKey.file(
    "file", "PMTiles or MBTiles with layers as Protomaps, OpenMapTiles or Shortbread name them.",
    extensions: ["pmtiles", "mbtiles"])
  private static let extractFile = ParameterKey.file(
    "file", "An extract of OpenStreetMap in its PBF format.", extensions: ["pbf"])
  private static let tileReach = ParameterKey.number(
    "reach", "How far from the stage's center, or the middle of the file, the map goes.", default: 4000,
    .positive(.meters))

  static let map = ParameterKey.variant(
    "map", "What the camera flies over.", default: "city",
    [
      ParameterSchema.Variant("city", "A made-up city.", [seed, cityLook, colors, origin, buildings, labels]),
      ParameterSchema.Variant(
        "geojson", "Features from a file.", [file, fileLook, colors, MapRule.list, edge, buildings, labels, elevation]),
      ParameterSchema.Variant(
        "tiles", "Features from a file of vector tiles.",
        [tileFile, tileReach, fileLook, colors, MapRule.list, edge, buildings, labels, elevation]),
      ParameterSchema.Variant(
        "osm", "Features from an extract of OpenStreetMap.",
        [extractFile, tileReach, fileLook, colors, MapRule.list, edge, buildings, labels, elevation]),
      ParameterSchema.Variant("none", "Nothing is drawn; the camera serves other stages.", []),
    ])

  /// A map, what its buildings look like, and the palette that it is in.
  struct MadeMap {
    var map: GroundMap
    var buildings: BuildingChoice
    var palette: MapPalette
    var labels: LabelChoice?
  }

  static func makeMap(
    _ choice: ChosenVariant, around center: Coordinate?, _ sun: Sun, _ context: any StageContext
  ) throws -> MadeMap? {
    let fields = choice.parameters
    switch choice.name {
    case "city": return try makeCity(fields, sun, context)
    case "geojson":
      let reference = fields[file]
      let bytes = try context.bytes(of: reference)
      return try makeFileMap(fields, reference, Digest { $0.combine(bytes: bytes.span) }, sun, context) {
        try parse(bytes, reference, at: fields.location(of: file))
      }
    case "tiles", "osm":
      let file = choice.name == "osm" ? extractFile : tileFile
      let reference = fields[file]
      let features: GeoJSON.FeatureCollection
      do {
        features = try context.mapFeatures(reference, around: center, reach: fields[tileReach])
      } catch let error as StageError {
        throw StageError(error.message, parameter: fields.location(of: file), hint: error.hint)
      }
      return try makeFileMap(fields, reference, features.digest, sun, context) { features }
    default: return nil
    }
  }

  private static func makeCity(_ fields: ParameterValues, _ sun: Sun, _ context: any StageContext) throws -> MadeMap {
    let (number, place, standing) = (fields[seed], fields[origin], makeBuildings(fields[buildings]))
    let look = FileMapLook(rawValue: fields[cityLook].rawValue) ?? .dark
    let palette = palette(look, fields, on: context.composition.background)
    let key = Digest { hasher in
      hasher.combine("camera-rotation city 6")
      standing.digestForm(sun, into: &hasher)
      hasher.combine(number)
      palette.digest(into: &hasher)
      hasher.combine(place)
    }
    let map = try context.stored(key) {
      City(seed: UInt64(clamping: number)).map(
        around: place, seed: UInt64(clamping: number), palette: palette,
        buildings: standing.form == .solid ? (standing.heights, sun) : nil)
    }
    return MadeMap(map: map, buildings: standing, palette: palette, labels: fields[labels].map(makeLabels))
  }

  /// - Parameter source: Of what the features follow from.
  private static func makeFileMap(
    _ fields: ParameterValues, _ reference: FileReference, _ source: Digest, _ sun: Sun, _ context: any StageContext,
    _ features: () throws -> GeoJSON.FeatureCollection
  ) throws -> MadeMap {
    let standing = makeBuildings(fields[buildings])
    let palette = palette(fields[fileLook], fields, on: context.composition.background)
    var style = MapStyle(palette, hasRules: fields[fileLook] != .none)
    style.rules.insert(contentsOf: try fields[MapRule.list].map { try MapRule($0) }, at: 0)
    let relief = try fields[elevation].map { try makeRelief($0, sun, isTinted: fields[fileLook] == .relief, context) }
    let key = Digest { hasher in
      hasher.combine("camera-rotation geojson 8")
      if let relief { hasher.combine(relief.digest) }
      hasher.combine(context.composition.locale)
      standing.digestForm(sun, into: &hasher)
      hasher.combine(source)
      hasher.combine(style)
      hasher.combine(fields[edge] ?? -1)
    }
    let map = try context.stored(key) {
      guard
        let map = GroundMap(
          try features(), style: style, edge: fields[edge],
          buildings: standing.form == .solid ? (standing.heights, sun) : nil, relief: relief,
          locale: context.composition.locale)
      else {
        throw StageError(
          "'\(reference.literal)' has no lines or areas", parameter: fields.location(of: file))
      }
      return map
    }
    for note in map.notes { context.warn("\(reference.literal): \(note)") }
    return MadeMap(map: map, buildings: standing, palette: palette, labels: fields[labels].map(makeLabels))
  }

  private static func parse(
    _ bytes: [UInt8], _ reference: FileReference, at location: String
  ) throws -> GeoJSON.FeatureCollection {
    do {
      return try GeoJSON.parse(bytes)
    } catch {
      throw StageError("\(reference.literal):\(error)", parameter: location)
    }
  }
}
