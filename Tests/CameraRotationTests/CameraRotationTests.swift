import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Camera rotation")
struct CameraRotationTests {
  @Test("Frames share the map's outlines and differ in the transform alone")
  func framesShareOutlines() throws {
    let stage = try CameraRotation(ParameterValues(), FakeContext())
    let (a, b) = (
      try stage.frame(at: StageTime(seconds: 0.2), Inputs()), try stage.frame(at: StageTime(seconds: 0.4), Inputs())
    )
    #expect(a.drawing != b.drawing)
    #expect(a.drawing.commands.count < 25)
    for (first, second) in zip(a.drawing.commands, b.drawing.commands).dropFirst() {
      guard case .fill(let path, _, _, _) = first, case .fill(let other, _, _, _) = second, path.points.count > 100
      else {
        continue
      }
      #expect(path == other)
    }
  }

  @Test("Equal times give equal frames")
  func equalTimesGiveEqualFrames() throws {
    let (a, b) = (
      try CameraRotation(ParameterValues(), FakeContext()), try CameraRotation(ParameterValues(), FakeContext())
    )
    let time = StageTime(seconds: 1.25)
    #expect(try a.frame(at: time, Inputs()).drawing.digest == b.frame(at: time, Inputs()).drawing.digest)
  }

  @Test("Without a map only values are published")
  func withoutAMapNothingIsDrawn() throws {
    let stage = try CameraRotation(ParameterValues([("map", .variant("none", ParameterValues()))]), FakeContext())
    let frame = try stage.frame(at: StageTime(seconds: 0.5), Inputs())
    #expect(frame.drawing.isEmpty)
    #expect(frame[CameraRotation.Parameters.named.camera] != nil)
    #expect(frame[CameraRotation.Parameters.named.distance] == frame[CameraRotation.Parameters.named.camera]?.distance)
  }

  @Test("A map keeps its place under a camera with another center")
  func mapKeepsItsPlace() throws {
    let center = Coordinate(longitude: 0.01, latitude: 0.02)
    let stage = try CameraRotation(ParameterValues([("center", .coordinate(center))]), FakeContext())
    let frame = try stage.frame(at: StageTime(seconds: 0), Inputs())
    let camera = try #require(frame[CameraRotation.Parameters.named.camera])
    let transforms = frame.drawing.commands.compactMap { command -> Transform? in
      if case .stroke(_, _, _, let t) = command { t } else { nil }
    }
    let place = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)).point(center)
    let image = try #require(transforms.first).apply(place)
    #expect(image.distance(to: Point(270, 480)) < 1e-6)
    #expect(try #require(camera.project(center)).distance(to: image) < 1e-6)
  }
}

@Suite("A camera follows other stages")
struct FollowingTests {
  private func camera(_ map: ParameterValue = .variant("none", ParameterValues())) throws -> CameraRotation {
    let start = ParameterValues([("heading", .number(20)), ("distance", .number(500))], path: "start")
    return try CameraRotation(
      ParameterValues([
        ("map", map), ("start", .object(start)), ("moves", .list([.object(ParameterValues(path: "moves[0]"))])),
      ]),
      FakeContext())
  }

  @Test("It looks at the input 'center', and counts its heading from the input 'heading'")
  func follows() throws {
    let place = Coordinate(longitude: 0.01, latitude: 0.02)
    let inputs = Inputs(["center": .coordinate(place), "heading": .number(30)])
    let frame = try camera().frame(at: StageTime(seconds: 0.5), inputs)
    let camera = try #require(frame[CameraRotation.Parameters.named.camera])
    #expect(camera.heading == 50)
    #expect(camera.center.distance(to: camera.ground.point(place)) < 1e-6)
    #expect(frame[CameraRotation.Parameters.named.heading] == 50)
  }
}
