import Foundation
import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

private let zigzag = [
  Coordinate(longitude: 7.41, latitude: 43.73), Coordinate(longitude: 7.42, latitude: 43.731),
  Coordinate(longitude: 7.421, latitude: 43.738), Coordinate(longitude: 7.4215, latitude: 43.7381),
  Coordinate(longitude: 7.435, latitude: 43.736), Coordinate(longitude: 7.43, latitude: 43.75),
]

private func stage(_ entries: (String, ParameterValue)...) throws -> PolylineSweep {
  try PolylineSweep(
    ParameterValues([("route", .route(.coordinates(zigzag))), ("rounding", .number(0))] + entries), FakeContext())
}

private func frame(_ stage: PolylineSweep, _ seconds: Double, camera: Camera? = nil) throws -> StageFrame {
  try stage.frame(at: StageTime(seconds: seconds), Inputs(camera.map { ["camera": .camera($0)] } ?? [:]))
}

private func camera(center: Coordinate, distance: Double = 3000, pitch: Double = 60) -> Camera {
  Camera(ground: WebMercatorPlane(origin: center), distance: distance, pitch: pitch, canvas: Size(540, 960))
}

private struct Stroke {
  var path: Path
  var style: StrokeStyle
  var paint: Paint
  var transform: Transform
}

private func strokes(_ frame: StageFrame) -> [Stroke] {
  frame.drawing.commands.compactMap {
    if case .stroke(let path, let style, let paint, let transform) = $0 {
      Stroke(path: path, style: style, paint: paint, transform: transform)
    } else {
      nil
    }
  }
}

@Suite("Polyline sweep")
struct SweepTests {
  @Test("Under a linear curve the head goes equally far on the ground in every frame")
  func headMovesEvenly() throws {
    let route = try #require(RouteLine(zigzag))
    let stage = try stage(("duration", .number(1.5)), ("trail", .number(0.3)))
    let step = route.length * 1.3 / 90
    for index in 0...68 {
      let progress = try #require(try frame(stage, Double(index) / 60)[PolylineSweep.Parameters.named.progress])
      #expect(abs(progress * route.length - step * Double(index)) < 1e-6)
      // The published place lies that far along the route.
      let place = try #require(try frame(stage, Double(index) / 60)[PolylineSweep.Parameters.named.headCoordinate])
      let behind = route.slices(from: 0, to: max(progress * route.length, 1e-9))[0].map(route.ground.coordinate)
      #expect(abs(greatCircleLength(of: behind.dropLast() + [place]) - step * Double(index)) < 1e-3)
    }
  }

  @Test("On one segment neighboring heads are equally far apart")
  func headsAreEquallySpaced() throws {
    let ends = [Coordinate(longitude: 7.41, latitude: 43.73), Coordinate(longitude: 7.42, latitude: 43.735)]
    let stage = try PolylineSweep(ParameterValues([("route", .route(.coordinates(ends)))]), FakeContext())
    let places = try (0...60).map {
      try #require(try frame(stage, Double($0) / 60)[PolylineSweep.Parameters.named.headCoordinate])
    }
    let steps = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
    let mean = steps.reduce(0, +) / Double(steps.count)
    for step in steps { #expect(abs(step / mean - 1) < 1e-6) }
  }

  @Test("The window grows at the start, travels at full length, and shrinks into the end")
  func windowGrowsTravelsAndShrinks() throws {
    let stage = try stage(("duration", .number(1.3)), ("trail", .number(0.3)))
    for (seconds, tail, head) in [
      (0.0, 0.0, 0.0), (0.1, 0, 0.1), (0.3, 0, 0.3), (0.5, 0.2, 0.5), (1, 0.7, 1), (1.2, 0.9, 1), (1.3, 1, 1),
      (9, 1, 1),
    ] {
      let frame = try frame(stage, seconds)
      #expect(abs(try #require(frame[PolylineSweep.Parameters.named.tail]) - tail) < 1e-9)
      #expect(abs(try #require(frame[PolylineSweep.Parameters.named.progress]) - head) < 1e-9)
      #expect(frame[PolylineSweep.Parameters.named.isVisible] == (head > tail))
      #expect(frame.drawing.isEmpty == (head <= tail))
    }
    #expect(abs(try #require(stage.moments.first).seconds - 1) < 1e-9)
    #expect(stage.duration == 1.3)
  }

  @Test("Head and tail each follow the curve from the route's start to its end, so that the head settles as it arrives")
  func headSettles() throws {
    let stage = try stage(("duration", .number(3)), ("trail", .number(0.5)), ("curve", .curve(.easeInOut)))
    for seconds in [0.0, 0.4, 1, 1.9, 2, 2.5, 3] {
      let frame = try frame(stage, seconds)
      let (head, tail) = (
        Easing.easeInOut.value(at: min(seconds / 2, 1)), Easing.easeInOut.value(at: max(seconds - 1, 0) / 2)
      )
      #expect(abs(try #require(frame[PolylineSweep.Parameters.named.progress]) - head) < 1e-9)
      #expect(abs(try #require(frame[PolylineSweep.Parameters.named.tail]) - tail) < 1e-9)
    }
    #expect(abs(try #require(stage.moments.first).seconds - 2) < 1e-6)
    // In the last frame before it arrives it goes at less than a seventh of its top speed.
    let places = try (0...120).map {
      try #require(try frame(stage, Double($0) / 60)[PolylineSweep.Parameters.named.progress])
    }
    let speeds = zip(places, places.dropFirst()).map { $1 - $0 }
    #expect(speeds[119] < (speeds.max() ?? 0) / 7)
  }

  @Test("A tail may have a curve of its own, and a long trail rests whole")
  func tailCurve() throws {
    let stage = try stage(
      ("duration", .number(3)), ("trail", .number(2)), ("curve", .curve(.easeOut)), ("tailCurve", .curve(.linear)))
    let resting = try frame(stage, 1.5)
    #expect(resting[PolylineSweep.Parameters.named.progress] == 1 && resting[PolylineSweep.Parameters.named.tail] == 0)
    #expect(abs(try #require(try frame(stage, 2.25)[PolylineSweep.Parameters.named.tail]) - 0.25) < 1e-9)
  }

  @Test("Heading, turn, distance and what remains are those of the head")
  func heading() throws {
    // East, then north.
    let corner = [
      Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0),
      Coordinate(longitude: 0.01, latitude: 0.01),
    ]
    let stage = try PolylineSweep(
      ParameterValues([("route", .route(.coordinates(corner))), ("duration", .number(2.6)), ("trail", .number(0.3))]),
      FakeContext())
    let early = try frame(stage, 0.5)
    #expect(abs(try #require(early[PolylineSweep.Parameters.named.heading]) - 90) < 1e-6)
    #expect(abs(try #require(early[PolylineSweep.Parameters.named.turn]) - 90) < 1e-6)
    let late = try frame(stage, 1.5)
    #expect(abs(try #require(late[PolylineSweep.Parameters.named.heading])) < 1e-6)
    let middle = try #require(try frame(stage, 1)[PolylineSweep.Parameters.named.heading])
    #expect(abs(middle - 45) < 0.1)
    let way = (
      try #require(late[PolylineSweep.Parameters.named.distance]),
      try #require(late[PolylineSweep.Parameters.named.remaining])
    )
    #expect(abs(way.0 / (way.0 + way.1) - 0.75) < 1e-4)
  }

  @Test("The drawn part begins and ends at the window's ends and keeps the corners between them")
  func drawnPartIsTheWindow() throws {
    let route = try #require(RouteLine(zigzag))
    let stage = try stage()
    for seconds in [0.05, 0.4, 0.8, 1.2, 1.45] {
      let frame = try frame(stage, seconds)
      let stroke = try #require(strokes(frame).first)
      let (tail, head) = (
        try #require(frame[PolylineSweep.Parameters.named.tail]),
        try #require(frame[PolylineSweep.Parameters.named.progress])
      )
      let drawn = stroke.path.points.map(route.ground.coordinate)
      #expect(abs(greatCircleLength(of: drawn) - (head - tail) * route.length) < 1e-3)
      #expect(drawn.count <= zigzag.count + 2)
      guard case .alongPath(let start, let end, let stops) = stroke.paint else { throw StageError("no fade") }
      #expect(start == 0)
      #expect(abs(end - length(of: stroke.path.points) { $0.distance(to: $1) }) < 1e-9)
      #expect(stops.map(\.color.alpha) == [0, 1])
    }
  }

  @Test("All windows together paint the whole route")
  func windowsPaintTheWholeRoute() throws {
    let stage = try stage()
    let route = try #require(RouteLine(zigzag))
    var covered = 0.0
    for index in 0...360 {
      let frame = try frame(stage, Double(index) / 240)
      let (tail, head) = (
        try #require(frame[PolylineSweep.Parameters.named.tail]),
        try #require(frame[PolylineSweep.Parameters.named.progress])
      )
      if head > tail, tail <= covered { covered = max(covered, head) }
    }
    #expect(abs(covered * route.length / greatCircleLength(of: zigzag) - 1) < 0.01)
  }

  @Test("A head that overshoots arrives when it is first at the end")
  func easedHeadArrives() throws {
    let overshooting = Easing.cubicBezier(0.3, 1.8, 0.6, 1)
    let stage = try stage(("curve", .curve(overshooting)), ("duration", .number(2)))
    let seconds = try #require(stage.moments.first).seconds
    #expect(abs(overshooting.value(at: seconds / (2 / 1.3)) - 1) < 1e-9)
    #expect(seconds < 1)
    #expect(try frame(stage, seconds - 0.01)[PolylineSweep.Parameters.named.progress] ?? 1 < 1)
    #expect(try frame(stage, seconds + 1e-9)[PolylineSweep.Parameters.named.progress] == 1)
  }

  @Test("A repeated sweep starts over after its pause, and nothing shows in between")
  func repeatsAfterAPause() throws {
    let stage = try stage(("duration", .number(1)), ("pause", .number(0.5)), ("repeat", .number(3)))
    #expect(stage.duration == 4)
    #expect(try frame(stage, 1.2).drawing.isEmpty)
    #expect(try frame(stage, 0.4).drawing.digest == frame(stage, 1.9).drawing.digest)
    #expect(try frame(stage, 4.1).drawing.isEmpty)
    #expect(try Self.endless().duration == nil)
    #expect(try !frame(Self.endless(), 1000.25).drawing.isEmpty)
  }

  private static func endless() throws -> PolylineSweep {
    try stage(("repeat", .number(.infinity)), ("duration", .number(1)))
  }

  static let rates: [(Double, Double)] = [(24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60, 1)]

  @Test(
    "No head is back at its start for a frame, whatever the frame rate, the start and the duration", arguments: rates)
  func headsNeverFallBack(_ frames: Double, _ seconds: Double) throws {
    let durations = [0.4, 0.5, 0.9, 1, 1.2, 1.5, 1.6, 2, 2.8, 1.7 / 3] + [13, 31, 72].map { $0 * seconds / frames }
    for duration in durations {
      let stage = try stage(("duration", .number(duration)))
      for start in stride(from: 0, to: 2, by: 0.3).map({ $0 }) + [5, 19, 44].map({ $0 * seconds / frames }) {
        let last = ((start + duration) * frames / seconds).rounded()
        let values = try stride(from: max(last - 4, 0), through: last + 3, by: 1).map {
          try #require(try frame(stage, max(0, $0 * seconds / frames - start))[PolylineSweep.Parameters.named.progress])
        }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "\(start) + \(duration): \(values)")
        #expect(values.last == 1)
      }
    }
  }

  @Test("A head goes back once for each pass after the first, with a pause or without", arguments: rates)
  func headsGoBackOncePerPass(_ frames: Double, _ seconds: Double) throws {
    for (duration, pause) in [(0.4, 0), (0.5, 0.3), (0.6, 0.7)] {
      let stage = try stage(("duration", .number(duration)), ("pause", .number(pause)), ("repeat", .number(3)))
      for start in [0, 0.7, 1.3] {
        let last = ((start + 3 * (duration + pause)) * frames / seconds).rounded(.up)
        let values = try stride(from: 0, through: last, by: 1).map {
          try #require(try frame(stage, max(0, $0 * seconds / frames - start))[PolylineSweep.Parameters.named.progress])
        }
        #expect(zip(values, values.dropFirst()).filter { $0 > $1 }.count == 2, "\(start) + \(duration), \(pause)")
      }
    }
  }

  @Test("A head follows a curve that ends at the route's start")
  func curveEndsAtTheStart() throws {
    let stage = try stage(("curve", .curve(Easing(parsing: "linear(1, -0.5, 0)"))), ("duration", .number(1)))
    #expect(try [0, 0.5, 1, 2].map { try frame(stage, $0)[PolylineSweep.Parameters.named.progress] } == [1, 0, 0, 0])
  }

  @Test("In reverse the head starts at the route's end")
  func reverseStartsAtTheEnd() throws {
    let start = try #require(
      try frame(stage(("reverse", .boolean(true))), 0)[PolylineSweep.Parameters.named.headCoordinate])
    #expect(start.distance(to: zigzag[zigzag.count - 1]) < 1e-6)
  }

  @Test("A head behind the camera is missing")
  func headBehindTheCameraIsMissing() throws {
    let north = Coordinate(longitude: 7.41, latitude: 43.9)
    let frame = try frame(stage(), 0.5, camera: camera(center: north))
    #expect(frame[PolylineSweep.Parameters.named.head] == nil)
    #expect(frame[PolylineSweep.Parameters.named.headCoordinate] != nil)
  }

  @Test("Over a camera the head lies where the camera sees its place")
  func headLiesOnTheCamerasGround() throws {
    let camera = camera(center: zigzag[2])
    for seconds in [0.2, 0.6, 1.0] {
      let frame = try frame(stage(), seconds, camera: camera)
      let place = try #require(frame[PolylineSweep.Parameters.named.headCoordinate])
      let expected = try #require(camera.project(place))
      #expect(try #require(frame[PolylineSweep.Parameters.named.head]).distance(to: expected) < 1e-6)
      let stroke = try #require(strokes(frame).first)
      let end = stroke.transform.apply(try #require(stroke.path.points.last))
      #expect(end.distance(to: expected) < 1e-6)
      #expect(stroke.style.order == .transformThenOutline)
    }
  }

  @Test("Without a camera the route fits the canvas within its margin")
  func flatRouteFitsTheCanvas() throws {
    let stage = try stage(("track", track(.black)), ("margin", .number(50)))
    let line = try #require(strokes(try frame(stage, 0)).first)
    let bounds = try #require(Rect(around: line.path.points.map(line.transform.apply)))
    #expect(Rect(x: 49.999, y: 49.999, width: 440.002, height: 860.002).intersection(bounds) == bounds)
    #expect(abs(bounds.width - 440) < 1e-6 || abs(bounds.height - 860) < 1e-6)
  }

  @Test("Several routes start at their own times, over their still lines")
  func severalRoutesStartOnTheirOwn() throws {
    let second = ParameterValue.object(
      ParameterValues([
        ("route", .route(.coordinates(zigzag.reversed()))), ("start", .number(1)), ("color", .color(.black)),
      ])
    )
    let stage = try stage(
      ("routes", .list([second])), ("track", track(Color(hex: 0x333333))), ("fade", .boolean(false)))
    #expect(
      strokes(try frame(stage, 0.5)).map(\.paint) == [
        .color(Color(hex: 0x333333)), .color(Color(hex: 0x333333)), .color(.white),
      ])
    #expect(strokes(try frame(stage, 2)).dropFirst(2).map(\.paint) == [.color(.black)])
    #expect(stage.duration == 2.5)
  }

  @Test("A width in meters is part of the ground")
  func widthInMeters() throws {
    let stage = try stage(("width", .number(12)), ("widthUnit", .text("meters")))
    let stroke = try #require(strokes(try frame(stage, 0.5)).first)
    #expect(stroke.style.width == 12)
    #expect(stroke.style.order == .outlineThenTransform)
  }

  @Test("A glow is the line's own ribbon, wider and blurred, below the line and nothing more")
  func glowLiesBelowTheLine() throws {
    let glow = ParameterValue.object(
      ParameterValues([("radius", .number(10)), ("color", .color(.black)), ("opacity", .number(0.4))]))
    let plain = try frame(stage(), 0.5).drawing.commands
    let lit = try frame(stage(("glow", glow)), 0.5).drawing.commands
    #expect(plain.count == 1 && lit.count == 2 && lit.last == plain.last)
    guard case .group(let group)? = lit.first,
      case .stroke(let path, let pen, let paint, _)? = group.content.commands.first,
      case .stroke(let ownPath, let ownPen, _, _)? = plain.first, case .alongPath(_, _, let stops) = paint
    else { throw StageError("no glow") }
    #expect(group.effects == [.blur(sigma: 5)])
    #expect(path == ownPath && pen.width == ownPen.width + 10)
    #expect(stops.map(\.color) == [.black.opacity(0), .black.opacity(0.4)])
    #expect(try frame(stage(("glow", glow)), 9).drawing.isEmpty)
  }

  @Test("Without a color of its own a glow has its line's")
  func glowTakesTheLinesColor() throws {
    let stage = try stage(
      ("glow", .object(ParameterValues([]))), ("fade", .boolean(false)), ("color", .color(Color(hex: 0xFFC24B))))
    guard case .group(let group)? = try frame(stage, 0.5).drawing.commands.first,
      case .stroke(_, _, .color(let color), _)? = group.content.commands.first
    else { throw StageError("no glow") }
    #expect(color == Color(hex: 0xFFC24B).opacity(0.5))
  }

  @Test("Its head departs and arrives in each pass, but for the end of a last part")
  func cues() throws {
    let sweeps = try stage(
      ("duration", .number(1.3)), ("trail", .number(0.3)), ("pause", .number(0.7)), ("repeat", .number(2.5)))
    let times = sweeps.cues(until: 100)
    #expect(times.map(\.name) == ["departed", "arrived", "departed", "arrived", "departed"])
    for (time, seconds) in zip(times, [0.0, 1, 2, 3, 4]) { #expect(abs(time.seconds - seconds) < 1e-9) }
    let most = try stage(("duration", .number(1.3)), ("trail", .number(0.3)), ("repeat", .number(1.8)))
    #expect(most.cues(until: 100).map(\.name) == ["departed", "arrived", "departed", "arrived"])
    #expect(try stage(("repeat", .number(.infinity))).cues(until: 15).count == 20)
  }
}

/// The length of the great circles from each coordinate to the next, in meters.
/// A still line of a color.
private func track(_ color: Color) -> ParameterValue { .object(ParameterValues([("color", .color(color))])) }

private func greatCircleLength(of line: [Coordinate]) -> Double { length(of: line) { $0.distance(to: $1) } }

private func length<T>(of line: [T], _ distance: (T, T) -> Double) -> Double {
  zip(line, line.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
}

extension Coordinate {
  /// The length of the great circle to another coordinate, in meters. Source: the haversine formula.
  fileprivate func distance(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let a = sin((other.latitude - latitude) * radians / 2)
    let b = sin((other.longitude - longitude) * radians / 2)
    let h = a * a + cos(latitude * radians) * cos(other.latitude * radians) * b * b
    return 2 * Self.meanEarthRadius * asin(min(1, h.squareRoot()))
  }
}
