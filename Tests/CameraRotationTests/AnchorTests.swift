import Testing

@testable import CameraRotation
@testable import StageKit

@Suite("The place of a camera's center on the canvas")
struct AnchorTests {
  private let ground = WebMercatorPlane(origin: Coordinate(longitude: 7, latitude: 43))
  private let canvas = Size(540, 960)

  @Test("The picture moves as a whole, so that its center is at the anchor", arguments: [0.0, 40, 72], [0.0, 130])
  func shift(pitch: Double, heading: Double) throws {
    var camera = Camera(
      ground: ground, center: Point(40, -30), distance: 900, pitch: pitch, heading: heading, canvas: canvas)
    let points = [Point(40, -30), Point(90, 20), Point(-60, 10), Point(0, -140)]
    let plain = try points.map { try #require(camera.project($0)) }
    let heights = points.map { camera.spaceToCanvas.apply(SpacePoint($0, 25)) }
    let horizon = camera.horizon
    camera.anchor = Point(0.3, 0.7)
    #expect(camera.middle == Point(162, 672))
    for (index, point) in points.enumerated() {
      let moved = try #require(camera.project(point))
      #expect(abs(moved.x - plain[index].x + 108) < 1e-9 && abs(moved.y - plain[index].y - 192) < 1e-9)
      let high = camera.spaceToCanvas.apply(SpacePoint(point, 25))
      #expect(abs(high.x - heights[index].x + 108) < 1e-9 && abs(high.y - heights[index].y - 192) < 1e-9)
    }
    if let horizon { #expect(abs((camera.horizon ?? 0) - horizon - 192) < 1e-9) }
  }

  @Test("A camera that leans turns its picture around the anchor")
  func roll() throws {
    var camera = Camera(ground: ground, distance: 900, pitch: 50, canvas: canvas, anchor: Point(0.5, 0.65))
    let plain = try #require(camera.project(Point(100, 0)))
    camera.roll = 90
    let turned = try #require(camera.project(Point(100, 0)))
    #expect(camera.project(.zero) == Point(270, 624))
    #expect(abs(turned.x - 270) < 1e-9 && abs(turned.y - 624 + (plain.x - 270)) < 1e-9)
  }

  @Test("An anchor moves with the view, also through others")
  func moves() {
    var start = CameraView(distance: 900, pitch: 40, heading: 0, center: .zero)
    start.anchor = Point(0.5, 0.65)
    var (middle, end) = (start, start)
    (middle.anchor, end.anchor) = (Point(0.4, 0.55), Point(0.5, 0.5))
    (middle.distance, end.distance) = (800, 700)
    var moves = CameraMoves(start: start)
    moves.add(end, delay: 0, duration: 2, curve: .linear)
    #expect(moves.view(at: 1).anchor.distance(to: Point(0.5, 0.575)) < 1e-12)
    #expect(moves.view(at: 2).anchor == Point(0.5, 0.5))
    var path = CameraMoves(start: start)
    path.add(end, through: [middle], delay: 0, duration: 2, curve: .linear)
    let nearest = stride(from: 0.0, through: 2, by: 0.001).map { path.view(at: $0).anchor.distance(to: middle.anchor) }
      .min()
    #expect((nearest ?? 1) < 1e-3)
    #expect(path.view(at: 2).anchor == Point(0.5, 0.5))
  }
}
