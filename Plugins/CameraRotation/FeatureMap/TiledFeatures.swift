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

  /// A tile that is shown, and the place that it is cut to where it stands for a finer one.
  private struct Shown {
    var tile: MapTiles.Tile
    var place: TilePlan.Place
    var isCut: Bool
  }

  private let tiles: MapTiles
  private let shown: [Shown]
  /// The place that the camera comes nearest to, where meters of the map's plane are meters of the ground.
  let origin: Coordinate
  /// The warning that the camera could see finer tiles, which would be too many; nil where it could not.
  let remark: String?

  /// Finds the tiles for the cameras of a film, of which each sees nothing from `reach` times its distance on.
  ///
  /// Where a tile is missing, the part of the next coarser one that lies there takes its place. Throws `StageError` where there is
  /// none at all, or the file is damaged.
  init(
    _ tiles: MapTiles, named name: String, from cameras: [Camera], reach: Double, on plane: WebMercatorPlane,
    raised: RaisedGround? = nil
  ) throws {
    let plan = TilePlan(
      of: name, tiles.zooms, in: tiles.bounds, from: cameras, reach: reach, on: raised, maxTiles: Self.maxTiles)
    let (places, limit) = try plan.finestPlaces(side: Self.side, finest: Self.finest)
    var known: [TilePlan.Place: MapTiles.Tile?] = [:]
    func tile(_ place: TilePlan.Place) throws -> MapTiles.Tile? {
      if let tile = known[place] { return tile }
      let tile = try tiles.tile(zoom: place.zoom, column: place.column, row: place.row)
      known[place] = .some(tile)
      return tile
    }
    shown = try places.compactMap { place in
      for zoom in stride(from: place.zoom, through: tiles.zooms.lowerBound, by: -1) {
        guard let tile = try tile(place.ancestor(atZoom: zoom)) else { continue }
        return Shown(tile: tile, place: place, isCut: zoom < place.zoom)
      }
      return nil
    }
    if shown.isEmpty { throw plan.emptyError }
    self.tiles = tiles
    remark = limit > Self.finest ? plan.coarserRemark : nil
    origin = cameras.min { $0.distance < $1.distance }.map { plane.coordinate($0.center) } ?? plane.origin
  }

  /// A digest of all that the features follow from.
  var digest: Digest {
    Digest { hasher in
      hasher.combine(origin)
      let box = tiles.bounds ?? Self.world
      hasher.combine(box.southWest)
      hasher.combine(box.northEast)
      hasher.combine(tiles.attribution ?? "")
      hasher.combine(shown.count)
      for shown in shown {
        for number in [shown.place.zoom, shown.place.column, shown.place.row, shown.isCut ? 1 : 0] {
          hasher.combine(number)
        }
        hasher.combine(shown.tile.digest)
      }
    }
  }

  /// Reads the features, whose box is all that the file covers. Throws `StageError` where a tile is damaged.
  func read() throws -> PatchedFeatures {
    var features: [GeoJSON.Feature] = []
    var patches: [Int] = []
    var numbers: [TilePlan.Place: Int] = [:]
    for shown in shown {
      var found = try shown.tile.features()
      if shown.isCut {
        let box = shown.place.box
        found = found.compactMap { $0.clipped(to: box) }
      }
      let patch = shown.place.ancestor(atZoom: max(shown.place.zoom - Self.patchZooms, 0))
      let number = numbers[patch] ?? numbers.count
      numbers[patch] = number
      features += found
      patches += Array(repeating: number, count: found.count)
    }
    return PatchedFeatures(
      GeoJSON.FeatureCollection(
        features: features, boundingBox: tiles.bounds ?? Self.world, attribution: tiles.attribution),
      patches: patches, origin: origin, shown: shownBox)
  }

  /// The area of all tiles that are shown.
  private var shownBox: GeoJSON.BoundingBox {
    let whole = shown.dropFirst().reduce(shown[0].place.rect) { $0.union($1.place.rect) }
    return Imagery.box(whole)
  }
}

/// Features, and the patches of the ground in which they are drawn, so that those out of view can be left out.
struct PatchedFeatures {
  let collection: GeoJSON.FeatureCollection
  /// The patch of each feature; empty where all lie in one.
  let patches: [Int]
  /// The place where meters of the map's plane are meters of the ground; nil for the middle of the collection's box.
  let origin: Coordinate?
  /// The area that the film shows; nil for the collection's box.
  let shown: GeoJSON.BoundingBox?

  init(
    _ collection: GeoJSON.FeatureCollection, patches: [Int] = [], origin: Coordinate? = nil,
    shown: GeoJSON.BoundingBox? = nil
  ) {
    (self.collection, self.patches, self.origin, self.shown) = (collection, patches, origin, shown)
  }
}

extension TilePlan.Place {
  /// Its area of the world.
  var box: GeoJSON.BoundingBox { Imagery.box(rect) }
}
