import StageKit
import StageTesting
import Testing

@testable import PinMorph

@Suite struct PoseTests {
  /// When each pose of the timing jump is reached, and the landing.
  private let jumpTimes = [0, 0.120, 0.240, 0.360, 0.510]

  @Test("All five poses have one structure, and the hole runs against the outline")
  func structure() {
    #expect(PinPoses.all.count == 5)
    for pose in PinPoses.all {
      #expect(
        pose.verbs == [.move, .cubic, .cubic, .cubic, .cubic, .close, .move, .cubic, .cubic, .cubic, .cubic, .close])
      let rings = pose.subpaths.map { ring in
        ring.segments.flatMap { segment in (1...64).map { segment.point(at: Double($0) / 64) } }
      }
      #expect(area(rings[0]) < 0 && area(rings[1]) > 0)
    }
  }

  @Test("The poses stand on the ground, squash to 114 × 138, and fly 45 high")
  func measures() throws {
    let boxes = try PinPoses.all.map { try #require($0.bounds) }
    for index in 0..<4 { #expect(abs(boxes[index].maxY - 409) < 0.5) }
    #expect(abs(boxes[3].width - 114) < 0.1 && abs(boxes[3].minY - 271) < 0.1)
    #expect(abs(boxes[4].maxY - (409 - 45)) < 0.5)
    #expect(boxes[2].minY < boxes[0].minY && boxes[1].minY > boxes[0].minY)
  }

  @Test("The pin's control points are the poses' at their key times, in every loop")
  func jumpKeyTimes() throws {
    let stage = try pin()
    for loop in 0..<4 {
      for (index, time) in jumpTimes.enumerated() {
        let path = try #require(try outline(stage, at: time + 0.69 * Double(loop)))
        for (a, b) in zip(path.points, PinPoses.all[index].points) { #expect(a.distance(to: b) < 1e-6) }
      }
    }
    #expect(try outline(stage, at: 0) == PinPoses.all[0])
  }

  @Test("Between key times every point moves on its leg's cubic")
  func jumpCurves() throws {
    let stage = try pin()
    let legs: [(Double, Double, Easing)] = [
      (0, 0.120, .cubicBezier(0, 0, 0.2, 1)), (0.120, 0.240, .cubicBezier(0.4, 0, 0.2, 1)),
      (0.240, 0.360, .cubicBezier(0.4, 0, 0.2, 1)), (0.360, 0.510, .cubicBezier(0.4, 0, 0.2, 1)),
      (0.510, 0.690, .cubicBezier(0.4, 0, 1, 1)),
    ]
    for (index, leg) in legs.enumerated() {
      for share in [0.1, 0.37, 0.5, 0.81] {
        let path = try #require(try outline(stage, at: leg.0 + (leg.1 - leg.0) * share))
        let progress = leg.2.value(at: share)
        let next = PinPoses.all[(index + 1) % 5]
        for (k, point) in path.points.enumerated() {
          let expected = PinPoses.all[index].points[k].interpolated(to: next.points[k], at: progress)
          #expect(point.distance(to: expected) < 1e-6)
        }
      }
    }
  }

  @Test("The even timing takes six poses at even steps in a second, the first at both ends")
  func evenKeyTimes() throws {
    let stage = try pin([("timing", .text("even"))])
    for step in 0..<10 {
      let path = try #require(try outline(stage, at: Double(step) / 5))
      for (a, b) in zip(path.points, PinPoses.all[step % 5].points) { #expect(a.distance(to: b) < 1e-6) }
    }
    let halfway = try #require(try outline(stage, at: 0.5))
    let expected = PinPoses.all[2].points[7].interpolated(to: PinPoses.all[3].points[7], at: 0.5)
    #expect(halfway.points[7].distance(to: expected) < 1e-6)
  }

  @Test("The restart does not snap: just before it the pin is nearly in its first pose")
  func noSnap() throws {
    for (timing, period) in [("jump", 0.69), ("even", 1)] {
      let path = try #require(try outline(try pin([("timing", .text(timing))]), at: period - 1e-7))
      for (a, b) in zip(path.points, PinPoses.all[0].points) { #expect(a.distance(to: b) < 1e-3) }
    }
  }

  @Test("The published pose and lift follow the pin")
  func outputs() throws {
    let stage = try pin()
    for (index, time) in jumpTimes.enumerated() {
      let frame = try stage.frame(at: StageTime(seconds: time), Inputs())
      #expect(abs(try #require(frame[PinMorph.Parameters.named.pose]) - Double(index)) < 1e-6)
      #expect(abs(try #require(frame[PinMorph.Parameters.named.lift]) - (index == 4 ? 45 : 0.2)) < 0.3)
    }
  }

  @Test("A job's own poses take the built-in timing, and may differ in structure")
  func ownPoses() throws {
    let square = SVGPath.parse("M 0 0 L 10 0 L 10 10 L 0 10 Z").path
    let triangle = SVGPath.parse("M 5 0 L 10 10 L 0 10 Z").path
    let stage = try pin([
      ("timing", .text("even")), ("look", .text("marker")), ("poses", .list([.path(square), .path(triangle)])),
    ])
    func path(_ seconds: Double) throws -> Path? {
      try stage.frame(at: StageTime(seconds: seconds), Inputs()).drawing.fills.first?.path
    }
    #expect(try path(0) == square)
    #expect(try path(0.5) == triangle)
    #expect(try path(0.25) != square)
    #expect(throws: StageError.self) { try pin([("poses", .list([.path(square)]))]) }
  }

  @Test("Keyframes of paths go by their own times and curves")
  func keyframes() throws {
    let a = SVGPath.parse("M 0 0 L 10 0 L 10 10 Z").path
    let b = SVGPath.parse("M 0 0 L 20 0 L 20 20 Z").path
    let animation = AnimationValue(
      frames: [
        .init(time: 1, value: .path(a), curve: .easeIn), .init(time: 3, value: .path(b)),
      ])
    let stage = try pin([("look", .text("marker")), ("outline", .animation(animation))])
    func path(_ seconds: Double) throws -> Path? {
      try stage.frame(at: StageTime(seconds: seconds), Inputs()).drawing.fills.first?.path
    }
    #expect(try path(0.5) == a)
    #expect(try path(3) == b)
    #expect(try path(2)?.points[1] == Point(10 + 10 * Easing.easeIn.value(at: 0.5), 0))
  }

  private func area(_ ring: [Point]) -> Double {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) / 2 }
  }
}
