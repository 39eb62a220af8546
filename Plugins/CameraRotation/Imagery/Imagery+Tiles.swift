import StageKit

extension Imagery {
  /// The largest number of tiles of a film.
  static let maxTiles = 1500

  /// The area of a box on the plane; boxes across the antimeridian are as wide as the world.
  static func rect(_ box: GeoJSON.BoundingBox) -> Rect {
    let half = plane.worldWidth / 2
    let crosses = box.southWest.longitude > box.northEast.longitude
    let (low, high) = (plane.continuedPoint(box.southWest), plane.continuedPoint(box.northEast))
    let (left, right) = crosses ? (-half, half) : (low.x, high.x)
    return Rect(x: left, y: high.y, width: right - left, height: low.y - high.y)
  }

  /// The area of the world of a rectangle of the plane.
  static func box(_ rect: Rect) -> GeoJSON.BoundingBox {
    GeoJSON.BoundingBox(
      southWest: plane.coordinate(Point(rect.minX, rect.maxY)), northEast: plane.coordinate(Point(rect.maxX, rect.minY))
    )
  }

  /// The tiles for the cameras of a film.
  ///
  /// Where a tile is missing, the one that it is a part of in the next lower zoom that has one is shown. Throws `StageError`
  /// where there is none at all.
  init(
    _ imagery: MapImagery, of file: Parameter<FileReference>, from cameras: [Camera], opacity: Double, reach: Double,
    on raised: RaisedGround?, _ context: any StageContext
  ) throws {
    let plan = TilePlan(
      of: file.wrappedValue.literal, imagery.zooms, in: imagery.bounds, from: cameras, reach: reach,
      on: raised, maxTiles: Self.maxTiles)
    let name = file.wrappedValue.literal
    let finest = 1 / context.composition.scale
    var pictures: [TilePlan.Place: Image?] = [:]
    func picture(_ place: TilePlan.Place) throws -> Image? {
      if let known = pictures[place] { return known }
      let picture = try imagery.tile(zoom: place.zoom, column: place.column, row: place.row)
      pictures[place] = .some(picture)
      return picture
    }
    var (chosen, limit) = try plan.finestPlaces(side: 256, finest: finest)
    // Tiles of other sides are known by the first one.
    if let side = try chosen.firstNonNil({ try picture($0)?.width }), side != 256 {
      (chosen, limit) = try plan.finestPlaces(side: side, finest: finest)
    }
    var pieces: [Piece] = []
    for place in chosen {
      // From the tile itself outward, until there is one.
      for zoom in stride(from: place.zoom, through: imagery.zooms.lowerBound, by: -1) {
        let shift = place.zoom - zoom
        let found = place.ancestor(atZoom: zoom)
        guard let picture = try picture(found) else { continue }
        let size = Size(Double(picture.width) / Double(1 << shift), Double(picture.height) / Double(1 << shift))
        let part = Rect(
          x: size.width * Double(place.column - found.column << shift),
          y: size.height * Double(place.row - found.row << shift), width: size.width, height: size.height)
        pieces.append(Piece(picture, place.rect, part: part))
        break
      }
    }
    if pieces.isEmpty { throw plan.emptyError }
    if limit > finest { context.warn(plan.coarserRemark) }
    let largest = (chosen.map(\.pixel).max() ?? 0) * context.composition.scale
    if largest > 3, limit == finest {
      context.warn(
        "the pixels of '\(name)' are up to \(Int(largest.rounded())) pixels of the video large: the camera comes nearer than its highest zoom, \(imagery.zooms.upperBound), is for"
      )
    }
    self.init(pieces, opacity: opacity, reach: reach)
  }
}

extension Sequence {
  /// The first value that is not nil.
  fileprivate func firstNonNil<Value>(_ value: (Element) throws -> Value?) rethrows -> Value? {
    for element in self { if let value = try value(element) { return value } }
    return nil
  }
}
