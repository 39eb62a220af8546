import StageKit

/// The choice of the tiles that a film needs: as fine as any of its frames shows them, and the same in all frames, so that
/// nothing pops.
struct ImageryPlan {
  private let imagery: MapImagery
  private let views: [GroundView]
  /// Points on the canvas that a pixel of a tile takes at most.
  private let limit: Double
  private let bounds: Rect?

  /// The largest number of tiles of a film.
  static let maxTiles = 1500

  init(_ imagery: MapImagery, _ views: [GroundView], limit: Double) {
    (self.imagery, self.views, self.limit) = (imagery, views, limit)
    bounds = imagery.bounds.map(Imagery.rect)
  }

  /// The places of tiles, zoom by zoom, without reading any; nil for more than `maxTiles`.
  func places(side: Int) -> [Place]? {
    var found: [Place] = []
    var isTooMany = false
    func visit(_ place: Place, _ views: [GroundView]) {
      guard !isTooMany, bounds.map({ overlap($0, place.rect) }) ?? true else { return }
      var seen: [GroundView] = []
      var scale = 0.0
      for view in views {
        guard let own = view.scale(of: place.rect) else { continue }
        seen.append(view)
        scale = max(scale, own)
      }
      guard !seen.isEmpty else { return }
      let pixel = place.rect.width / Double(side) * scale
      if place.zoom < imagery.zooms.lowerBound || place.zoom < imagery.zooms.upperBound && pixel > limit {
        for child in place.children { visit(child, seen) }
        return
      }
      found.append(Place(zoom: place.zoom, column: place.column, row: place.row, pixel: pixel))
      isTooMany = found.count > Self.maxTiles
    }
    func overlap(_ a: Rect, _ b: Rect) -> Bool {
      a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY
    }
    visit(Place(zoom: 0, column: 0, row: 0), views)
    return isTooMany ? nil : found.sorted()
  }

  /// A tile, and the points that one of its pixels takes where it is nearest to the camera.
  struct Place: Hashable, Comparable {
    var zoom: Int
    var column: Int
    var row: Int
    var pixel = 0.0

    static func == (a: Place, b: Place) -> Bool { (a.zoom, a.row, a.column) == (b.zoom, b.row, b.column) }

    func hash(into hasher: inout Hasher) {
      hasher.combine(zoom)
      hasher.combine(column)
      hasher.combine(row)
    }

    var children: [Place] {
      [(0, 0), (1, 0), (0, 1), (1, 1)].map { Place(zoom: zoom + 1, column: 2 * column + $0, row: 2 * row + $1) }
    }

    /// On the plane of `Imagery`.
    var rect: Rect {
      let world = Imagery.plane.worldWidth
      let side = world / Double(1 << zoom)
      return Rect(x: Double(column) * side - world / 2, y: Double(row) * side - world / 2, width: side, height: side)
    }

    static func < (a: Place, b: Place) -> Bool { (a.zoom, a.row, a.column) < (b.zoom, b.row, b.column) }
  }
}

extension Imagery {
  /// The area of a box on the plane; boxes across the antimeridian are as wide as the world.
  static func rect(_ box: GeoJSON.BoundingBox) -> Rect {
    let half = plane.worldWidth / 2
    let crosses = box.southWest.longitude > box.northEast.longitude
    let (low, high) = (plane.continuedPoint(box.southWest), plane.continuedPoint(box.northEast))
    let (left, right) = crosses ? (-half, half) : (low.x, high.x)
    return Rect(x: left, y: high.y, width: right - left, height: low.y - high.y)
  }

  /// The tiles for the cameras of a film.
  ///
  /// Where a tile is missing, the one that it is a part of in the next lower zoom that has one is shown. Throws `StageError`
  /// where there is none at all.
  init(
    _ imagery: MapImagery, of file: Parameter<FileReference>, from cameras: [Camera], opacity: Double, reach: Double,
    _ context: any StageContext
  ) throws {
    let world = Rect(
      x: -Self.plane.worldWidth / 2, y: -Self.plane.worldWidth / 2, width: Self.plane.worldWidth,
      height: Self.plane.worldWidth)
    // Between two of these instants the camera may go somewhat farther.
    let views = cameras.flatMap { camera in
      camera.transforms(from: Self.plane, bounds: world).map {
        GroundView(
          camera, $0, margin: max(camera.canvas.width, camera.canvas.height) * 0.05, reach: reach * camera.distance)
      }
    }
    func failure(_ message: String, hint: String? = nil) -> StageError {
      StageError(message, parameter: file.location, hint: hint)
    }
    let name = file.wrappedValue.literal
    guard ImageryPlan(imagery, views, limit: .infinity).places(side: 256) != nil else {
      throw failure(
        "'\(name)' has no zoom below \(imagery.zooms.lowerBound), and the camera sees more than \(ImageryPlan.maxTiles) of its tiles",
        hint: "Use a file with lower zooms, or look from nearer.")
    }
    let finest = 1 / context.composition.scale
    var pictures: [ImageryPlan.Place: Image?] = [:]
    func picture(_ place: ImageryPlan.Place) throws -> Image? {
      if let known = pictures[place] { return known }
      let picture = try imagery.tile(zoom: place.zoom, column: place.column, row: place.row)
      pictures[place] = .some(picture)
      return picture
    }
    var limit = finest
    /// The finest tiles that are not too many.
    func places(side: Int) -> [ImageryPlan.Place] {
      while true {
        if let places = ImageryPlan(imagery, views, limit: limit).places(side: side) { return places }
        limit *= 1.25
      }
    }
    var chosen = places(side: 256)
    // Tiles of other sides are known by the first one.
    if let side = try chosen.firstNonNil({ try picture($0)?.width }), side != 256 {
      limit = finest
      chosen = places(side: side)
    }
    var pieces: [Piece] = []
    for place in chosen {
      // From the tile itself outward, until there is one.
      for zoom in stride(from: place.zoom, through: imagery.zooms.lowerBound, by: -1) {
        let shift = place.zoom - zoom
        let found = ImageryPlan.Place(zoom: zoom, column: place.column >> shift, row: place.row >> shift)
        guard let picture = try picture(found) else { continue }
        let size = Size(Double(picture.width) / Double(1 << shift), Double(picture.height) / Double(1 << shift))
        let part = Rect(
          x: size.width * Double(place.column - found.column << shift),
          y: size.height * Double(place.row - found.row << shift), width: size.width, height: size.height)
        pieces.append(Piece(picture, place.rect, part: part))
        break
      }
    }
    if pieces.isEmpty {
      throw failure("'\(name)' has no tiles where the camera looks", hint: "Set the stage's 'center'.")
    }
    if limit > finest {
      context.warn(
        "'\(name)' is shown coarser than the camera could see it: it sees more than \(ImageryPlan.maxTiles) tiles on its way"
      )
    }
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
