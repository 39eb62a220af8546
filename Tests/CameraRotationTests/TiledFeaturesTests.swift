import Foundation
import Raster
import StageKit
import Testing

@testable import CameraRotation

@Suite("Features of tiles along a camera's way")
struct TiledFeaturesTests {
  private let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  /// Tiles that hold their own outline, and a part of a side around it, as an area with their zoom, as far as `has` says.
  private func tiles(
    _ zooms: ClosedRange<Int>, around margin: Double = 0,
    has: @escaping @Sendable (_ zoom: Int, _ column: Int, _ row: Int) -> Bool = { _, _, _ in
      true
    }
  ) -> MapTiles {
    MapTiles(zooms: zooms, attribution: "someone") { zoom, column, row in
      guard has(zoom, column, row) else { return nil }
      let box = TilePlan.Place(zoom: zoom, column: column, row: row).box
      var (low, high) = (box.southWest, box.northEast)
      let (width, height) = (high.longitude - low.longitude, high.latitude - low.latitude)
      low = Coordinate(longitude: low.longitude - width * margin, latitude: low.latitude - height * margin)
      high = Coordinate(longitude: high.longitude + width * margin, latitude: high.latitude + height * margin)
      let ring = [
        low, Coordinate(longitude: high.longitude, latitude: low.latitude), high,
        Coordinate(longitude: low.longitude, latitude: high.latitude), low,
      ]
      let feature = GeoJSON.Feature(
        geometry: .polygon([ring]),
        properties: [
          GeoJSON.Property(name: "layer", value: .string("earth")),
          GeoJSON.Property(name: "zoom", value: .number(Double(zoom))),
        ])
      let digest = Digest { hasher in for number in [zoom, column, row] { hasher.combine(number) } }
      return MapTiles.Tile(digest: digest) { [feature] }
    }
  }

  /// A camera that looks straight down on 512 × 512 points, where a point is `meters` of the ground.
  private func camera(meters: Double, center: Point = .zero) -> Camera {
    var camera = Camera(ground: plane, center: center, distance: 1000, pitch: 0, canvas: Size(512, 512))
    camera.distance = 1000 * meters * camera.pointsPerMeter
    return camera
  }

  private func zoom(_ feature: GeoJSON.Feature) -> Int? {
    if case .number(let number)? = feature["zoom"] { Int(number) } else { nil }
  }

  /// The share of the world that areas cover, each counted by itself.
  private func cover(_ features: [GeoJSON.Feature]) -> Double {
    features.reduce(0) { sum, feature in
      guard case .polygon(let rings)? = feature.geometry else { return sum }
      let (longitudes, heights) = (rings[0].map(\.longitude), rings[0].map { plane.point($0).y })
      let width = ((longitudes.max() ?? 0) - (longitudes.min() ?? 0)) / 360 * plane.worldWidth
      return sum + width * ((heights.max() ?? 0) - (heights.min() ?? 0))
    } / (plane.worldWidth * plane.worldWidth)
  }

  @Test("From space into a street, tiles of all zooms cover the world once")
  func dive() throws {
    // At zoom 0 the world has 512 points.
    let world = plane.worldWidth / 512
    let cameras = (0...56).map { camera(meters: world * exp2(-Double($0) / 4)) }
    let tiled = try TiledFeatures(tiles(0...14), named: "a", from: cameras, reach: .infinity, on: plane)
    let found = try tiled.read()
    let zooms = Set(found.collection.features.compactMap(zoom))
    #expect(zooms.max() == 14 && zooms.count >= 12)
    #expect(found.collection.features.count < 200)
    #expect(abs(cover(found.collection.features) - 1) < 1e-6)
    #expect(tiled.remark == nil)
    #expect(found.collection.attribution == "someone")
    #expect(found.patches.count == found.collection.features.count)
    #expect(tiled.origin.longitude == 0 && abs(tiled.origin.latitude) < 1e-9)
  }

  @Test("A long way has fine tiles along it alone")
  func way() throws {
    // 200 km in steps of a kilometer, at 5 m a point.
    let cameras = (0...200).map { camera(meters: 5, center: Point(Double($0) * 1000, 0)) }
    let found = try TiledFeatures(tiles(0...14), named: "a", from: cameras, reach: .infinity, on: plane).read()
    #expect(Set(found.collection.features.compactMap(zoom)) == [14])
    // 200 km and the canvas, with its margin, in tiles of 2.4 km.
    #expect((160...180).contains(found.collection.features.count))
    let longer = (0...2000).map { camera(meters: 5, center: Point(Double($0) * 1000, 0)) }
    let coarser = try TiledFeatures(tiles(0...14), named: "a", from: longer, reach: .infinity, on: plane)
    #expect(coarser.remark != nil)
    #expect(try coarser.read().collection.features.count <= TiledFeatures.maxTiles)
  }

  @Test("The part of a coarser tile takes the place of one that is missing")
  func missing() throws {
    let east = tiles(0...14) { zoom, column, _ in zoom <= 6 || column >= 1 << (zoom - 1) }
    let found = try TiledFeatures(east, named: "a", from: [camera(meters: 10)], reach: .infinity, on: plane).read()
    let whole = try TiledFeatures(tiles(0...14), named: "a", from: [camera(meters: 10)], reach: .infinity, on: plane)
      .read()
    #expect(Set(found.collection.features.compactMap(zoom)) == [6, 13])
    #expect(abs(cover(found.collection.features) / cover(whole.collection.features) - 1) < 1e-6)
  }

  @Test("A file without tiles there, and one without coarse ones, are errors")
  func none() throws {
    #expect(throws: StageError.self) {
      try TiledFeatures(
        tiles(0...14) { _, _, _ in false }, named: "a", from: [camera(meters: 10)], reach: .infinity, on: plane)
    }
    #expect(throws: StageError.self) {
      try TiledFeatures(tiles(14...14), named: "a", from: [camera(meters: 1000)], reach: .infinity, on: plane)
    }
  }

  @Test("The digest follows from the tiles that are shown")
  func digests() throws {
    func digest(_ meters: Double, _ tiles: MapTiles) throws -> Digest {
      try TiledFeatures(tiles, named: "a", from: [camera(meters: meters)], reach: .infinity, on: plane).digest
    }
    #expect(try digest(10, tiles(0...14)) == digest(10.001, tiles(0...14)))
    #expect(try digest(10, tiles(0...14)) != digest(40, tiles(0...14)))
    #expect(try digest(10, tiles(0...14)) != digest(10, tiles(0...14) { zoom, _, _ in zoom <= 6 }))
  }

  @Test("Lines, rings and points are cut at a box")
  func clipping() throws {
    let box = GeoJSON.BoundingBox(
      southWest: Coordinate(longitude: 0, latitude: 0), northEast: Coordinate(longitude: 10, latitude: 10))
    func clipped(_ geometry: GeoJSON.Geometry) -> GeoJSON.Geometry? {
      GeoJSON.Feature(geometry: geometry).clipped(to: box)?.geometry
    }
    func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
      Coordinate(longitude: longitude, latitude: latitude)
    }
    #expect(clipped(.point(place(11, 5))) == nil)
    #expect(clipped(.multiPoint([place(11, 5), place(1, 5)])) == .multiPoint([place(1, 5)]))
    #expect(
      clipped(.lineString([place(-5, 5), place(5, 5), place(15, 5), place(15, 8), place(5, 8)]))
        == .multiLineString([[place(0, 5), place(5, 5), place(10, 5)], [place(10, 8), place(5, 8)]]))
    #expect(
      clipped(.polygon([[place(5, 5), place(20, 5), place(20, 8), place(5, 8), place(5, 5)]]))
        == .polygon([[place(5, 5), place(10, 5), place(10, 8), place(5, 8), place(5, 5)]]))
    #expect(clipped(.polygon([[place(-5, 1), place(-1, 1), place(-1, 5), place(-5, 1)]])) == nil)
  }

  private func view(_ map: GroundMap, from camera: Camera) -> DisplayList {
    var list = DisplayList()
    map.draw(from: camera, into: &list)
    return list
  }

  private func render(_ list: DisplayList) -> Image {
    FrameRenderer(width: 512, height: 512, background: .clear, cache: ResourceCache()).render(list)
  }

  @Test("Patches out of view are not drawn, and what is in view is the same")
  func patches() throws {
    let cameras = (0...100).map { camera(meters: 5, center: Point(Double($0) * 1000, 0)) }
    let found = try TiledFeatures(tiles(0...14, around: 0.02), named: "a", from: cameras, reach: .infinity, on: plane)
      .read()
    let style = MapStyle(ColorParameters().palette(.light, on: .white))
    let tiled = try #require(GroundMap(found, style: style, edge: 0))
    let single = PatchedFeatures(found.collection, origin: found.origin)
    let whole = try #require(GroundMap(single, style: style, edge: 0))
    #expect(whole.layers.count < tiled.layers.count)
    let (seen, all) = (view(tiled, from: cameras[50]), view(whole, from: cameras[50]))
    #expect(seen.commands.count < tiled.layers.count / 4)
    #expect(render(seen) == render(all))
    var tilted = cameras[50]
    tilted.pitch = 70
    // At the map's end, edges of neighbors that overlap add up.
    let pixels = zip(render(view(tiled, from: tilted)).pixels, render(view(whole, from: tilted)).pixels)
    #expect(pixels.count { $0 != $1 } < 512 * 512 / 250)
  }
}
