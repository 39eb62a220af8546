import StageKit
import StageTesting
import Testing

@testable import CameraRotation

private let canvas = Size(540, 960)

private func camera(pitch: Double, distance: Double = 6000) -> Camera {
  Camera(
    ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: distance, pitch: pitch,
    canvas: canvas
  )
}

/// The gradient's alpha at a canvas row; nil without a gradient.
private func alpha(_ haze: Haze, _ camera: Camera, row: Double) -> Double? {
  let list = DisplayList { haze.draw(from: camera, into: &$0) }
  guard case .fill(_, _, .linear(let from, let to, let stops, _), _)? = list.commands.first else { return nil }
  let t = (row - from.y) / (to.y - from.y)
  guard let next = stops.firstIndex(where: { $0.offset >= t }) else { return stops.last?.color.alpha }
  guard next > 0 else { return stops.first?.color.alpha }
  let (a, b) = (stops[next - 1], stops[next])
  return a.color.alpha + (b.color.alpha - a.color.alpha) * (t - a.offset) / (b.offset - a.offset)
}

@Suite("Haze")
struct HazeTests {
  private let haze = Haze(color: .black, sky: nil, start: 1.15, end: 2.1, opacity: 1)

  @Test("Looking straight down there is no haze")
  func noneStraightDown() {
    #expect(DisplayList { haze.draw(from: camera(pitch: 0), into: &$0) }.isEmpty)
  }

  @Test("The haze follows the depth of the ground", arguments: [45.0, 60, 75, 85])
  func followsDepth(pitch: Double) throws {
    let camera = camera(pitch: pitch)
    for forward in stride(from: -2000.0, through: 20_000, by: 500) {
      let ground = Point(0, -forward)
      let row = try #require(camera.project(ground)).y
      guard row > 0, row < canvas.height else { continue }
      let depth = camera.groundToCanvas.depth(of: ground) / camera.distance
      let t = min(max((depth - 1.15) / 0.95, 0), 1)
      #expect(abs((alpha(haze, camera, row: row) ?? 0) - t * t * (3 - 2 * t)) < 0.02)
    }
  }

  @Test("Above the horizon all is haze")
  func skyIsHaze() throws {
    let camera = camera(pitch: 80)
    let horizon = try #require(camera.horizon)
    #expect(horizon > 0)
    #expect(alpha(haze, camera, row: horizon - 1) == 1)
    #expect(alpha(haze, camera, row: 0) == 1)
  }

  @Test(
    "The light around the sun is whole below 25°, and gone above 45°", arguments: [(20.0, 1.0), (35, 0.5), (50, 0)])
  func lowSun(altitude: Double, part: Double) {
    let glow = Haze.Glow(color: .white, of: Sun(azimuth: 10, altitude: altitude))
    #expect(abs(glow.color.alpha - part) < 1e-12)
    var lit = haze
    (lit.sky, lit.glow) = (.black, glow)
    var view = camera(pitch: 80)
    view.heading = 10
    let plain = DisplayList { list in
      var dark = lit
      dark.glow = nil
      dark.draw(from: view, into: &list)
    }
    let list = DisplayList { lit.draw(from: view, into: &$0) }
    #expect(list.commands.count == plain.commands.count + (part > 0 ? 1 : 0))
  }

  @Test("A haze that ends before it begins is refused")
  func backwardHazeIsRefused() {
    let fields = ParameterValues([("start", .number(2)), ("end", .number(1))], path: "haze")
    let error = #expect(throws: StageError.self) {
      try CameraRotation(ParameterValues([("haze", .object(fields))]), FakeContext())
    }
    #expect(error?.parameter == "haze.end")
  }
}
