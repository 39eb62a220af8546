import StageKit

/// The choice of the tiles that a film needs: as fine as any of its frames shows them, and the same in all frames, so that
/// nothing pops.
struct TilePlan {
  private let zooms: ClosedRange<Int>
  private let views: [GroundView]
  private let bounds: Rect?
  private let area: GeoJSON.BoundingBox?
  /// The ground where that rises.
  private let raised: RaisedGround?
  /// The place that the camera looks at first, where cameras are given.
  private var look: Coordinate?
  /// The name of the file, for errors.
  private let name: String
  /// The largest number of tiles of a film.
  let maxTiles: Int

  /// For tiles of some zooms, and within an area of the world if that is known.
  init(
    of name: String, _ zooms: ClosedRange<Int>, in area: GeoJSON.BoundingBox?, _ views: [GroundView],
    raised: RaisedGround? = nil,
    maxTiles: Int
  ) {
    self.raised = raised
    (self.name, self.zooms, self.views, self.maxTiles, self.area) = (name, zooms, views, maxTiles, area)
    bounds = area.map(Imagery.rect)
  }

  /// For cameras, of which each sees nothing from `reach` times its distance on.
  init(
    of name: String, _ zooms: ClosedRange<Int>, in area: GeoJSON.BoundingBox?, from cameras: [Camera], reach: Double,
    on raised: RaisedGround?, maxTiles: Int
  ) {
    let world = Rect(
      x: -Imagery.plane.worldWidth / 2, y: -Imagery.plane.worldWidth / 2, width: Imagery.plane.worldWidth,
      height: Imagery.plane.worldWidth)
    // Between two of these instants the camera may go somewhat farther.
    let views = cameras.flatMap { camera in
      camera.transforms(from: Imagery.plane, bounds: world).map {
        GroundView(
          camera, $0, margin: max(camera.canvas.width, camera.canvas.height) * 0.05, reach: reach * camera.distance)
      }
    }
    self.init(of: name, zooms, in: area, views, raised: raised, maxTiles: maxTiles)
    look = cameras.first.map { $0.ground.coordinate($0.center) }
  }

  /// The finest tiles of `side` pixels that are not too many: of a pixel that takes `finest` points on the canvas at most, or
  /// of more, which `limit` then is. Throws `StageError` where the coarsest are too many.
  func finestPlaces(side: Int, finest: Double) throws -> (places: [Place], limit: Double) {
    guard places(side: side, limit: .infinity) != nil else {
      throw StageError(
        "'\(name)' has no zoom below \(zooms.lowerBound), and the camera sees more than \(maxTiles) of its tiles",
        hint: "Use a file with lower zooms, or look from nearer.")
    }
    var limit = finest
    while true {
      if let places = places(side: side, limit: limit) { return (places, limit) }
      limit *= 1.25
    }
  }

  /// The places of tiles of `side` pixels, of which each takes `limit` points on the canvas at most, zoom by zoom, without reading
  /// any; nil for more than `maxTiles`.
  func places(side: Int, limit: Double) -> [Place]? {
    var found: [Place] = []
    var isTooMany = false
    func visit(_ place: Place, _ views: [GroundView]) {
      guard !isTooMany, bounds.map({ overlap($0, place.rect) }) ?? true else { return }
      var seen: [GroundView] = []
      var nearest = 0.0
      let heights = raised.map { $0.heights(in: Imagery.plane.transform(to: $0.plane).image(of: place.rect)) }
      for view in views {
        let scale = heights.map { view.scale(of: place.rect, between: $0) } ?? view.scale(of: place.rect)
        guard let own = scale else { continue }
        seen.append(view)
        nearest = max(nearest, own)
      }
      guard !seen.isEmpty else { return }
      let pixel = place.rect.width / Double(side) * nearest
      if place.zoom < zooms.lowerBound || place.zoom < zooms.upperBound && pixel > limit {
        for child in place.children { visit(child, seen) }
        return
      }
      found.append(Place(zoom: place.zoom, column: place.column, row: place.row, pixel: pixel))
      isTooMany = found.count > maxTiles
    }
    func overlap(_ a: Rect, _ b: Rect) -> Bool {
      a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY
    }
    visit(Place(zoom: 0, column: 0, row: 0), views)
    return isTooMany ? nil : found.sorted()
  }

  /// The warning where the tiles are not the finest.
  var coarserRemark: String {
    "'\(name)' is shown coarser than the camera could see it: it sees more than \(maxTiles) tiles on its way"
  }

  /// The error where there are no tiles.
  var emptyError: StageError {
    let place = look.map { " (first at \($0.jobText))" } ?? ""
    let covered = area.map { "It has \($0.southWest.jobText) to \($0.northEast.jobText). " }
    return StageError(
      "'\(name)' has no tiles where the camera looks\(place)",
      hint: "\(covered ?? "")Look there, with 'center' or with what the camera follows.")
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

    /// The tile of a lower zoom that it lies in.
    func ancestor(atZoom zoom: Int) -> Place {
      Place(zoom: zoom, column: column >> (self.zoom - zoom), row: row >> (self.zoom - zoom))
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

extension Coordinate {
  /// The place as jobs have it, to about 100 m.
  var jobText: String { "[\((longitude * 1000).rounded() / 1000), \((latitude * 1000).rounded() / 1000)]" }
}

extension Transform {
  /// The image of a rectangle by a transform that scales and moves it.
  func image(of rect: Rect) -> Rect {
    let (low, high) = (apply(rect.origin), apply(Point(rect.maxX, rect.maxY)))
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
