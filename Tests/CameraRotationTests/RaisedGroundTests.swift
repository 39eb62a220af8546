import Coding
import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Ground that rises")
struct RaisedGroundTests {
  private static let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  /// Rises eastward by 100 m for each 1113 m.
  private func ramp(exaggeration: Double = 1) throws -> RaisedGround {
    let reference = FileReference(literal: "heights.tif", path: "heights.tif")
    return RaisedGround(
      grid: try FakeContext().heights(reference, encoding: .terrarium), exaggeration: exaggeration, plane: Self.plane,
      name: "heights.tif")
  }

  /// Hills of 300 m around (0, 0).
  private func hills() throws -> RaisedGround {
    let heights = (0..<200 * 200).map { (index: Int) -> Float in
      let (s, _) = sineAndCosine(degrees: Double(index % 200) * 16)
      let (t, _) = sineAndCosine(degrees: Double(index / 200) * 11)
      return Float(150 + 90 * s + 60 * t)
    }
    let grid = try #require(
      HeightGrid(
        columns: 200, rows: 200, heights: heights, units: .degrees, origin: Point(-0.1, 0.1), step: Size(0.001, 0.001)))
    return RaisedGround(grid: grid, exaggeration: 1, plane: Self.plane, name: "hills")
  }

  private func camera(distance: Double, pitch: Double, heading: Double = 0, center: Point = .zero) -> Camera {
    Camera(
      ground: Self.plane, center: center, distance: distance, pitch: pitch, heading: heading, canvas: Size(540, 960))
  }

  @Test("On a slope a camera looks at the height of its center")
  func level() throws {
    let ground = try ramp()
    let view = camera(distance: 1000, pitch: 30, heading: 90, center: Point(2000, 500))
    let expected = 5000 + 2000 * 100 / (0.01 * WebMercatorPlane.earthRadius * Double.pi / 180)
    #expect(abs(ground.height(at: view.center) - expected) < 0.01)
    #expect(abs(ground.level(for: view) - expected) < 0.01)
  }

  @Test("A camera is lifted so far that its eye stays above the ground, without a jump")
  func lift() throws {
    let ground = try ramp(exaggeration: 10)
    // It looks to the west from a slope that rises behind it more steeply than its line of sight.
    var last: Double?
    for step in 0...200 {
      let view = camera(distance: 1000, pitch: 40 + Double(step) / 5, heading: -90)
      let level = ground.level(for: view)
      let (s, c) = sineAndCosine(degrees: view.pitch)
      let eye = view.center + Point(s * view.distance, 0)
      #expect(level + c * view.distance >= ground.height(at: eye) + 59)
      if let last { #expect(abs(level - last) < 12) }
      last = level
    }
  }

  @Test("Beyond its file the ground is as high as at the edge, and unknown ground is at 0")
  func beyond() throws {
    let grid = try ramp().grid
    #expect(abs(grid.ground(at: Coordinate(longitude: 3, latitude: 0)) - 10_000) < 40)
    #expect(
      abs(
        grid.ground(at: Coordinate(longitude: 0, latitude: 5))
          - grid.ground(at: Coordinate(longitude: 0, latitude: 0.4))) < 1e-6)
    let unknown = try #require(
      HeightGrid(
        columns: 2, rows: 2, heights: [.nan, .nan, .nan, .nan], units: .degrees, origin: .zero, step: Size(1, 1)))
    #expect(unknown.ground(at: Coordinate(longitude: 0.5, latitude: -0.5)) == 0)
  }

  @Test("Squares of ground are chosen wherever a line of sight meets it", arguments: 0..<4)
  func squares(part: Int) throws {
    let ground = try hills()
    var random = SeededNumbers(seed: UInt64(part + 5))
    for _ in 0..<3 {
      var view = camera(
        distance: random.within(300...3000), pitch: random.within(0...82), heading: random.within(0...360),
        center: Point(random.within(-2000...2000), random.within(-2000...2000)))
      view.level = ground.level(for: view)
      let plan = TilePlan(of: "hills", 0...20, in: nil, from: [view], reach: 2.1, on: ground, maxTiles: 1500)
      let places = try plan.finestPlaces(side: 256, finest: 0.5).places
      let toPlane = Imagery.plane.transform(to: Self.plane)
      let squares = places.map { toPlane.image(of: $0.rect) }
      let sight = try #require(view.spaceToCanvas.sight)
      for row in 0..<24 {
        for column in 0..<14 {
          let way = sight.forward + sight.byX * (Double(column) * 40 + 10) + sight.byY * (Double(row) * 40 + 20)
          var depth = 0.1 * view.distance
          while depth < 2.1 * view.distance {
            let place = sight.eye + way * depth
            if ground.height(at: place.ground) - view.level > place.z {
              #expect(squares.contains { $0.contains(place.ground) })
              break
            }
            depth += view.distance / 200
          }
        }
      }
    }
  }

  @Test("Of all places within it, a route that is fitted to the view is in the room on ground that rises, too")
  func fit() throws {
    let ground = try ramp(exaggeration: 3)
    let places = [Point(-800, 300), Point(500, -900), Point(900, 700), Point(0, 0)]
    let room = Rect(x: 60, y: 100, width: 420, height: 700)
    let given = CameraView(distance: 1000, pitch: 55, heading: 40, center: .zero)
    let fitted = try #require(
      given.fitted(to: places, in: room, of: Size(540, 960), fieldOfView: 30, on: Self.plane, raised: ground))
    var view = camera(distance: fitted.distance, pitch: 55, heading: 40, center: fitted.center)
    view.anchor = fitted.anchor
    let level = ground.level(for: view)
    let images = places.map { view.spaceToCanvas.apply(SpacePoint($0, ground.height(at: $0) - level)) }
    let box = try #require(Rect(around: images))
    #expect(box.minX > 58 && box.maxX < 482 && box.minY > 98 && box.maxY < 802)
    #expect(box.width > 416 || box.height > 696)
  }
}
