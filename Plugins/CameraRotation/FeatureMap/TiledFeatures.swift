import StageKit

/// The features of the tiles that a film needs: as fine as any of its frames shows them, and the same in all frames, so that
/// nothing pops.
struct TiledFeatures {
  /// The largest number of tiles of a film.
  static let maxTiles = 600
  /// The side of a tile in points, as styles of web maps expect it; one that would be larger by more than a half takes four of
  /// the next zoom.
  private static let side = 512
  private static let finest = 1.5
  /// Tiles of so many zooms lie in a patch.
  private static let patchZooms = 2

  static let world = GeoJSON.BoundingBox(
    southWest: Coordinate(longitude: -180, latitude: -WebMercatorPlane.maximumLatitude),
    northEast: Coordinate(longitude: 180, latitude: WebMercatorPlane.maximumLatitude))

  /// Its box is all that the file covers.
  let collection: GeoJSON.FeatureCollection
  /// For each feature the patch of the ground, of some tiles, in which it is drawn.
  let patches: [Int]
  /// The place that the camera comes nearest to, where meters of the map's plane are meters of the ground.
  let origin: Coordinate
  /// True where the camera could see finer tiles, which would be too many.
  let isCoarser: Bool

  /// What the patches of features follow from is in the digest of the features.
  var digest: Digest { collection.digest }

  /// Reads the tiles for the cameras of a film, of which each sees nothing from `reach` times its distance on.
  ///
  /// Where a tile is missing, the part of the next coarser one that lies there takes its place. Throws `StageError` where there is
  /// none at all, or a tile is damaged.
  init(_ tiles: MapTiles, from cameras: [Camera], reach: Double, on plane: WebMercatorPlane) throws {
    let plan = TilePlan(tiles.zooms, in: tiles.bounds, from: cameras, reach: reach, maxTiles: Self.maxTiles)
    guard plan.places(side: Self.side, limit: .infinity) != nil else {
      throw StageError(
        "the file has no zoom below \(tiles.zooms.lowerBound), and the camera sees more than \(Self.maxTiles) of its tiles",
        hint: "Give the map's 'reach', use a file with lower zooms, or look from nearer.")
    }
    let (places, limit) = plan.finestPlaces(side: Self.side, finest: Self.finest)
    isCoarser = limit > Self.finest
    var features: [GeoJSON.Feature] = []
    var patches: [Int] = []
    var known: [TilePlan.Place: Int] = [:]
    var coarse: [TilePlan.Place: [GeoJSON.Feature]?] = [:]
    for place in places {
      var found = try tiles.features(zoom: place.zoom, column: place.column, row: place.row)
      for zoom in stride(from: place.zoom - 1, through: tiles.zooms.lowerBound, by: -1) where found == nil {
        let outer = place.ancestor(atZoom: zoom)
        let all = try coarse[outer] ?? tiles.features(zoom: zoom, column: outer.column, row: outer.row)
        coarse[outer] = .some(all)
        let box = place.box
        found = all.map { $0.compactMap { $0.clipped(to: box) } }
      }
      guard let found else { continue }
      let patch = known.count
      let number = known[place.ancestor(atZoom: max(place.zoom - Self.patchZooms, 0)), default: patch]
      known[place.ancestor(atZoom: max(place.zoom - Self.patchZooms, 0))] = number
      features += found
      patches += Array(repeating: number, count: found.count)
    }
    if features.isEmpty {
      throw StageError("the file has no tiles where the camera looks", hint: "Set the stage's 'center'.")
    }
    self.patches = patches
    collection = GeoJSON.FeatureCollection(
      features: features, boundingBox: tiles.bounds ?? Self.world, attribution: tiles.attribution)
    origin = cameras.min { $0.distance < $1.distance }.map { plane.coordinate($0.center) } ?? plane.origin
  }
}

extension TilePlan.Place {
  /// The tile of a lower zoom that it lies in.
  func ancestor(atZoom zoom: Int) -> TilePlan.Place {
    TilePlan.Place(zoom: zoom, column: column >> (self.zoom - zoom), row: row >> (self.zoom - zoom))
  }

  /// Its area of the world.
  var box: GeoJSON.BoundingBox {
    GeoJSON.BoundingBox(
      southWest: Imagery.plane.coordinate(Point(rect.minX, rect.maxY)),
      northEast: Imagery.plane.coordinate(Point(rect.maxX, rect.minY)))
  }
}
