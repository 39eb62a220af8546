import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

private let bend = [
  Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0),
  Coordinate(longitude: 0.01, latitude: 0.01),
]

private func stage(_ entries: (String, ParameterValue)...) throws -> PolylineSweep {
  try PolylineSweep(
    ParameterValues(
      [("route", .route(.coordinates(bend))), ("duration", .number(1.3)), ("trail", .number(0.3))] + entries),
    FakeContext())
}

private func strokes(_ stage: PolylineSweep, _ seconds: Double, _ camera: Camera? = nil) throws -> [(
  path: Path, pen: StrokeStyle, paint: Paint
)] {
  let inputs = Inputs(camera.map { ["camera": .camera($0)] } ?? [:])
  return try stage.frame(at: StageTime(seconds: seconds), inputs).drawing.commands.compactMap {
    if case .stroke(let path, let style, let paint, _) = $0 { (path, style, paint) } else { nil }
  }
}

private func object(_ entries: (String, ParameterValue)...) -> ParameterValue { .object(ParameterValues(entries)) }

@Suite("What routes look like")
struct RouteLookTests {
  @Test("A bend passes its corner by as much as is allowed, and leaves the route's ends", arguments: [5.0, 40])
  func bends(rounding: Double) throws {
    let line = try #require(RouteLine(bend, RouteShape(rounding: rounding)))
    let sharp = try #require(RouteLine(bend))
    let corner = line.ground.point(bend[1])
    let nearest = (0...2000).map { line.point(at: line.length * Double($0) / 2000).distance(to: corner) }.min() ?? 0
    #expect(abs(nearest - rounding) < 0.1)
    #expect(line.ground.coordinate(line.points[0]).longitude.magnitude < 1e-9)
    #expect(abs(line.ground.coordinate(line.points[line.points.count - 1]).latitude - 0.01) < 1e-9)
    // Distances are those of the route, and the bend is gone in the time of its corner: slower in its middle, and at the same
    // speed at its ends.
    #expect(line.length == sharp.length)
    let steps = (0..<2000).map {
      line.point(at: line.length * Double($0) / 2000).distance(to: line.point(at: line.length * Double($0 + 1) / 2000))
        / (line.length / 2000)
    }
    #expect(steps.allSatisfy { $0 < 1.002 } && (steps.min() ?? 0) > 0.6)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($1 - $0) < 0.12 })
  }

  @Test("The shortest way from Paris to Tokyo is a great circle, whose length is known")
  func greatCircle() throws {
    let cities = [Coordinate(longitude: 2.3522, latitude: 48.8566), Coordinate(longitude: 139.6917, latitude: 35.6895)]
    let line = try #require(RouteLine(cities, RouteShape(isGeodesic: true)))
    // By the haversine formula on the mean sphere.
    #expect(abs(line.length / 9_712_000 - 1) < 0.001)
    // By the initial course: cos(top) = sin(course) cos(latitude).
    let top = line.points.map { line.ground.coordinate($0).latitude }.max() ?? 0
    #expect(abs(top - 68.75) < 0.05)
    #expect(try #require(RouteLine(cities)).length > line.length * 1.1)
  }

  @Test("A casing is a wider line below the line")
  func casing() throws {
    let found = try strokes(
      stage(("width", .number(4)), ("casing", object(("color", .color(.white)), ("width", .number(1.5))))), 0.5)
    #expect(found.map(\.pen.width) == [7, 4])
    #expect(found[0].path == found[1].path)
  }

  @Test("A color changes evenly along the route")
  func endColor() throws {
    let whole = stage
    let found = try strokes(
      whole(("color", .color(.black)), ("endColor", .color(.white)), ("fade", .boolean(false))), 0.65)
    guard case .alongPath(_, _, let stops) = try #require(found.first).paint else { throw StageError("one color") }
    #expect(abs(stops[0].color.red - 0.35) < 1e-6 && abs(stops[1].color.red - 0.65) < 1e-6)
  }

  @Test("Dashes in meters stay where they are on the route, and march by their speed")
  func dashes() throws {
    let dashes = object(("length", .number(30)), ("gap", .number(10)), ("speed", .number(5)))
    let stage = try stage(("widthUnit", .text("meters")), ("dash", dashes))
    let line = try #require(RouteLine(bend))
    for seconds in [0.5, 0.9] {
      let pen = try #require(try strokes(stage, seconds).first).pen
      #expect(pen.dashes == [30, 10])
      let tail = (seconds - 0.3) * line.length
      let miss = (pen.dashOffset - (tail - 5 * seconds)).remainder(dividingBy: 40)
      #expect(abs(miss) < 1e-6)
    }
  }

  @Test("An arc is highest in the middle of its route, above its shadow")
  func arc() throws {
    let straight = [bend[0], bend[1]]
    let stage = try PolylineSweep(
      ParameterValues([
        ("route", .route(.coordinates(straight))), ("arc", .number(0.25)), ("trail", .number(1)),
        ("duration", .number(2)),
      ]),
      FakeContext())
    let ground = WebMercatorPlane(origin: Coordinate(longitude: 0.005, latitude: 0))
    // From the south, level enough to see how high it is.
    let camera = Camera(ground: ground, distance: 4000, pitch: 80, canvas: Size(540, 960))
    let found = try strokes(stage, 1, camera)
    #expect(found.count == 2)
    let top = camera.spaceToCanvas.apply(SpacePoint(0, 0, 0.25 * 1112))
    let highest = try #require(found[1].path.bounds).minY
    #expect(abs(highest - top.y) < 0.5)
    let head = try #require(
      try stage.frame(at: StageTime(seconds: 0.5), Inputs(["camera": .camera(camera)]))[
        PolylineSweep.Parameters.named.head])
    #expect(abs(head.y - top.y) < 0.5)
  }
}
