import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Light and shade on the ground")
struct GroundLightTests {
  private static func clouds(_ json: [(String, ParameterValue)] = [], period: Double = 8) throws -> Clouds? {
    Clouds(try CloudParameters(ParameterValues(json)), period: period)
  }

  private static let map = City(seed: 3).map(
    around: Coordinate(longitude: 0, latitude: 0), palette: .light, buildings: (Building.Heights(), Sun()))

  private static func camera(distance: Double = 600, pitch: Double = 40) -> Camera {
    Camera(ground: map.ground, distance: distance, pitch: pitch, canvas: Size(540, 960))
  }

  private static func draw(_ clouds: Clouds, at seconds: Double) -> DisplayList {
    DisplayList { clouds.draw(at: seconds, over: map, from: camera(), haze: nil, into: &$0) }
  }

  @Test("Clouds are at the film's end where they were at its start, at any speed", arguments: [0.0, 13.7, 60, 400])
  func loop(speed: Double) throws {
    let clouds = try #require(try Self.clouds([("speed", .number(speed))]))
    #expect(!Self.draw(clouds, at: 0).isEmpty)
    #expect(Self.draw(clouds, at: 0) == Self.draw(clouds, at: 8))
    #expect(Self.draw(clouds, at: 3) != Self.draw(clouds, at: 4))
    #expect(Self.draw(clouds, at: 3) == Self.draw(try #require(try Self.clouds([("speed", .number(speed))])), at: 3))
  }

  private static func darkness(_ clouds: Clouds, at seconds: Double, pitch: Double = 40, haze: Haze? = nil) -> [Double]
  {
    clouds.darkness(at: seconds, over: map, from: camera(pitch: pitch), haze: haze, columns: 54, rows: 96)
  }

  @Test("Nothing jumps where one pattern goes back to its start", arguments: [4.0, 8])
  func change(seconds: Double) throws {
    let clouds = try #require(try Self.clouds())
    let (before, after) = (
      Self.darkness(clouds, at: seconds - 1e-6), Self.darkness(clouds, at: seconds + 1e-6)
    )
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 1e-4 })
    #expect(before.contains { $0 > 0.1 })
  }

  @Test("Clouds take as much of the sky as told, and another seed is another sky", arguments: [0.2, 0.5, 0.8])
  func cover(cover: Double) throws {
    func pattern(_ seed: Double) throws -> [Float] {
      try #require(try Self.clouds([("cover", .number(cover)), ("seed", .number(seed))])).pattern
    }
    let values = try pattern(1)
    #expect(abs(values.reduce(0, +) / Float(values.count) - Float(cover)) < 0.06)
    #expect(try pattern(2) != values)
  }

  @Test("The pattern of clouds goes on beyond its sides without a seam")
  func seamless() throws {
    let pattern = try #require(try Self.clouds()).pattern
    let side = Clouds.detail
    func value(_ x: Int, _ y: Int) -> Float { pattern[(y % side) * side + x % side] }
    func step(_ i: Int) -> Float {
      (0..<side).reduce(0) { max($0, abs(value(i, $1) - value(i + 1, $1)), abs(value($1, i) - value($1, i + 1))) }
    }
    let inside = (0..<side - 1).reduce(0) { max($0, step($1)) }
    #expect(step(side - 1) <= inside)
  }

  @Test("Clouds without darkness or cover are none")
  func noClouds() throws {
    #expect(try Self.clouds([("darkness", .number(0))]) == nil)
    #expect(try Self.clouds([("cover", .number(0))]) == nil)
  }

  @Test("Shadows of clouds are as dark as told, and fade into haze and toward the horizon")
  func haze() throws {
    let clouds = try #require(try Self.clouds([("cover", .number(1)), ("darkness", .number(0.5))]))
    #expect(Self.darkness(clouds, at: 0).allSatisfy { $0 > 0.3 && $0 <= 0.5 })
    let open = Self.darkness(clouds, at: 0, pitch: 80)
    let haze = Haze(color: .white, sky: .white, start: 1.15, end: 2.1, opacity: 1)
    let hidden = Self.darkness(clouds, at: 0, pitch: 80, haze: haze)
    #expect(zip(open, hidden).allSatisfy { $0 >= $1 })
    // The uppermost row is the sky, the lowest is near by.
    #expect(open[27] == 0 && hidden[27] == 0)
    #expect(hidden[95 * 54 + 27] == open[95 * 54 + 27] && open[95 * 54 + 27] > 0.3)
  }

  @Test("The feet of buildings are their outlines where they stand on the ground")
  func feet() {
    let square = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    let house = Building(rings: [square], base: 0, top: 9, roof: .gabled)
    let bridge = Building(rings: [square.map { $0 + Point(50, 0) }], base: 5, top: 9)
    let tower = Building(rings: [square.map { $0 + Point(0, 30) }], base: 0, top: 60)
    let mesh = Mesh { mesh in for building in [house, bridge, tower] { building.add(to: &mesh, fade: 0) } }
    #expect(mesh.feet.subpaths.count == 2)
    #expect(mesh.feet.bounds == Rect(x: 0, y: 0, width: 10, height: 40))
  }

  @Test("The ground along buildings is darker near by where a job asks for it, and not from afar")
  func footShadow() throws {
    let shade = GroundMap.Shade(feet: try #require(Self.map.buildings).mesh.feet, footDarkness: 0.5)
    func commands(_ shade: GroundMap.Shade, _ distance: Double) -> Int {
      DisplayList { Self.map.draw(from: Self.camera(distance: distance), shade: shade, into: &$0) }.commands.count
    }
    #expect(commands(shade, 600) == commands(GroundMap.Shade(), 600) + 1)
    #expect(commands(shade, 9000) == commands(GroundMap.Shade(), 9000))
  }

  @Test("Streets that shine lie above shadows; by day, shadows lie above streets", arguments: [true, false])
  func streetsThatShine(isLit: Bool) throws {
    let map = City(seed: 3).map(
      around: Coordinate(longitude: 0, latitude: 0), palette: isLit ? .dusk : .light,
      buildings: (Building.Heights(), Sun()))
    let list = DisplayList {
      map.draw(from: Self.camera(distance: 6000), shade: GroundMap.Shade(shadow: 0.4), into: &$0)
    }
    let shadow = try #require(
      list.commands.firstIndex {
        if case .fill(let path, _, _, _) = $0 { path == map.buildings?.shadows } else { false }
      })
    let street = try #require(
      list.commands.lastIndex { if case .stroke = $0 { true } else { false } })
    #expect((street > shadow) == isLit)
  }
}
