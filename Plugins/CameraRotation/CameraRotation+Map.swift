import StageKit

/// The looks of a map.
enum MapLook: String, CaseIterable, ParameterChoice { case dark, light, dusk, paper, blueprint, relief, brand }

/// The looks of a map from a file.
enum FileMapLook: String, CaseIterable, ParameterChoice {
  case dark, light, dusk, paper, blueprint, relief, brand
  /// Only what the job's own rules say.
  case none
}

/// A made-up city, as parameters.
struct CityParameters: ParameterGroup {
  @Parameter("The number of a city: each is another one.", .range(0...9_007_199_254_740_991)) var seed = 7
  @Parameter("Its colors.") var style = MapLook.dark
  @Parameter("Colors that take the place of the style's.") var colors: ColorParameters
  @Parameter("The place of the city's center.") var origin: Coordinate = Coordinate(longitude: 0, latitude: 0)
  @Parameter("The style of buildings.") var buildings: BuildingParameters
  @Parameter() var labels: LabelParameters?
}

/// The look of a map from a file, as parameters.
struct FileMapParameters: ParameterGroup {
  @Parameter("The style of features that none of the rules is for.") var style = FileMapLook.dark
  @Parameter("Colors that take the place of the style's.") var colors: ColorParameters
  @Parameter(
    "The style of features; the first rule that is for a feature counts, then the style's. One without colors hides "
      + "its features.")
  var rules: [RuleParameters] = []
  @Parameter(
    "The width in which the map fades along the edges of its bounding box; without it, a tenth of its shorter side, and for tiles "
      + "without 'reach' 400 m at most.",
    .nonnegative(.meters))
  var edge: Double?
  @Parameter("The style of buildings.") var buildings: BuildingParameters
  @Parameter() var labels: LabelParameters?
  @Parameter(
    "Shades the ground by how it rises, and lets it rise where it says so; the style 'relief' has colors by height, too."
  )
  var elevation: ReliefParameters?
  @Parameter(
    "Pictures of the ground below the features; the style then draws lines and buildings alone, and areas where rules do."
  )
  var imagery: ImageryParameters?
}

/// A map of GeoJSON features, as parameters.
struct GeoJSONParameters: ParameterGroup {
  @Parameter("Features as RFC 7946 has them.", as: .file(extensions: ["geojson", "json"])) var file: FileReference
  @Include var look: FileMapParameters
}

/// A map of vector tiles, as parameters.
struct TileParameters: ParameterGroup {
  @Parameter(
    "PMTiles or MBTiles with layers as Protomaps, OpenMapTiles or Shortbread name them.",
    as: .file(extensions: ["pmtiles", "mbtiles"]))
  var file: FileReference
  @Parameter(
    "The distance that the map reaches from the stage's center, or the middle of the file; without it, the map goes as far as "
      + "the camera sees on its way, everywhere at the detail that the closest view of the place needs.",
    .positive(.meters))
  var reach: Double?
  @Include var look: FileMapParameters
}

/// A map of an extract of OpenStreetMap, as parameters.
struct ExtractParameters: ParameterGroup {
  @Parameter("An extract of OpenStreetMap in its PBF format.", as: .file(extensions: ["pbf"])) var file: FileReference
  @Parameter(
    "The distance that the map reaches from the stage's center, or the middle of the file.", .positive(.meters))
  var reach = 4000.0
  @Include var look: FileMapParameters
}

/// The map that a camera flies over.
enum MapSource: ParameterVariant {
  case city(CityParameters)
  case geojson(GeoJSONParameters)
  case tiles(TileParameters)
  case osm(ExtractParameters)
  case imagery(ImageryMapParameters)
  case none

  static let alternatives: [Alternative<MapSource>] = [
    .init("city", "A made-up city.", MapSource.city),
    .init("geojson", "Features from a file.", MapSource.geojson),
    .init("tiles", "Features from a file of vector tiles.", MapSource.tiles),
    .init("osm", "Features from an extract of OpenStreetMap.", MapSource.osm),
    .init("imagery", "Pictures of the ground alone, such as those of satellites.", MapSource.imagery),
    .init("none", "Nothing is drawn; the camera serves other stages.") { (_: NoParameters) in .none },
  ]

  static var placeholder: MapSource { .none }

  /// The heights of its ground; nil where none are given.
  var elevation: ReliefParameters? {
    switch self {
    case .geojson(let map): map.look.elevation
    case .tiles(let map): map.look.elevation
    case .osm(let map): map.look.elevation
    case .imagery(let map): map.elevation
    case .city, .none: nil
    }
  }
}

extension CameraRotation {
  /// A map, what its buildings look like, and the palette and the light that it is in.
  struct MadeMap {
    var map: GroundMap
    var buildings: BuildingChoice
    var palette: MapPalette
    var sun: Sun
    var labels: LabelChoice?
    /// The pictures below the map's features.
    var imagery: ImageryParameters?
    /// The plane on which the map's tiles were chosen; nil for any.
    var plane: WebMercatorPlane?
    /// The relief of ground that rises, which lies on all of it; a map on level ground has its own.
    var relief: Relief?
  }

  static func makeMap(_ parameters: Parameters, _ context: any StageContext) throws -> MadeMap? {
    let center = parameters.center
    let looked = try center ?? parameters.start.center ?? context.value(of: parameters.centerInput, at: 0)
    /// The sun over the place that the camera first looks at, else over the middle of the map.
    func sun(_ middle: () throws -> Coordinate) throws -> Sun { try parameters.sun.sun { try looked ?? middle() } }
    switch parameters.map {
    case .none: return nil
    case .city(let city): return try makeCity(city, try sun { city.origin }, context)
    case .geojson(let map):
      let bytes = try context.bytes(of: map.file)
      func features() throws -> GeoJSON.FeatureCollection { try parse(bytes, map.file, at: map.$file.location) }
      return try makeFileMap(
        map.look, of: map.$file, source: Digest { $0.combine(bytes: bytes.span) },
        sun: try sun { try middle(of: features()) }, in: context
      ) { PatchedFeatures(try features()) }
    case .tiles(let map):
      guard let reach = map.reach else { return try makeMap(of: map, parameters, sun, context) }
      return try makeMap(map.look, map.$file, around: center, reach, sun, context)
    case .osm(let map): return try makeMap(map.look, map.$file, around: center, map.reach, sun, context)
    case .imagery(let map): return try makeMap(of: map, sun, context)
    }
  }

  /// A map of pictures without features.
  private static func makeMap(
    of map: ImageryMapParameters, _ sun: (() throws -> Coordinate) throws -> Sun, _ context: any StageContext
  ) throws -> MadeMap {
    let (box, middle): (GeoJSON.BoundingBox, Coordinate)
    do {
      (box, middle) = try map.pictures.extent(context)
    } catch let error as StageError {
      throw StageError(error.message, parameter: error.parameter ?? map.pictures.$file.location, hint: error.hint)
    }
    let palette = ColorParameters().palette(map.style, on: context.composition.background)
    let ground = WebMercatorPlane(origin: middle)
    let (low, high) = (ground.continuedPoint(box.southWest), ground.continuedPoint(box.northEast))
    let extent = Rect(x: low.x, y: high.y, width: high.x - low.x, height: low.y - high.y)
    let light = try sun { middle }
    let relief = try map.elevation?.relief(light, water: nil, context)
    let isRaised = map.elevation?.ground == .raised
    let layers = relief.flatMap { isRaised ? nil : $0.layers(in: $0.covered(of: extent, on: ground), on: ground) }
    var made = MadeMap(
      map: GroundMap(
        ground: ground, background: palette[.background], foreground: palette[.text],
        layers: layers.map { [$0.shading] } ?? [], extent: extent),
      buildings: BuildingParameters().choice, palette: palette, sun: light, imagery: map.pictures)
    made.relief = isRaised ? relief : nil
    return made
  }

  private static func middle(of features: GeoJSON.FeatureCollection) -> Coordinate {
    GroundMap.box(around: features)?.middle ?? Coordinate(longitude: 0, latitude: 0)
  }

  /// A map of what lies around a center in a large file.
  private static func makeMap(
    _ look: FileMapParameters, _ file: Parameter<FileReference>, around center: Coordinate?, _ reach: Double,
    _ sun: (() throws -> Coordinate) throws -> Sun, _ context: any StageContext
  ) throws -> MadeMap {
    let features: GeoJSON.FeatureCollection
    do {
      features = try context.mapFeatures(file.wrappedValue, around: center, reach: reach)
    } catch let error as StageError {
      throw StageError(error.message, parameter: file.location, hint: error.hint)
    }
    return try makeFileMap(
      look, of: file, source: features.digest, sun: try sun { middle(of: features) }, in: context
    ) { PatchedFeatures(features) }
  }

  /// A map of the tiles that the camera sees on its way.
  private static func makeMap(
    of map: TileParameters, _ parameters: Parameters, _ sun: (() throws -> Coordinate) throws -> Sun,
    _ context: any StageContext
  ) throws -> MadeMap {
    do {
      let tiles = try context.mapTiles(map.file)
      let whole = tiles.bounds ?? TiledFeatures.world
      let plane = try ground(parameters, around: whole.middle, context)
      let raised = try map.look.elevation?.raised(on: plane, context)
      let cameras = try cameras(parameters, on: plane, raised: raised, context)
      let reach = parameters.haze.opacity >= 1 ? parameters.haze.end : .infinity
      let found = try TiledFeatures(
        tiles, named: map.file.literal, from: cameras, reach: reach, on: plane, raised: raised)
      if let remark = found.remark { context.warn(remark) }
      var made = try makeFileMap(
        map.look, of: map.$file, source: found.digest, sun: try sun { whole.middle }, in: context, found.read)
      made.plane = plane
      return made
    } catch let error as StageError {
      throw StageError(error.message, parameter: error.parameter ?? map.$file.location, hint: error.hint)
    }
  }

  private static func makeCity(_ city: CityParameters, _ sun: Sun, _ context: any StageContext) throws -> MadeMap {
    let (number, place, standing) = (city.seed, city.origin, city.buildings.choice)
    let look = FileMapLook(rawValue: city.style.rawValue) ?? .dark
    let palette = city.colors.palette(look, on: context.composition.background)
    let key = Digest { hasher in
      hasher.combine("camera-rotation city 10")
      standing.digestForm(sun, into: &hasher)
      hasher.combine(number)
      palette.digest(into: &hasher)
      hasher.combine(place)
    }
    let map = try context.cachedOnDisk(key) {
      City(seed: UInt64(clamping: number)).map(
        around: place, seed: UInt64(clamping: number), palette: palette,
        buildings: standing.form == .solid ? (standing.heights, sun) : nil)
    }
    return MadeMap(map: map, buildings: standing, palette: palette, sun: sun, labels: city.labels?.choice)
  }

  /// - Parameter source: The digest of what the features follow from.
  private static func makeFileMap(
    _ look: FileMapParameters, of file: Parameter<FileReference>, source: Digest, sun: Sun,
    in context: any StageContext, _ features: () throws -> PatchedFeatures
  ) throws -> MadeMap {
    let reference = file.wrappedValue
    let standing = look.buildings.choice
    let palette = look.colors.palette(look.style, on: context.composition.background)
    var style = MapStyle(palette, hasRules: look.style != .none)
    if look.imagery != nil { style.rules.removeAll { $0.isGround } }
    style.rules.insert(contentsOf: look.rules.map { MapRule($0) }, at: 0)
    let isTinted = look.style == .relief && look.imagery == nil
    let relief = try look.elevation?.relief(sun, water: isTinted ? palette[.water] : nil, context)
    let isRaised = look.elevation?.ground == .raised
    let edge = look.edge
    let told = look.labels?.language ?? []
    let languages = told.isEmpty ? [context.composition.locale] : told
    // Everything that the map depends on must be in the key: stored maps outlive the program. The number is raised when
    // the same input gives another map.
    let key = Digest { hasher in
      hasher.combine("camera-rotation geojson 13")
      if let relief, !isRaised { hasher.combine(relief.digest) }
      hasher.combine(languages.count)
      for language in languages { hasher.combine(language) }
      standing.digestForm(sun, into: &hasher)
      hasher.combine(source)
      hasher.combine(style)
      hasher.combine(edge ?? -1)
    }
    var map = try context.cachedOnDisk(key) {
      guard
        let map = GroundMap(
          try features(), style: style, edge: edge,
          buildings: standing.form == .solid ? (standing.heights, sun) : nil, tagColors: standing.tagColors,
          relief: isRaised ? nil : relief, languages: languages)
      else {
        throw StageError("'\(reference.literal)' has no lines or areas", parameter: file.location)
      }
      return map
    }
    for note in map.notes { context.warn("\(reference.literal): \(note)") }
    // The fade at the border would cover the pictures beyond it.
    if look.imagery != nil { map.border = nil }
    var made = MadeMap(
      map: map, buildings: standing, palette: palette, sun: sun, labels: look.labels?.choice, imagery: look.imagery)
    made.relief = isRaised ? relief : nil
    return made
  }

  /// The features of a GeoJSON file; errors name the place in it, and the parameter at `location`.
  static func parse(
    _ bytes: [UInt8], _ reference: FileReference, at location: String
  ) throws -> GeoJSON.FeatureCollection {
    do {
      return try GeoJSON.parse(bytes)
    } catch {
      throw StageError("\(reference.literal):\(error)", parameter: location)
    }
  }
}
