import StageKit
import StageTesting
import Testing

@testable import ProgressRing

@Suite("A progress ring")
struct ProgressRingTests {
  private func frame(_ parameters: String, at seconds: Double, _ inputs: [String: PortValue] = [:]) throws -> StageFrame
  {
    try make(ProgressRing.self, parameters).frame(at: StageTime(seconds: seconds), Inputs(inputs))
  }

  @Test("At a third, running round and done it looks as the goldens do")
  func goldens() throws {
    let third = try make(ProgressRing.self, #"{ "progress": 0.33, "diameter": 80 }"#)
    let ofThird = try difference(draw(third), fromGolden: "third")
    #expect(ofThird == nil)
    let running = try make(
      ProgressRing.self,
      ##"{ "mode": "indeterminate", "period": 2, "color": { "along": { "stops": ["#fff0", "#fff"] } } }"##)
    let ofRunning = try difference(draw(running, at: 0.5), fromGolden: "running")
    #expect(ofRunning == nil)
    let done = try make(ProgressRing.self, #"{ "duration": 1, "diameter": 80 }"#)
    let ofChecking = try difference(draw(done, at: 1.25), fromGolden: "checking")
    #expect(ofChecking == nil)
  }

  @Test("By itself it follows its curve and is full from its duration on")
  func fills() throws {
    let parameters = #"{ "duration": 2, "curve": "linear" }"#
    for (seconds, progress) in [(0.0, 0.0), (0.5, 0.25), (2, 1), (9, 1)] {
      let frame = try frame(parameters, at: seconds)
      #expect(frame[ProgressRing.Parameters.named.progressOutput] == progress)
      #expect(frame[ProgressRing.Parameters.named.angle] == 360 * progress)
    }
    let ring = try make(ProgressRing.self, parameters)
    #expect(ring.moments == [ProgressRing.Parameters.named.completed.at(2)])
    #expect(ring.duration == 2.5)
  }

  @Test("The percentage is gone before the check mark begins, and the mark begins without a dot")
  func percentageLeaves() throws {
    let ring = try make(ProgressRing.self, #"{ "duration": 1, "diameter": 80 }"#)
    func content(_ seconds: Double) throws -> [DrawCommand] {
      let list = try draw(ring, at: seconds)
      return groups(list).first?.content.commands ?? list.commands
    }
    var firstMark: Double?
    for step in 0...120 {
      let commands = try content(1 + Double(step) / 240)
      let label = commands.contains { if case .fill = $0 { true } else { false } }
      let strokes = commands.compactMap { command -> Double? in
        guard case .stroke(let path, _, .color(let color), _) = command, path.verbs.allSatisfy({ $0 != .close }),
          path.points.count <= 3
        else { return nil }
        return color.alpha
      }
      #expect(!(label && !strokes.isEmpty), "\(step)")
      if let mark = strokes.first, firstMark == nil { firstMark = mark }
    }
    #expect(try #require(firstMark) < 0.5)
  }

  @Test("Its head is on the middle of its line")
  func head() throws {
    let frame = try frame(#"{ "progress": 0.25, "diameter": 80, "thickness": 10 }"#, at: 0)
    let head = try #require(frame[ProgressRing.Parameters.named.head])
    #expect(head.distance(to: Point(100 + 35, 50)) < 1e-9)
  }

  @Test("Progress from another stage counts before its own, and beyond the ends as these")
  func input() throws {
    #expect(
      try frame(#"{ "progress": 0.2 }"#, at: 0, ["progress": .number(0.7)])[
        ProgressRing.Parameters.named.progressOutput] == 0.7)
    #expect(try frame("{}", at: 0, ["progress": .number(7)])[ProgressRing.Parameters.named.progressOutput] == 1)
  }

  @Test("The indeterminate arc is the same after every period, never empty and never the whole ring")
  func loop() throws {
    let ring = try make(ProgressRing.self, #"{ "mode": "indeterminate", "period": 1.5 }"#)
    #expect(ring.duration == nil)
    #expect(ring.moments.isEmpty)
    for step in 0..<45 {
      let seconds = Double(step) / 30
      #expect(try draw(ring, at: seconds) == draw(ring, at: seconds + 6))
    }
    let motion = try RingMotion(ParameterValues([("mode", .text("indeterminate"))]))
    for step in 0...160 {
      let state = motion.state(at: Double(step) / 100, input: nil)
      #expect(state.head - state.tail > 0.0499 && state.head - state.tail < 0.7501)
    }
  }

  @Test("Without label and check mark there are only ring and track")
  func bare() throws {
    let ring = try make(ProgressRing.self, #"{ "progress": 1, "label": false, "check": false }"#)
    #expect(flat(try draw(ring)).count == 2)
  }

  @Test("The label gives way to the check mark, which is drawn within its duration")
  func check() throws {
    let ring = try make(ProgressRing.self, #"{ "duration": 1, "checkDuration": 0.5 }"#)
    #expect(flat(try draw(ring, at: 0.99)).count == 3)
    #expect(flat(try draw(ring, at: 1.05)).count == 3)
    #expect(flat(try draw(ring, at: 1.15)).count == 3)
    #expect(flat(try draw(ring, at: 1.4)).count == 3)
    #expect(try draw(ring, at: 1.5) == draw(ring, at: 60))
  }

  @Test("It completes once, and an indeterminate arc turns again and again")
  func cues() throws {
    let filling = try make(ProgressRing.self, #"{ "duration": 2 }"#)
    #expect(filling.cues(until: 10).map(\.seconds) == [2])
    let turning = try make(ProgressRing.self, #"{ "mode": "indeterminate", "period": 1.5 }"#)
    #expect(turning.cues(until: 4).map(\.seconds) == [1.5, 3])
  }
}
