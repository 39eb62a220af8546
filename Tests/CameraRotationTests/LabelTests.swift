import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Labels on maps")
struct LabelTests {
  private static let ground = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  /// A camera that turns and comes nearer, ten times a second for 12 seconds.
  private static let cameras = (0...120).map { index in
    Camera(
      ground: ground, distance: 1600 - 6 * Double(index), pitch: 20 + 0.35 * Double(index),
      heading: 1.5 * Double(index), canvas: Size(640, 480))
  }

  private static func label(_ number: Int, _ stand: MapLabel.Stand) -> MapLabel {
    let name = MapName(text: "\(number)", kind: .point, rank: 1, place: .zero)
    return MapLabel(name: name, outline: .empty, size: Size(60 + Double(number % 5) * 12, 14), stand: stand)
  }

  private static let many: [MapLabel] = {
    var random = SeededNumbers(seed: 4)
    return (0..<240).map { number in
      let place = Point(random.within(-500...500), random.within(-500...500))
      guard number.isMultiple(of: 3) else {
        return label(
          number, .facing(SpacePoint(place, random.within(0...40)), [nil, .dot, .icon(.sight)][number / 3 % 3]))
      }
      let (s, c) = sineAndCosine(degrees: random.within(0...360))
      return label(number, .lying(Transform(c, -s, place.x, s, c, place.y)))
    }
  }()

  private func plan(_ reserved: [Rect] = []) -> [MapLabel] {
    LabelPlan(cameras: Self.cameras, step: 0.1, reach: 2, reserved: reserved).placed(Self.many)
  }

  @Test("In no frame of a film do two labels overlap, at any opacity")
  func apart() {
    let placed = plan()
    #expect(placed.count > 20)
    for (index, camera) in Self.cameras.enumerated() {
      let boxes = placed.filter { $0.opacity(at: Double(index) * 0.1) > 0 }
        .compactMap { $0.box(under: camera) }
      for (i, box) in boxes.enumerated() {
        #expect(boxes[(i + 1)...].allSatisfy { $0.intersection(box) == nil })
        #expect(Rect(x: 0, y: 0, width: 640, height: 480).contains(box.origin))
      }
    }
  }

  @Test("Names stay clear of ways on the ground, by a distance on the canvas")
  func clearOfWays() throws {
    let way = (-20...20).map { Point(Double($0) * 30, Double($0) * 12) }
    func nearest(_ ways: [[Point]], clearance: Double) throws -> Double {
      let placed = LabelPlan(
        cameras: Self.cameras, step: 0.1, reach: 2, ways: ways, clearance: clearance
      ).placed(Self.many)
      #expect(placed.count > 5)
      var least = Double.infinity
      for (index, camera) in Self.cameras.enumerated() {
        let line = way.compactMap { camera.project($0) }
        let points = zip(line, line.dropFirst()).flatMap { a, b in
          (0..<20).map { a.interpolated(to: b, at: Double($0) / 20) }
        }
        for box in placed.filter({ $0.opacity(at: Double(index) * 0.1) > 0 }).compactMap({ $0.box(under: camera) }) {
          for point in points {
            let (x, y) = (
              max(box.minX - point.x, point.x - box.maxX, 0), max(box.minY - point.y, point.y - box.maxY, 0)
            )
            least = min(least, max(x, y))
          }
        }
      }
      return least
    }
    #expect(try nearest([], clearance: 12) == 0)
    #expect(try nearest([way], clearance: 12) >= 12)
    #expect(try nearest([way], clearance: 40) >= 40)
  }

  @Test("None is seen for a moment only, and all fade")
  func steady() {
    for label in plan() {
      for span in label.spans {
        #expect(span.end - span.begin >= 1.3 - 1e-9)
        if span.fadesIn { #expect(span.opacity(at: span.begin) == 0) }
        if span.fadesOut { #expect(span.opacity(at: span.end) == 0) }
        // Labels that are not whole from the first frame to the last fade.
        #expect(span.fadesIn || span.begin == 0)
        #expect(span.fadesOut || span.end == 12)
      }
      let opacities = (0...1200).map { label.opacity(at: Double($0) * 0.01) }
      #expect(zip(opacities, opacities.dropFirst()).allSatisfy { abs($0 - $1) < 0.05 })
    }
  }

  @Test("What lies on the ground reads from left to right")
  func upright() {
    for label in plan() {
      guard case .lying = label.stand else { continue }
      for (index, camera) in Self.cameras.enumerated() where label.opacity(at: Double(index) * 0.1) > 0 {
        guard let corners = label.corners(under: camera) else { continue }
        #expect(corners[1].x > corners[0].x)
      }
    }
  }

  @Test("Other text on the canvas keeps its place")
  func reserved() {
    let credit = Rect(x: 440, y: 440, width: 200, height: 40)
    let placed = plan([credit])
    for (index, camera) in Self.cameras.enumerated() {
      for label in placed where label.opacity(at: Double(index) * 0.1) > 0 {
        let box = label.box(under: camera)
        #expect(box?.intersection(credit) == nil)
      }
    }
  }

  @Test("A building hides what lies behind it, as seen from an eye, and nothing else")
  func sight() {
    let mesh = Mesh { mesh in
      mesh.solid { solid in
        let ring = [Point(-10, 0), Point(10, 0), Point(10, 10), Point(-10, 10)]
        solid.face(solid.walls([ring], from: 0, to: 20, color: 0), color: 0)
      }
    }
    let grid = SightGrid(mesh, ground: .identity)
    let eye = SpacePoint(0, 200, 100)
    #expect(!grid.sees(SpacePoint(0, -5, 0), from: eye))
    #expect(grid.sees(SpacePoint(0, -80, 0), from: eye))
    #expect(grid.sees(SpacePoint(0, 15, 0), from: eye))
    #expect(grid.sees(SpacePoint(40, -5, 0), from: SpacePoint(40, 200, 100)))
    #expect(grid.sees(SpacePoint(0, -5, 0), from: SpacePoint(eye.ground, 10_000)))
  }

  @Test("A park is named where no tower stands in front of its name, and a quarter anywhere")
  func nameOnItsGround() {
    let mesh = Mesh { mesh in
      mesh.solid { solid in
        let ring = [Point(-10, 40), Point(10, 40), Point(10, 60), Point(-10, 60)]
        solid.face(solid.walls([ring], from: 0, to: 90, color: 0), color: 0)
      }
    }
    let cameras = (0...20).map { _ in
      Camera(ground: Self.ground, distance: 900, pitch: 55, canvas: Size(640, 480))
    }
    let plan = LabelPlan(
      cameras: cameras, step: 0.1, reach: 2, sight: SightGrid(mesh, ground: .identity))
    func isPlaced(_ kind: MapName.Kind, at place: Point) -> Bool {
      let name = MapName(text: "Park", kind: kind, rank: 1, place: SpacePoint(place, 0))
      let label = MapLabel(
        name: name, outline: .empty, size: Size(70, 14), stand: .facing(SpacePoint(place, 0), nil))
      return !plan.placed([label]).isEmpty
    }
    #expect(!isPlaced(.area, at: .zero))
    #expect(isPlaced(.place, at: .zero))
    #expect(isPlaced(.area, at: Point(0, 120)))
    #expect(isPlaced(.area, at: Point(180, 0)))
  }

  private func names(_ features: [String], _ languages: [String] = []) throws -> [MapName] {
    let list = features.map { "{\"type\":\"Feature\",\($0)}" }.joined(separator: ",")
    let text = #"{"type":"FeatureCollection","features":[\#(list)]}"#
    return try #require(
      GroundMap(
        PatchedFeatures(try GeoJSON.parse(Array(text.utf8))), style: MapStyle(.dark), edge: 0, languages: languages)
    ).names
  }

  private func line(_ properties: String, _ points: String) -> String {
    #""properties":{\#(properties)},"geometry":{"type":"LineString","coordinates":\#(points)}"#
  }

  @Test(
    "Points have a sign for what they are",
    arguments: [
      ([("railway", "station")], PlaceIcon.station), ([("amenity", "cafe")], .food), ([("tourism", "museum")], .sight),
      ([("tourism", "hotel")], .lodging), ([("shop", "books")], .shop), ([("amenity", "pharmacy")], .health),
      ([("amenity", "school"), ("building", "yes")], .school), ([("building", "church")], .sight),
      ([("building", "yes")], nil),
    ])
  func icons(tags: [(String, String)], icon: PlaceIcon?) {
    #expect(PlaceIcon { key in tags.first { $0.0 == key }?.1 } == icon)
  }

  @Test(
    "Names of vector tiles are those of what their layers say",
    arguments: [
      (#""layer":"roads","kind":"major_road","name":"A""#, "highway", "major_road"),
      (#""layer":"transportation_name","class":"primary","name":"A""#, "highway", "primary"),
      (#""layer":"places","kind":"locality","kind_detail":"town","name":"A""#, "place", "town"),
      (#""layer":"poi","class":"shop","subclass":"supermarket","name":"A""#, "shop", "supermarket"),
      (#""layer":"pois","kind":"cafe","name":"A""#, "amenity", "cafe"),
      (#""layer":"pois","kind":"museum","name":"A""#, "tourism", "museum"),
    ])
  func tileTags(properties: String, key: String, value: String) throws {
    let text = #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[0,0]}}"#
    let feature = try #require(try GeoJSON.parse(Array(text.utf8)).features.first)
    #expect(TileTags(feature)[key] == value)
  }

  @Test("Every sign stays within its disc", arguments: PlaceIcon.allCases)
  func iconSizes(icon: PlaceIcon) throws {
    let (fill, lines) = icon.outline
    for path in [fill, lines] where !path.isEmpty {
      for point in path.points { #expect(point.length <= PlaceIcon.radius - 1.3) }
    }
  }

  @Test("Names are the language's where the file has them, in order of rank, and streets are joined")
  func names() throws {
    let features = [
      line(#""highway":"residential","name":"Ring""#, "[[0,0],[0.001,0]]"),
      line(#""highway":"primary","name":"Ring""#, "[[0.002,0],[0.001,0]]"),
      line(#""highway":"primary","name":"Below","tunnel":"yes""#, "[[0.002,0],[0.001,0]]"),
      line(#""highway":"primary""#, "[[0.002,0.001],[0.001,0]]"),
      #""properties":{"place":"suburb","name":"Old","name:de":"Alt"},"geometry":{"type":"Point","coordinates":[0,0]}"#,
    ]
    let found = try names(features, ["de-CH"])
    #expect(found.map(\.text) == ["Alt", "Ring"])
    #expect(found[1].lines.count == 1)
    #expect(found[1].lines[0].count == 3)
    #expect(found[1].rank == 5.5)
    #expect(try names(features).first?.text == "Old")
  }

  @Test("Of several languages the first counts that a name has")
  func languages() throws {
    func town(_ properties: String) -> [String] {
      [
        line(#""highway":"primary""#, "[[0,0],[0.001,0.001]]"),
        #""properties":{"place":"town",\#(properties)},"geometry":{"type":"Point","coordinates":[0,0]}"#,
      ]
    }
    let many = town(#""name":"Praha","name:de":"Prag","name:en":"Prague","name:zh-Hant":"布拉格","name:zh":"布拉格市""#)
    #expect(try names(many, ["de", "en"]).first?.text == "Prag")
    #expect(try names(many, ["fr", "en"]).first?.text == "Prague")
    #expect(try names(many, ["fr"]).first?.text == "Praha")
    #expect(try names(many, ["zh-Hant"]).first?.text == "布拉格")
    #expect(try names(many, ["zh-TW"]).first?.text == "布拉格市")
    #expect(try names(many, ["zh"]).first?.others == ["Praha", "Prague", "Prag", "布拉格"])
    #expect(try names(many).first?.others == [])
    #expect(try names(town(#""name":"Praha","name_de":"Prag""#), ["de"]).first?.text == "Prag")
  }

  @Test("A name whose letters no font has is another one of the same, or none, with a warning")
  func fonts() throws {
    let context = FakeContext()
    var foreign = ForeignNames()
    func text(_ name: String, _ others: [String]) throws -> String? {
      let name = MapName(text: name, others: others, kind: .place, rank: 1, place: .zero)
      let layout = try foreign.layout(name, TextStyle(size: 12), context)
      return layout == nil ? nil : context.requests.last?.text
    }
    #expect(try text("A", ["B"]) == "A")
    #expect(foreign.warning == nil)
    #expect(try text("☃", ["☃☃", "Snow"]) == "Snow")
    #expect(try text("☃☃☃", []) == nil)
    #expect(
      foreign.warning
        == "no font has the letters of some names; drawn by another name: ☃ (Snow); left out: ☃☃☃")
  }

  @Test("Names lie where a map with a border shows what they name, and streets as far as it does")
  func border() throws {
    let frame = GroundMap.Border.frame(Rect(x: -100, y: -100, width: 200, height: 200), width: 20)
    func point(_ x: Double) -> MapName {
      MapName(text: "a", kind: .point, rank: 1, place: SpacePoint(Point(x, 0), 0))
    }
    #expect(point(85).within(frame) != nil)
    #expect(point(95).within(frame) == nil)
    var street = MapName(text: "b", kind: .street, rank: 1, place: .zero)
    street.lines = [[Point(-640, 0), Point(640, 0)], [Point(200, 0), Point(300, 0)], [Point(0, 0), Point(50, 0)]]
    let lines = try #require(street.within(frame)).lines
    #expect(lines.count == 2)
    #expect(lines[0].first == Point(-80, 0) && lines[0].last == Point(80, 0))
    #expect(lines[1] == [Point(0, 0), Point(50, 0)])
    let disc = GroundMap.Border.disc(inner: 80, outer: 100)
    #expect(point(89).within(disc) != nil)
    #expect(point(91).within(disc) == nil)
  }
}
