import Foundation
import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Imagery below a map")
struct ImageryTests {
  private let ground = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
  private let world = Imagery.plane.worldWidth

  /// Tiles of 256 pixels whose colors are their zooms, as far as `has` says.
  private func tiles(
    _ zooms: ClosedRange<Int>,
    has: @escaping @Sendable (_ zoom: Int, _ column: Int, _ row: Int) -> Bool = { _, _, _ in
      true
    }
  ) -> MapImagery {
    MapImagery(zooms: zooms) { zoom, column, row in
      guard has(zoom, column, row) else { return nil }
      let digest = Digest { hasher in for value in [zoom, column, row] { hasher.combine(value) } }
      return Image(width: 256, height: 256, digest: digest) { [UInt8](repeating: UInt8(zoom), count: 256 * 256 * 4) }
    }
  }

  /// A camera that looks straight down on 512 × 512 points, where a point is `meters` of the ground.
  private func camera(meters: Double, center: Point = .zero, pitch: Double = 0) -> Camera {
    var camera = Camera(ground: ground, center: center, distance: 1000, pitch: pitch, canvas: Size(512, 512))
    camera.distance = 1000 * meters * camera.pointsPerMeter
    return camera
  }

  private func planned(_ views: [GroundView]) -> [TilePlan.Place]? {
    TilePlan(of: "a", 0...20, in: nil, views, maxTiles: 1500).places(side: 256, limit: 1)
  }

  private func views(_ cameras: [Camera]) -> [GroundView] {
    cameras.map { GroundView($0, .identity, margin: 0, reach: .infinity) }
  }

  @Test("From above, tiles are those whose pixels are a point or less, and cover the canvas once")
  func flat() throws {
    // At zoom 10 a pixel is this many meters: the next zoom would be finer than needed.
    let meters = world / 256 / 1024
    let places = try #require(
      planned(views([camera(meters: meters * 1.01)])))
    #expect(Set(places.map(\.zoom)) == [10])
    // 517 pixels around a corner of four tiles.
    #expect(places.count == 16)
    #expect(places.map(\.rect.width).allSatisfy { abs($0 - world / 1024) < 1e-6 })
    let finer = try #require(
      planned(views([camera(meters: meters * 0.99)])))
    #expect(Set(finer.map(\.zoom)) == [11])
  }

  @Test("A tilted camera takes fine tiles near and coarse ones far, which do not overlap")
  func tilted() throws {
    let places = try #require(
      planned(views([camera(meters: 1, pitch: 72)])))
    let zooms = Set(places.map(\.zoom))
    #expect(zooms.count >= 3)
    for place in places {
      for shift in 1...6 where place.zoom >= shift {
        let outer = TilePlan.Place(zoom: place.zoom - shift, column: place.column >> shift, row: place.row >> shift)
        #expect(!places.contains(outer))
      }
      #expect(place.pixel <= 1)
    }
  }

  @Test("The tiles of a film are those of all its frames, as fine as the nearest one needs")
  func film() throws {
    let cameras = [camera(meters: 40), camera(meters: 5), camera(meters: 40, center: Point(60_000, 0))]
    let whole = try #require(planned(views(cameras)))
    for camera in cameras {
      for place in try #require(planned(views([camera]))) {
        let isThere = whole.contains { found in
          let shift = found.zoom - place.zoom
          return shift >= 0 && found.column >> shift == place.column && found.row >> shift == place.row
        }
        #expect(isThere)
      }
    }
  }

  private func imagery(_ tiles: MapImagery, _ camera: Camera, _ context: FakeContext) throws -> Imagery {
    let file = Parameter(wrappedValue: FileReference(literal: "a.pmtiles", path: "a.pmtiles"), "")
    return try Imagery(tiles, of: file, from: [camera], opacity: 1, reach: .infinity, on: nil, context)
  }

  @Test("Where a tile is missing, the one that it is a part of is below its neighbors")
  func missing() throws {
    // A point of the canvas is two pixels of the video.
    let meters = world / 256 / 1024 * 2.02
    let tiles = tiles(0...20) { zoom, column, row in zoom < 10 || (column, row) != (512, 512) }
    let imagery = try imagery(tiles, camera(meters: meters), FakeContext())
    #expect(imagery.pieces.count == 36)
    let filled = imagery.pieces.filter { $0.picture.pixels[0] == 9 }
    // The northwestern quarter of the tile of zoom 9, and no more of it.
    #expect(filled.map(\.part) == [Rect(x: 0, y: 0, width: 128, height: 128)])
    #expect(filled[0].place == TilePlan.Place(zoom: 10, column: 512, row: 512).rect)
    #expect(imagery.pieces.count { $0.picture.pixels[0] == 10 } == 35)
  }

  @Test("What is shown enlarged, coarser than it could be, or not at all is said")
  func remarks() throws {
    let context = FakeContext()
    _ = try imagery(tiles(0...6), camera(meters: 40), context)
    #expect(context.warnings.count == 1 && context.warnings[0].contains("up to 122 pixels of the video large"))
    #expect(throws: StageError.self) { try imagery(tiles(0...6) { _, _, _ in false }, camera(meters: 40), context) }
    #expect(throws: StageError.self) { try imagery(tiles(19...20), camera(meters: 40), context) }
  }

  @Test("A camera that sees nothing of what the tiles cover is refused, and tiles of other sides are chosen by these")
  func elsewhere() throws {
    let far = GeoJSON.BoundingBox(
      southWest: Coordinate(longitude: 100, latitude: 10), northEast: Coordinate(longitude: 101, latitude: 11))
    let away = MapImagery(zooms: 0...12, bounds: far) { _, _, _ in nil }
    let error = #expect(throws: StageError.self) { try imagery(away, camera(meters: 10), FakeContext()) }
    #expect(error?.message == "'a.pmtiles' has no tiles where the camera looks (first at [0.0, 0.0])")
    #expect(error?.hint?.hasPrefix("It has [100.0, 10.0] to [101.0, 11.0]. ") == true)
    let large = MapImagery(zooms: 0...20) { zoom, column, row in
      let digest = Digest { hasher in for value in [zoom, column, row] { hasher.combine(value) } }
      return Image(width: 512, height: 512, digest: digest) { [UInt8](repeating: 255, count: 512 * 512 * 4) }
    }
    // Where tiles of 256 pixels are of zoom 10, a pixel of the video is one of theirs.
    let found = try imagery(large, camera(meters: world / 256 / 1024 * 2.02), FakeContext())
    #expect(Set(found.pieces.map { Int((world / $0.place.width).rounded()) }) == [512])
  }

  @Test("A picture by equal degrees lies where Mercator has its latitudes")
  func equirectangular() throws {
    let picture = try #require(
      Image(width: 2, height: 4, premultiplied: [UInt8](repeating: 255, count: 32)))
    let box = GeoJSON.BoundingBox(
      southWest: Coordinate(longitude: 0, latitude: 0), northEast: Coordinate(longitude: 10, latitude: 60))
    let imagery = Imagery(picture, in: box, .equirectangular, opacity: 1, reach: .infinity)
    #expect(imagery.pieces.count == 60)
    for piece in imagery.pieces {
      let latitude = 60 - piece.part.minY / 4 * 60
      let y = -asinh(tan(latitude * .pi / 180)) * WebMercatorPlane.earthRadius
      #expect(abs(piece.place.minY - y) < 1e-6)
    }
    #expect(Imagery(picture, in: box, .mercator, opacity: 1, reach: .infinity).pieces.count == 1)
  }
}
