import StageKit
import StageTesting
import Testing

@testable import PinMorph

@Suite("Leaps with weight")
struct LeapTests {
  private static func leap(_ parameters: [(String, ParameterValue)] = []) throws -> PinMorph {
    try PinMorph(ParameterValues(parameters), FakeContext(size: Size(540, 540), background: .white))
  }

  private static func lift(_ stage: PinMorph, at seconds: Double) throws -> Double {
    try #require(try stage.frame(at: StageTime(seconds: seconds), Inputs())[PinMorph.Parameters.named.lift])
  }

  @Test("In the air its height is a throw's parabola, from 0.17 s to 0.51 s, 1.3 times its pose high")
  func parabola() throws {
    let stage = try Self.leap()
    let height = 1.3 * (try #require(PinPoses.all[0].bounds?.maxY) - #require(PinPoses.all[4].bounds?.maxY))
    for step in 0...68 {
      let share = Double(step) / 68
      let lift = try Self.lift(stage, at: 0.17 + 0.34 * share)
      #expect(abs(lift - 4 * height * share * (1 - share)) < 0.8)
    }
    for seconds in [0, 0.05, 0.11, 0.16, 0.52, 0.57, 0.62, 0.689] {
      #expect(abs(try Self.lift(stage, at: seconds)) < 2, "\(seconds)")
    }
  }

  @Test("It slows down as it rises and speeds up as it falls")
  func weight() throws {
    let stage = try Self.leap()
    let heights = try (0...17).map { try Self.lift(stage, at: 0.17 + 0.02 * Double($0)) }
    let speeds = zip(heights, heights.dropFirst()).map { $1 - $0 }
    #expect(zip(speeds, speeds.dropFirst()).allSatisfy { $0 > $1 })
    #expect(speeds[0] > 0 && speeds[16] < 0)
  }

  @Test("It takes its poses in turn: squashed before and after, stretched where it leaves and lands")
  func poses() throws {
    let stage = try Self.leap()
    for (seconds, pose) in [(0, 0), (0.11, 3), (0.17, 2), (0.51, 2), (0.57, 3)] {
      let path = try #require(try outline(stage, at: seconds))
      for (a, b) in zip(path.points, PinPoses.all[pose].points) { #expect(a.distance(to: b) < 1e-6) }
    }
    let top = try #require(try outline(stage, at: 0.34))
    let shift = top.points[0] - PinPoses.all[4].points[0]
    for (a, b) in zip(top.points, PinPoses.all[4].points) { #expect((a - b).distance(to: shift) < 1e-6) }
    #expect(shift.x == 0 && shift.y < -10)
  }

  @Test("Fifteen leaps are a loop of 621 frames, equal as display lists, without a snap at any seam")
  func loop() throws {
    let stage = try Self.leap()
    for frame in stride(from: 0, to: 621, by: 7) {
      #expect(try draw(stage, at: Double(frame) / 60) == draw(stage, at: Double(frame + 621) / 60))
    }
    let (end, start) = (try #require(try outline(stage, at: 0.69 - 1e-7)), PinPoses.all[0])
    for (a, b) in zip(end.points, start.points) { #expect(a.distance(to: b) < 1e-3) }
  }

  @Test("Its shadow is dark and narrow where it touches, and the wider and fainter the higher it is")
  func shadow() throws {
    func shadow(_ seconds: Double) throws -> (width: Double, darkness: Double) {
      let fill = try #require(
        try draw(Self.leap(), at: seconds).fills.first { if case .radial = $0.paint { true } else { false } })
      guard case .radial(_, _, let stops, _) = fill.paint else { throw StageError("no shadow") }
      #expect(stops.last?.color.alpha == 0)
      return (try #require(fill.path.bounds).width, stops[0].color.alpha)
    }
    let (ground, air) = (try shadow(0), try shadow(0.34))
    #expect(air.width > ground.width && air.darkness < ground.darkness && abs(ground.darkness - 0.5) < 0.005)
    let none = try draw(Self.leap([("shadowOpacity", .number(0))]), at: 0)
    #expect(!none.fills.contains { if case .radial = $0.paint { true } else { false } })
  }

  @Test("It lands 0.51 s into each leap, and takes off at 0.17 s")
  func cues() throws {
    let stage = try Self.leap()
    #expect(stage.moments == [PinMorph.Parameters.named.landed.at(0.51), PinMorph.Parameters.named.dropped.at(0)])
    #expect(
      stage.cues(until: 1.5) == [
        PinMorph.Parameters.named.tookOff.at(0.17), PinMorph.Parameters.named.landed.at(0.51),
        PinMorph.Parameters.named.tookOff.at(0.86), PinMorph.Parameters.named.landed.at(1.2),
      ])
    #expect(stage.cues(until: 0.51) == [PinMorph.Parameters.named.tookOff.at(0.17)])
  }

  @Test("The timing jump leaves the ground after three of its legs and lands as it starts again")
  func jumpCues() throws {
    let times = try pin().cues(until: 1.4)
    #expect(times.map(\.name) == ["tookOff", "landed", "tookOff", "landed"])
    #expect(times.map(\.seconds) == [0.36, 0.69, 1.05, 1.38])
  }

  @Test("A still pin lands once, and a bar after each way there and back")
  func otherCues() throws {
    #expect(try pin([("timing", .text("still"))]).cues(until: 9) == [PinMorph.Parameters.named.landed.at(1)])
    let bar = try pin([("look", .text("bar")), ("period", .number(0.5))])
    #expect(bar.cues(until: 2.5).filter { $0.name == "landed" }.map(\.seconds) == [1, 2])
  }
}
