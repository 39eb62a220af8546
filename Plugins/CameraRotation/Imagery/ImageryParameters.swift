import StageKit

/// The places of the rows of a picture of the ground.
enum PictureProjection: String, CaseIterable, ParameterChoice {
  case mercator
  case equirectangular

  var summary: String {
    switch self {
    case .mercator: "As web maps do."
    case .equirectangular: "By equal degrees, as pictures of the whole world with sides of 2 : 1 do."
    }
  }
}

/// Pictures of the ground, as parameters.
struct ImageryParameters: ParameterGroup {
  @Parameter(
    "PMTiles or MBTiles whose tiles are pictures; one tile of folders by zoom, column and row, such as "
      + "'satellite/12/2132/1493.jpg'; or a single picture, with 'bounds'.",
    as: .file(extensions: ["pmtiles", "mbtiles"] + FileReference.pictureEndings))
  var file: FileReference
  @Parameter("The southwestern and the northeastern corner of a single picture.") var bounds: [Coordinate] = []
  @Parameter("The projection of a single picture.") var projection = PictureProjection.mercator
  @Parameter("The opacity over the style's background.", .fraction) var opacity = 1.0

  /// The pictures for the cameras of a film; from `reach` times its distance on, a camera sees nothing.
  func imagery(
    from cameras: [Camera], reach: Double, on raised: RaisedGround?, _ context: any StageContext
  ) throws -> (imagery: Imagery, attribution: String?) {
    do {
      if let box = try box {
        return (Imagery(try context.image(file), in: box, projection, opacity: opacity, reach: reach), nil)
      }
      let tiles = try context.imagery(file)
      return (
        try Imagery(tiles, of: $file, from: cameras, opacity: opacity, reach: reach, on: raised, context),
        tiles.attribution
      )
    } catch let error as StageError {
      throw StageError(error.message, parameter: error.parameter ?? $file.location, hint: error.hint)
    }
  }

  /// The area of a single picture; nil for tiles.
  var box: GeoJSON.BoundingBox? {
    get throws {
      guard !bounds.isEmpty else {
        if projection != .mercator {
          throw StageError(
            "it has no effect without 'bounds'", parameter: $projection.location, hint: "Add 'bounds', or remove it.")
        }
        return nil
      }
      guard bounds.count == 2, bounds[0].latitude < bounds[1].latitude, bounds[0].longitude != bounds[1].longitude
      else {
        throw StageError(
          "expected two corners, the southwestern one first", parameter: $bounds.location,
          hint: "Write them as in [[7.40, 43.72], [7.45, 43.76]].")
      }
      // Across the 180th meridian, longitudes count on.
      var northEast = bounds[1]
      if northEast.longitude < bounds[0].longitude { northEast.longitude += 360 }
      return GeoJSON.BoundingBox(southWest: bounds[0], northEast: northEast)
    }
  }

  /// The area that the pictures cover, and the place that a camera looks at where a job names none.
  func extent(_ context: any StageContext) throws -> (box: GeoJSON.BoundingBox, center: Coordinate) {
    let imagery = try box == nil ? context.imagery(file) : nil
    let limit = WebMercatorPlane.maximumLatitude
    var box =
      try box ?? imagery?.bounds
      ?? GeoJSON.BoundingBox(
        southWest: Coordinate(longitude: -180, latitude: -limit), northEast: Coordinate(longitude: 180, latitude: limit)
      )
    if box.northEast.longitude < box.southWest.longitude { box.northEast.longitude += 360 }
    return (box, imagery?.center ?? box.middle)
  }
}

/// A map of pictures alone, as parameters.
struct ImageryMapParameters: ParameterGroup {
  @Include var pictures: ImageryParameters
  @Parameter("The style of what is around the pictures, of the haze and of text.") var style = FileMapLook.dark
  @Parameter("Shades the ground by how it rises, and lets it rise where it says so.") var elevation: ReliefParameters?
}

extension Imagery {
  /// A single picture of an area.
  init(_ picture: Image, in box: GeoJSON.BoundingBox, _ projection: PictureProjection, opacity: Double, reach: Double) {
    let pieces =
      switch projection {
      case .mercator: [Piece(picture, Self.rect(box))]
      case .equirectangular: Self.strips(of: picture, in: box)
      }
    self.init(pieces, opacity: opacity, reach: reach)
  }

  /// Strips of a degree at most, each of which is stretched evenly: at 60° that is off by a thousandth of its height.
  private static func strips(of picture: Image, in box: GeoJSON.BoundingBox) -> [Piece] {
    let (north, south) = (box.northEast.latitude, box.southWest.latitude)
    let limit = WebMercatorPlane.maximumLatitude
    let (top, bottom) = (min(north, limit), max(south, -limit))
    let count = min(max(Int((top - bottom).rounded(.up)), 1), 180)
    let latitudes = (0...count).map { top - (top - bottom) * Double($0) / Double(count) }
    func row(_ latitude: Double) -> Double { (north - latitude) / (north - south) * Double(picture.height) }
    return zip(latitudes, latitudes.dropFirst()).map { upper, lower in
      let place = rect(
        GeoJSON.BoundingBox(
          southWest: Coordinate(longitude: box.southWest.longitude, latitude: lower),
          northEast: Coordinate(longitude: box.northEast.longitude, latitude: upper)))
      return Piece(
        picture, place,
        part: Rect(x: 0, y: row(upper), width: Double(picture.width), height: row(lower) - row(upper)))
    }
  }
}
