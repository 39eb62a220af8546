import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Buildings")
struct BuildingTests {
  private let square = [Point(0, 0), Point(20, 0), Point(20, 20), Point(0, 20)]

  private func feature(_ properties: String) throws -> GeoJSON.Feature {
    let text = #"{"type":"Feature","properties":{\#(properties)},"geometry":null}"#
    return try GeoJSON.parse(Array(text.utf8)).features[0]
  }

  private func building(_ properties: String, scale: Double = 1) throws -> Building {
    Building([square], of: try feature(properties), heights: Building.Heights(scale: scale), look: 0, on: plane)
  }

  private let plane = WebMercatorPlane(origin: Coordinate(longitude: 9.5, latitude: 47.1))

  @Test("A plausible height and a tone follow from the coordinate, whatever the map's middle")
  func plausibleHeights() throws {
    let feature = try feature(#""building":"yes""#)
    let corners = square.map { plane.coordinate($0 * 0.7 + Point(120, 340)) }
    let planes = [plane, WebMercatorPlane(origin: Coordinate(longitude: 9.52, latitude: 47.14))]
    let both = planes.map { plane in
      Building([corners.map(plane.point)], of: feature, heights: Building.Heights(), look: 0, on: plane)
    }
    // Each is in meters of its plane.
    let firstHeight =
      both[0].top * planes[0].transform(to: WebMercatorPlane(origin: planes[0].coordinate(Point(125, 345)))).m11
    let secondHeight =
      both[1].top * planes[1].transform(to: WebMercatorPlane(origin: planes[0].coordinate(Point(125, 345)))).m11
    #expect(abs(firstHeight - secondHeight) < 1e-4)
    #expect(both[0].tone == both[1].tone)
    #expect(try building(#""building":"yes""#).top != both[0].top)
  }

  @Test("Made-up heights bear the rounding of tiles, and corners that these add or leave out")
  func quantizedHeights() throws {
    let feature = try feature(#""building":"yes""#)
    let middle = Coordinate(longitude: 9.5214, latitude: 47.1402)
    let plane = WebMercatorPlane(origin: middle)
    // In meters of the plane, some are 0.68 on the ground there.
    let corners = [Point(-12, -8), Point(12, -8), Point(12, 8), Point(-12, 8)]
    let more = [Point(-12.3, -8.2), Point(0.1, -8.3), Point(12.2, -7.9), Point(11.8, 8.2), Point(-11.9, 7.8)]
    let heights = [corners, more].map {
      Building([$0], of: feature, heights: Building.Heights(), look: 0, on: plane).top
    }
    // Each is in meters of the plane at its own middle.
    #expect(abs(heights[0] - heights[1]) < 1e-5)
  }

  @Test("Roofs that are drawn otherwise are named")
  func omissions() throws {
    func omissions(_ properties: String) throws -> [String] { Building.omissions(of: try feature(properties)) }
    #expect(try omissions(#""building":"yes","roof:shape":"half-hipped""#) == [])
    #expect(
      try omissions(#""height":"8 storeys","min_height":"2 m""#) == ["'height' 8 storeys, which is no length"])
    #expect(try omissions(#""height":"10-12""#) == ["'height' 10-12, which is no length"])
    #expect(try omissions(#""roof:shape":"sawtooth""#) == ["'roof:shape' sawtooth, drawn flat"])
  }

  @Test(
    "A roof is as high as its tags say, and comes on top of levels",
    arguments: [
      (#""height":14,"roof:height":5"#, 14.0, 5.0), (#""building:levels":2,"roof:height":"3 m""#, 9.4, 3),
      (#""building:levels":2,"roof:levels":1"#, 9.6, 3.2), (#""building:levels":3,"roof:angle":"45""#, 19.6, 10),
      (#""height":30,"roof:angle":45"#, 30, 10), (#""building:levels":4"#, 19.8, 7), (#""height":12"#, 12, 6),
      (#""height":40,"roof:levels":0"#, 40, 7),
    ])
  func roofHeights(properties: String, top: Double, roof: Double) throws {
    let building = try building(#""roof:shape":"gabled","# + properties)
    // A meter of the plane, 10 m from its origin, is one but for some millionths.
    #expect(abs(building.top - top) < 1e-4)
    #expect(abs((building.roofHeight ?? 0) - roof) < 1e-4)
    #expect(abs((building.shell?.eaves ?? 0) - (top - roof)) < 1e-4)
  }

  @Test(
    "Directions are degrees or points of the compass",
    arguments: [
      (#""roof:direction":"135""#, 135.0, false), (#""roof:direction":"SSW""#, 202.5, true),
      (#""roof:direction":"north-east""#, 45, true), (#""roof:direction":12.5"#, 12.5, false),
      (#""roof:direction":"up""#, nil, false),
    ] as [(String, Double?, Bool)])
  func directions(properties: String, degrees: Double?, isRough: Bool) throws {
    let alignment = try building(#""roof:shape":"skillion","# + properties).alignment
    #expect(alignment.direction == degrees)
    #expect(alignment.isRough == isRough)
  }

  @Test(
    "Heights are what tags say, in meters, levels or feet",
    arguments: [
      (#""height":12"#, 0.0, 12.0), (#""height":"12.5 m""#, 0, 12.5), (#""height":"40 ft""#, 0, 12.192),
      (#""height":"10'6\"""#, 0, 3.2004), (#""building:levels":"4""#, 0, 12.8),
      (#""building:levels":3,"roof:levels":1"#, 0, 12.8), (#""height":30,"min_height":"8""#, 8, 30),
      (#""render_height":21,"render_min_height":3"#, 3, 21), (#""building:levels":5,"building:min_level":2"#, 6.4, 16),
      (#""height":-3"#, 0, 0), (#""height":1e9"#, 0, 2000), (#""height":"2e1""#, 0, 20),
      (#""height":"65 feet""#, 0, 19.812), (#""height":"0.02 km""#, 0, 20), (#""height":"12 metres""#, 0, 12),
      (#""height":"65'""#, 0, 19.812), (#""height":"8 storeys","building:levels":4"#, 0, 12.8),
    ])
  func heights(properties: String, base: Double, top: Double) throws {
    let building = try building(properties)
    // A meter of the plane, 10 m from its origin, is one but for some millionths.
    #expect(abs(building.base - base) < 1e-5 * (1 + base))
    #expect(abs(building.top - top) < 1e-5 * (1 + top))
    let doubled = try self.building(properties, scale: 2)
    #expect(abs(doubled.top - 2 * top) < 2e-5 * (1 + top))
  }

  @Test("Far from its middle a map stretches heights as it stretches the ground")
  func stretchedHeights() throws {
    let feature = try feature(#""height":100"#)
    let plane = WebMercatorPlane(origin: Coordinate(longitude: 9.5, latitude: 20))
    let place = Coordinate(longitude: 9.5, latitude: 60)
    let corners = square.map { plane.point(place) + $0 }
    let building = Building([corners], of: feature, heights: Building.Heights(), look: 0, on: plane)
    // cos 20° / cos 60°.
    #expect(abs(building.top - 187.9385) < 0.01)
  }

  @Test("Without tags a height is plausible, and the same whenever it is asked for")
  func plausible() throws {
    let first = try building(#""building":"yes""#)
    #expect((8...17).contains(first.top))
    #expect(try building(#""building":"house""#).top == first.top)
  }

  @Test(
    "Roofs rise from the eaves to the top, and close the solid",
    arguments: ["flat", "gabled", "hipped", "pyramidal", "dome"])
  func roofs(shape: String) throws {
    let building = try building(#""height":20,"roof:shape":"\#(shape)","roof:height":6"#)
    let mesh = Mesh { building.add(to: &$0, fade: 0) }
    let heights = Set(mesh.vertices.map { ($0.z * 1000).rounded() / 1000 })
    #expect(heights.max() == 20)
    #expect(shape == "flat" ? heights == [0, 20] : heights.contains(14))
    // Every edge but those on the ground has a face on both sides, once in each direction.
    var open: [[Int]: Int] = [:]
    for face in mesh.faces {
      let corners = mesh.corners[face.corners].map { Int($0) }
      for i in corners.indices {
        let (a, b) = (mesh.vertices[corners[i]], mesh.vertices[corners[(i + 1) % corners.count]])
        func key(_ p: SpacePoint) -> [Int] { [p.x, p.y, p.z].map { Int(($0 * 1000).rounded()) } }
        open[key(a) + key(b), default: 0] += 1
        open[key(b) + key(a), default: 0] -= 1
      }
    }
    let unpaired = open.filter { $0.value != 0 }
    #expect(unpaired.keys.allSatisfy { $0[2] == 0 && $0[5] == 0 })
    #expect(unpaired.count == 8)
    // Outward: away from the middle.
    let middle = SpacePoint(10, 10, 5)
    #expect(
      mesh.faces.allSatisfy { face in
        face.normal.dot(mesh.vertices[Int(mesh.corners[face.corners.lowerBound])] - middle) > 0
      })
  }

  private func map(_ features: [String], buildings: Bool = true) throws -> GroundMap? {
    let list = features.map { "{\"type\":\"Feature\",\($0)}" }.joined(separator: ",")
    let text = #"{"type":"FeatureCollection","features":[\#(list)]}"#
    return GroundMap(
      PatchedFeatures(try GeoJSON.parse(Array(text.utf8))), style: MapStyle(.dark), edge: 0,
      buildings: buildings ? (Building.Heights(), Sun()) : nil)
  }

  private func polygon(_ properties: String, _ x: Double = 0, _ size: Double = 0.001) -> String {
    let ring = [(x, 0.0), (x + size, 0), (x + size, size), (x, size), (x, 0)].map { "[\($0.0),\($0.1)]" }
    return
      #""properties":{\#(properties)},"geometry":{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}"#
  }

  @Test("Their shade lies on ground with a relief once, also where the map has nothing but land")
  func shadeOnRelief() throws {
    let features = [polygon(#""building":"yes","height":9"#), polygon(#""landuse":"forest""#, 0.002)]
    let map = try #require(try map(features))
    #expect(map.layers.count == map.landLayers && map.landLayers > 0)
    var camera = Camera(ground: map.ground, center: .zero, distance: 100, canvas: Size(400, 400))
    camera.distance *= camera.pointsPerMeter / 2
    let list = DisplayList { list in
      map.draw(from: camera, shade: GroundMap.Shade(shadow: 0.375), relief: (nil, nil), into: &list)
    }
    func count(_ list: DisplayList) -> Int {
      list.commands.reduce(0) { sum, command in
        guard case .group(let group) = command else { return sum }
        return sum + (group.opacity == 0.375 ? 1 : 0) + count(group.content)
      }
    }
    #expect(count(list) == 1)
  }

  @Test("Buildings stand or lie flat, as told, and the outline of one whose parts are known is left out")
  func forms() throws {
    let house = polygon(#""building":"yes","height":9"#)
    let flat = try #require(try map([house], buildings: false))
    #expect(flat.buildings == nil)
    #expect(flat.layers.count == 1)
    let standing = try #require(try map([house, polygon(#""layer":"building","height":7"#, 0.002)]))
    #expect(standing.layers.isEmpty)
    #expect(standing.buildings?.mesh.solids.count == 2)
    let parts = try #require(
      try map([
        house, polygon(#""building:part":"yes","height":4"#, 0, 0.0009), polygon(#""building":"yes""#, 0.003),
      ]))
    let tops = parts.buildings?.mesh.solids.map { $0.center.z * 2 } ?? []
    #expect(tops.count == 2)
    #expect(tops.contains { abs($0 - 4) < 1e-9 })
    #expect(!tops.contains { abs($0 - 9) < 1e-9 })
  }

  @Test("A shadow reaches as far from the sun as the building is high, at 45 degrees")
  func shadows() throws {
    let building = try building(#""height":10"#)
    let north = Sun(azimuth: 0, altitude: 45)
    let box = try #require(BuildingShadows.path(of: [building], sun: north.direction).controlBounds)
    #expect(abs(box.maxY - 30) < 1e-4)
    #expect(abs(box.minX) < 1e-4 && abs(box.maxX - 20) < 1e-4)
    let east = Sun(azimuth: 90, altitude: 45)
    #expect(abs((BuildingShadows.path(of: [building], sun: east.direction).controlBounds?.minX ?? 0) + 10) < 1e-4)
    #expect(BuildingShadows.path(of: [building], sun: Sun(azimuth: 0, altitude: 90).direction).isEmpty)
  }

  @Test("Buildings sink and fade toward the border of the map")
  func border() throws {
    let border = GroundMap.Border.disc(inner: 100, outer: 200)
    let buildings = [0.0, 140, 300].map { x in
      Building(rings: [square.map { $0 + Point(x, 0) }], base: 0, top: 10)
    }
    let models = BuildingModels(buildings, looks: [BuildingModels.Look(roof: .white)], border: border, sun: Sun())
    #expect(models.mesh.solids.count == 2)
    let heights = models.mesh.solids.map { $0.center.z * 2 }
    #expect(abs(heights[0] - 10) < 1e-9)
    #expect((2...8).contains(heights[1]))
    let colors = models.colors(on: .black)
    let roofs = models.mesh.faces.filter { !$0.isUpright }.map { colors[$0.color].red }
    #expect(roofs[0] >= 0.93)
    #expect(roofs[1] < 0.8)
  }

  @Test("Every style tells roads, water and buildings from the ground", arguments: MapLook.allCases)
  func styles(look: MapLook) throws {
    let camera = try make(
      CameraRotation.self, #"{ "map": { "city": { "style": "\#(look.rawValue)", "buildings": { "form": "flat" } } } }"#)
    #expect(try !draw(camera, at: 2).isEmpty)
    let palette: MapPalette =
      switch look {
      case .dark: .dark
      case .light: .light
      case .dusk: .dusk
      case .paper: .paper
      case .blueprint: .blueprint
      case .relief: .relief
      case .brand: .brand(Color(hex: 0x1F3A5F), Color(hex: 0xFFB84D))
      }
    func luma(_ color: Color) -> Double { 255 * (0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue) }
    #expect(abs(luma(palette[.text]) - luma(palette[.background])) > 110)
    for key in [MapColor.water, .street, .major, .motorway, .roof] {
      let (a, b) = (palette[key], palette[.land])
      let distance = [a.red - b.red, a.green - b.green, a.blue - b.blue].map { ($0 * 255).magnitude }.max() ?? 0
      #expect(distance > 8, "\(key)")
    }
    if look == .dark {
      let lumas = MapColor.allCases.filter { $0 != .text }.map { luma(palette[$0]) }
      #expect((lumas.min() ?? 99) <= 20 && (lumas.max() ?? 0) >= 110)
    }
  }

  @Test("Colors of a job take the place of a style's")
  func colors() throws {
    let camera = try make(
      CameraRotation.self,
      ##"{ "map": { "city": { "colors": { "background": "#102030", "water": "#FF0000" } } } }"##)
    let commands = try draw(camera, at: 2).commands
    func holds(_ wanted: Color) -> Bool {
      commands.contains { if case .fill(_, _, .color(wanted), _) = $0 { true } else { false } }
    }
    #expect(holds(Color(hex: 0x102030)))
    #expect(holds(Color(hex: 0xFF0000)))
  }

  @Test("Buildings grow from the camera's first center outward, their shadows with them")
  func growth() throws {
    let stage = try make(
      CameraRotation.self,
      #"{ "map": { "city": { "buildings": { "grow": { "begin": 1, "duration": 2 } } } }, "start": { "distance": 900 } }"#
    )
    func rise(_ seconds: Double) throws -> Solids.Rise? {
      for case .solids(let solids, _) in try draw(stage, at: seconds).commands { return solids.rise }
      return nil
    }
    func hasSolids(_ seconds: Double) throws -> Bool {
      try draw(stage, at: seconds).commands.contains { if case .solids = $0 { true } else { false } }
    }
    #expect(try !hasSolids(0.5))
    let middle = try #require(try rise(2))
    #expect(middle.share(at: .zero) > middle.share(at: Point(2500, 0)))
    #expect(try hasSolids(4) && rise(4) == nil)
  }
}
