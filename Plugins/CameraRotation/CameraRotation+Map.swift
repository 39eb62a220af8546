import StageKit

/// The looks that the stage brings along.
enum MapLook: String, CaseIterable, Sendable { case dark, light }

/// The looks of a map from a file.
enum FileMapLook: String, CaseIterable, Sendable {
  case dark, light
  /// Only what the job's own rules say.
  case none
}

extension CameraRotation {
  private static let seed = Parameter.integer(
    "seed", "Which city it is.", default: 7, in: 0...9_007_199_254_740_991)
  private static let cityLook = Parameter.choice("style", "Its colors.", default: MapLook.dark)
  private static let origin = Parameter.coordinate(
    "origin", "Where the city's center lies.", default: Coordinate(longitude: 0, latitude: 0))

  static let file = Parameter.file("file", "Features as RFC 7946 has them.", extensions: ["geojson", "json"])
  private static let fileLook = Parameter.choice(
    "style", "What features look like that none of the rules is for.", default: FileMapLook.dark)
  private static let background = Parameter.color(
    "background", "What lies below everything; without it, the style's."
  ).optional
  private static let edge = Parameter<Double>.number(
    "edge",
    "How far inward the map fades along the edges of its bounding box; without it, a tenth of its shorter side.",
    .nonnegative(.meters)
  ).optional

  static let map = Parameter.variant(
    "map", "What the camera flies over.", default: "city",
    [
      ParameterSchema.Variant("city", "A made-up city.", [seed, cityLook, origin, buildings]),
      ParameterSchema.Variant(
        "geojson", "Features from a file.", [file, fileLook, MapRule.list, background, edge, buildings]),
      ParameterSchema.Variant("none", "Nothing is drawn; the camera serves other stages.", []),
    ])

  static func makeMap(
    _ choice: ChosenVariant, _ sun: Sun, _ context: any StageContext
  ) throws -> (map: GroundMap, buildings: BuildingChoice)? {
    guard choice.name != "none" else { return nil }
    let fields = choice.parameters
    let standing = makeBuildings(fields[buildings])
    var map =
      choice.name == "city"
      ? try makeCity(fields, standing, sun, context) : try makeFileMap(fields, standing, sun, context)
    if let models = map.buildings {
      map.buildings?.looks = models.looks.map { look in
        BuildingModels.Look(
          roof: standing.roof ?? look.roof, wall: standing.wall ?? (standing.roof == nil ? look.wall : nil))
      }
    }
    return (map, standing)
  }

  private static func makeCity(
    _ fields: Parameters, _ standing: BuildingChoice, _ sun: Sun, _ context: any StageContext
  ) throws -> GroundMap {
    let (number, look, place) = (fields[seed], fields[cityLook], fields[origin])
    let key = Digest { hasher in
      hasher.combine("camera-rotation city 2")
      standing.digestForm(sun, into: &hasher)
      hasher.combine(number)
      hasher.combine(look.rawValue)
      hasher.combine(place)
    }
    return try context.stored(key) {
      City(seed: UInt64(clamping: number)).map(
        around: place, palette: look == .dark ? .dark : .light,
        buildings: standing.form == .solid ? (standing.heights, sun) : nil)
    }
  }

  private static func makeFileMap(
    _ fields: Parameters, _ standing: BuildingChoice, _ sun: Sun, _ context: any StageContext
  ) throws -> GroundMap {
    let rules = try fields[MapRule.list].map { try MapRule($0) }
    var style =
      switch fields[fileLook] {
      case .dark: MapStyle(.dark)
      case .light: MapStyle(.light)
      case .none: MapStyle(background: context.composition.background)
      }
    style.rules.insert(contentsOf: rules, at: 0)
    if let color = fields[background] { style.background = color }
    let reference = fields[file]
    let bytes = try context.bytes(of: reference)
    let key = Digest { hasher in
      hasher.combine("camera-rotation geojson 2")
      standing.digestForm(sun, into: &hasher)
      hasher.combine(bytes: bytes.span)
      hasher.combine(style)
      hasher.combine(fields[edge] ?? -1)
    }
    return try context.stored(key) {
      let features = try parse(bytes, reference, at: fields.location(of: file))
      guard
        let map = GroundMap(
          features, style: style, edge: fields[edge],
          buildings: standing.form == .solid ? (standing.heights, sun) : nil)
      else {
        throw StageError("'\(reference.literal)' has no lines or areas", parameter: fields.location(of: file))
      }
      return map
    }
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
