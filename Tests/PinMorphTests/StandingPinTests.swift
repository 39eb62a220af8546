import StageKit
import StageTesting
import Testing

@testable import PinMorph

@Suite("Pins on the ground")
struct StandingPinTests {
  private var camera: Camera {
    Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 800, pitch: 55,
      canvas: Size(400, 400))
  }

  private func stage(_ parameters: String) throws -> any Stage { try make(PinMorph.self, "{ \(parameters) }") }

  private func inputs(_ camera: Camera) -> Inputs { Inputs(["camera": .camera(camera)]) }

  private func frame(_ parameters: String, at seconds: Double = 0, under camera: Camera) throws -> StageFrame {
    try stage(#""look": "marker", "timing": "still", "position": [200, 200], "# + parameters)
      .frame(at: StageTime(seconds: seconds), inputs(camera))
  }

  private func bounds(_ frame: StageFrame) throws -> Rect { try #require(frame.drawing.bounds) }

  @Test("A pin that drops falls, is squashed where it lands, and settles exactly")
  func drop() throws {
    let (drop, still) = (#""drop": 1, "shadow": 0"#, #""shadow": 0"#)
    let rest = try bounds(frame(still, under: camera))
    let falling = try bounds(frame(drop, at: 0.1, under: camera))
    #expect(falling.maxY < rest.maxY - 100)
    let heights = try stride(from: 0.45, to: 1, by: 0.02).map { try bounds(frame(drop, at: $0, under: camera)).height }
    #expect((heights.min() ?? 0) < rest.height * 0.9)
    #expect((heights.max() ?? 0) < rest.height * 1.2)
    #expect(try frame(drop, at: 1, under: camera).drawing == frame(still, under: camera).drawing)
    // Neither the landing nor the end jumps.
    for (before, after) in [(0.4499, 0.4501), (0.9999, 1.0001)] {
      let (a, b) = (
        try bounds(frame(drop, at: before, under: camera)), try bounds(frame(drop, at: after, under: camera))
      )
      #expect(abs(a.minY - b.minY) < 0.6 && abs(a.maxY - b.maxY) < 0.6)
    }
  }

  @Test("Its shadow lies on the ground, away from the sun, and is as dark as told")
  func shadow() throws {
    let plain = try frame(#""shadow": 0"#, under: camera).drawing.commands.count
    #expect(try frame(#""shadow": 0.5"#, under: camera).drawing.commands.count == plain + 2)
    // Without a camera there is no ground.
    let flat = try stage(#""look": "marker", "timing": "still", "position": [50, 50]"#)
    #expect(try draw(flat, at: 0).commands.count == plain)
  }

  @Test("Its eye is solid: white for the marker, as told otherwise, and open for the scene")
  func eye() throws {
    func fills(_ parameters: String) throws -> [Paint] {
      try draw(stage(parameters), at: 0).commands.compactMap {
        if case .fill(_, _, let paint, _) = $0 { paint } else { nil }
      }
    }
    #expect(try fills(#""look": "marker", "timing": "still""#).first == .color(.white))
    #expect(
      try fills(##""look": "marker", "timing": "still", "eye": "#102030""##).first == .color(Color(hex: 0x102030)))
    #expect(try fills(#""look": "marker", "timing": "still", "eye": "transparent""#).count == 1)
  }

  @Test("With the scaling 'distance' it is larger the nearer it stands")
  func scaling() throws {
    let stage = try stage(
      #""look": "marker", "timing": "still", "position": [200, 300], "scaling": "distance", "shadow": 0"#)
    let near = try stage.frame(at: StageTime(seconds: 0), inputs(camera))[PinMorph.Parameters.named.scale]
    let even = try frame(#""scaling": "distance""#, under: camera)[PinMorph.Parameters.named.scale]
    #expect(even == 1)
    #expect((near ?? 0) > 1.05)
  }

  @Test("A building before it hides it, one behind does not, and it shines through as told")
  func occlusion() throws {
    func hidden(_ y: Double, _ parameters: String) throws -> Group? {
      var view = camera
      let mesh = Mesh { mesh in
        mesh.solid { solid in
          let ring = [Point(-20, y), Point(20, y), Point(20, y + 20), Point(-20, y + 20)]
          solid.face(solid.walls([ring], from: 0, to: 60, color: 0), color: 0)
        }
      }
      view.solids = Solids(
        mesh, projection: view.spaceToCanvas, near: 1, colors: [.white],
        light: Solids.Light(sun: SpacePoint(0, 0, 1), shade: .white))
      for case .group(let group) in try frame(parameters, under: view).drawing.commands { return group }
      return nil
    }
    let group = try #require(try hidden(30, #""shadow": 0, "occludedOpacity": 0"#))
    guard case .group(let cover)? = group.mask?.content.commands.first,
      case .solids(let solids, _)? = cover.content.commands.first, case .nearer(let depth, _) = solids.drawing
    else { throw StageError("no mask of what is nearer") }
    #expect(abs(depth - 800) < 1e-9)
    #expect(cover.opacity == 1)
    let shining = try #require(try hidden(30, #""shadow": 0, "occludedOpacity": 0.25"#))
    guard case .group(let part)? = shining.mask?.content.commands.first else { throw StageError("no mask") }
    #expect(part.opacity == 0.75)
    #expect(try hidden(30, #""shadow": 0"#) == nil)
  }
}
