import StageKit
import StageTesting
import Testing

@testable import Particles

@Suite("Particles")
struct ParticlesTests {
  @Test("A flight is the solution of its equation", arguments: [0.0, 1e-9, 0.5, 3])
  func flight(drag: Double) {
    let flight = Flight(velocity: Point(100, -300), gravity: Point(10, 400), drag: drag)
    // Numeric integration by the midpoint rule.
    var (place, velocity) = (Point.zero, flight.velocity)
    let step = 1e-4
    for _ in 0..<10_000 {
      let middle = velocity + (flight.gravity - velocity * drag) * (step / 2)
      place = place + middle * step
      velocity = velocity + (flight.gravity - middle * drag) * step
    }
    #expect((flight.way(after: 1) - place).length < 1e-3)
    #expect(flight.way(after: 0) == .zero)
  }

  private func count(_ parameters: String, at seconds: Double) throws -> Double? {
    try make(Particles.self, parameters).frame(at: StageTime(seconds: seconds), Inputs())[
      Particles.Parameters.named.count]
  }

  @Test("As many are there as come in a life, and none once the last is gone")
  func counts() throws {
    let parameters = #"{ "rate": 10, "life": 1, "variation": 0, "until": 2 }"#
    #expect(try count(parameters, at: 0.95) == 10)
    #expect(try count(parameters, at: 1.95) == 10)
    #expect(try count(parameters, at: 3.1) == 0)
    #expect(try make(Particles.self, parameters).duration == 2.9)
    #expect(try count(#"{ "rate": 0, "burst": 25 }"#, at: 0.1) == 25)
  }

  @Test("With 'loop' the same ones come again, bit by bit, and are there from the start")
  func loops() throws {
    let stage = try make(Particles.self, #"{ "loop": 1, "life": 1.7, "rate": 20 }"#)
    #expect(try !draw(stage, at: 0).isEmpty)
    for seconds in [0, 0.3, 0.9] { #expect(try draw(stage, at: seconds) == draw(stage, at: seconds + 2)) }
    #expect(stage.duration == nil)
  }

  @Test(
    "A seed gives the same particles, another one others", arguments: ["circle", "square", "star", "spark", "glow"])
  func seeds(kind: String) throws {
    func list(_ seed: Int) throws -> DisplayList {
      try draw(make(Particles.self, #"{ "kind": "\#(kind)", "seed": \#(seed) }"#), at: 1)
    }
    #expect(try list(1) == list(1))
    #expect(try list(1) != list(2))
  }

  @Test("More than 20000 are an error")
  func tooMany() {
    #expect(throws: StageError("40000 are more than 20000", parameter: "rate")) {
      try make(Particles.self, #"{ "rate": 2000, "loop": 20 }"#)
    }
    #expect(throws: StageError("1120000 are more than 20000", parameter: "life")) {
      try make(Particles.self, #"{ "rate": 200, "loop": 2, "life": 4000, "variation": 0.4 }"#)
    }
  }
}

@Suite("Confetti")
struct ConfettiTests {
  @Test("What is thrown is not there at its start and gone after its life", arguments: ["burst", "cannons"])
  func thrown(mode: String) throws {
    let stage = try make(Confetti.self, #"{ "mode": "\#(mode)", "count": 50, "life": 3 }"#)
    #expect(try draw(stage, at: 0).isEmpty)
    #expect(try draw(stage, at: 1).commands.count == 50)
    #expect(try draw(stage, at: 3).isEmpty)
    #expect(stage.duration == 3)
  }

  @Test("Rain comes again after its period, bit by bit")
  func rain() throws {
    let stage = try make(Confetti.self, #"{ "mode": "rain", "period": 2 }"#)
    for seconds in [0, 0.7, 1.9] { #expect(try draw(stage, at: seconds) == draw(stage, at: seconds + 4)) }
    #expect(try draw(stage, at: 0.5) != draw(stage, at: 1.5))
  }

  @Test("Rain leaves no gap: pieces are where the period's end and start meet as they were")
  func seam() throws {
    let stage = try make(Confetti.self, #"{ "mode": "rain", "period": 2, "count": 30 }"#)
    let (a, b) = (try draw(stage, at: 1.9999), try draw(stage, at: 2))
    for (before, after) in zip(a.commands, b.commands) {
      let (p, q) = (DisplayList([before]).bounds?.center ?? .zero, DisplayList([after]).bounds?.center ?? .zero)
      // Or it went from below the canvas to above it.
      #expect((p - q).length < 0.5 || abs(p.y - q.y) > 100)
    }
  }
}
