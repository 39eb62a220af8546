import Geography
import Geometry
import Testing

@Suite("Earth and ground")
struct EarthTests {
  @Test("Web Mercator's world is a square of 2π radii")
  func mercatorWorld() {
    let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
    let half = 20_037_508.342_789_244
    #expect(isNear(plane.point(Coordinate(longitude: 180, latitude: 0)), Point(half, 0), 1e-6))
    let corner = Coordinate(longitude: -90, latitude: WebMercatorPlane.maximumLatitude)
    #expect(isNear(plane.point(corner), Point(-half / 2, -half), 1e-6))
    #expect(isNear(plane.point(Coordinate(longitude: 0, latitude: 45)).y, -5_621_521.486, 1e-3))
    #expect(plane.point(Coordinate(longitude: 0, latitude: 90)).y == plane.point(corner).y)
  }

  @Test("Ground is true to scale at its origin, and across the antimeridian")
  func groundIsTrueAtItsOrigin() {
    let plane = WebMercatorPlane(origin: Coordinate(longitude: 179.9995, latitude: 60))
    let east = plane.point(Coordinate(longitude: -179.9995, latitude: 60))
    #expect(isNear(east, Point(WebMercatorPlane.earthRadius * 0.001 * .pi / 180 / 2, 0), 1e-6))
    let north = plane.point(Coordinate(longitude: 179.9995, latitude: 60.001))
    #expect(isNear(north.y, -WebMercatorPlane.earthRadius * 0.001 * .pi / 180, 0.01))
  }

  @Test("A point on the ground leads back to its coordinate")
  func groundLeadsBack() {
    let plane = WebMercatorPlane(origin: Coordinate(longitude: 7.42, latitude: 43.73))
    let there = Coordinate(longitude: 7.46, latitude: 43.69)
    let back = plane.coordinate(plane.point(there))
    #expect(isNear(back.longitude, there.longitude, 1e-12) && isNear(back.latitude, there.latitude, 1e-12))
  }
}

@Suite("Camera")
struct CameraTests {
  let camera = Camera(
    ground: WebMercatorPlane(origin: Coordinate(longitude: 7, latitude: 43)), center: Point(100, -50), distance: 6000,
    pitch: 60, canvas: Size(540, 960))
  /// Half the canvas height over the tangent of half the field of view.
  let focalLength = 480 / 0.267_949_192_431_122_7

  @Test("A known point appears where the closed form says")
  func knownPointAppears() throws {
    #expect(isNear(try #require(camera.project(Point(100, -50))), Point(270, 480), 1e-9))
    // 1000 m ahead is sin 60° · 1000 m deeper and cos 60° · 1000 m higher in the view.
    let ahead = try #require(camera.project(Point(100, -1050)))
    #expect(isNear(ahead, Point(270, 480 - focalLength * 500 / 6866.025_403_784_439), 1e-6))
    let right = try #require(camera.project(Point(1100, -50)))
    #expect(isNear(right, Point(270 + focalLength / 6, 480), 1e-6))
    #expect(isNear(camera.pointsPerMeter, focalLength / 6000, 1e-12))
  }

  @Test("Depth is the distance along the line of sight")
  func depthAlongTheSight() {
    let t = camera.groundToCanvas
    #expect(isNear(t.depth(of: Point(100, -1050)), 6866.025_403_784_439, 1e-6))
    #expect(isNear(t.depth(of: Point(700, -50)), 6000, 1e-9))
  }

  @Test("The heading is up on the canvas")
  func headingIsUp() throws {
    var turned = camera
    turned.heading = 90
    let east = try #require(turned.project(Point(1100, -50)))
    #expect(isNear(east, Point(270, 480 - focalLength * 500 / 6866.025_403_784_439), 1e-6))
    let south = try #require(turned.project(Point(100, 950)))
    #expect(isNear(south, Point(270 + focalLength / 6, 480), 1e-6))
  }

  @Test("The ground rises towards the horizon and never above it")
  func groundStaysBelowTheHorizon() throws {
    let horizon = try #require(camera.horizon)
    #expect(isNear(horizon, 480 - focalLength / 3.0.squareRoot(), 1e-6))
    let far = try #require(camera.project(Point(100, -1e9)))
    #expect(far.y > horizon && isNear(far.y, horizon, 0.01))
    var down = camera
    down.pitch = 0
    #expect(down.horizon == nil)
  }

  @Test("What lies behind the near plane has no place on the canvas")
  func behindTheNearPlane() {
    #expect(camera.project(Point(100, 6900)) == nil)
    #expect(camera.project(Point(100, 9000)) == nil)
  }
}
